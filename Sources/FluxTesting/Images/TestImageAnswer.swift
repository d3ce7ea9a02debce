import FluxLoading

/// The response of ``TestImages`` to one request.
public struct TestImageAnswer<Image: Sendable>: Sendable {
    enum Content: Sendable {
        case image(Image)
        case undecodable
        case failure(LoadingError.Reason)
        case silence
    }

    let content: Content

    /// The time until it arrives; `nil` for the delay of the images.
    public var delay: Duration?

    /// Responds with an image.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - delay: The time until it arrives; `nil` for the delay of the images.
    public static func image(_ image: Image, after delay: Duration? = nil) -> TestImageAnswer {
        TestImageAnswer(content: .image(image), delay: delay)
    }

    /// Responds with a failure.
    ///
    /// - Parameters:
    ///   - reason: Why the bytes failed to load; by default status 404.
    ///   - delay: The time until it arrives; `nil` for the delay of the images.
    public static func failure(
        _ reason: LoadingError.Reason = .status(404, retryAfter: nil), after delay: Duration? = nil
    ) -> TestImageAnswer {
        TestImageAnswer(content: .failure(reason), delay: delay)
    }

    /// Responds with bytes that are not an image.
    public static var undecodable: TestImageAnswer { TestImageAnswer(content: .undecodable, delay: nil) }

    /// Does not respond: the load runs until it is cancelled, or the test answers it by
    /// ``TestImages/answerRunning(_:with:)``.
    public static var silence: TestImageAnswer { TestImageAnswer(content: .silence, delay: nil) }
}
