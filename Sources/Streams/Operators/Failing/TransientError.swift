import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An error that states whether a retry of the same request may succeed, such as an HTTP response with status
/// 503, unlike one with status 404.
///
/// ``RetryPolicy`` retries transient errors only. An error of a type that does not conform counts as
/// transient.
public protocol TransientError: Error {
    /// Whether a retry may succeed.
    var isTransient: Bool { get }
}

extension RetryPolicy {
    /// Returns whether a retry may succeed after an error: the default of ``shouldRetry``.
    ///
    /// - Parameter error: An error; one that does not conform to ``TransientError`` counts as transient.
    public static func isTransient(_ error: any Error) -> Bool {
        (error as? any TransientError)?.isTransient ?? true
    }
}

extension URLError: TransientError {
    /// Whether the request timed out or its connection was lost.
    public var isTransient: Bool { code.isTransient }
}

extension URLError.Code {
    package var isTransient: Bool { self == .timedOut || self == .networkConnectionLost }
}

extension DecodingError: TransientError {
    /// `false`: the same bytes cannot be decoded the next time either.
    public var isTransient: Bool { false }
}

extension CancellationError: TransientError {
    /// `false`: the result is not awaited any more.
    public var isTransient: Bool { false }
}
