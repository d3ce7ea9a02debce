import PagingOperators

/// The response of a ``TestPages`` source to one request.
public struct TestAnswer<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    enum Content: Sendable {
        case page(Page<Key, Item>)
        case failure(any Error)
        case noPage
        case silence
    }

    let content: Content

    /// The time until it arrives; `nil` for the source's own delay.
    public var delay: Duration?

    /// Responds with a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - delay: The time until it arrives; `nil` for the source's own delay.
    public static func page(_ page: Page<Key, Item>, after delay: Duration? = nil) -> TestAnswer {
        TestAnswer(content: .page(page), delay: delay)
    }

    /// Responds with a failure.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - delay: The time until it arrives; `nil` for the source's own delay.
    public static func failure(
        _ error: any Error = TestFailure(), after delay: Duration? = nil
    ) -> TestAnswer {
        TestAnswer(content: .failure(error), delay: delay)
    }

    /// Finishes without a page, which violates the rules of sources.
    public static var noPage: TestAnswer { TestAnswer(content: .noPage, delay: nil) }

    /// Never responds: the load runs until it is cancelled.
    public static var silence: TestAnswer { TestAnswer(content: .silence, delay: nil) }
}
