import PagingOperators

/// What a test's source answers to a request.
public struct TestAnswer<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    enum Content: Sendable {
        case page(Page<Key, Item>)
        case failure(any Error)
        case noPage
        case silence
    }

    let content: Content

    /// How long it takes; `nil` for as long as the source's answers take.
    public var delay: Duration?

    /// A page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - delay: How long it takes; `nil` for as long as the source's answers take.
    public static func page(_ page: Page<Key, Item>, after delay: Duration? = nil) -> TestAnswer {
        TestAnswer(content: .page(page), delay: delay)
    }

    /// A failure.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - delay: How long it takes; `nil` for as long as the source's answers take.
    public static func failure(
        _ error: any Error = TestFailure(), after delay: Duration? = nil
    ) -> TestAnswer {
        TestAnswer(content: .failure(error), delay: delay)
    }

    /// The end of the answer without a page, as of a source that does not keep to the rules.
    public static var noPage: TestAnswer { TestAnswer(content: .noPage, delay: nil) }

    /// No answer, ever: the load runs until it is cancelled.
    public static var silence: TestAnswer { TestAnswer(content: .silence, delay: nil) }
}
