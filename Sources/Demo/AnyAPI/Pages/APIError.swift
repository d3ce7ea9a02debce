import Flux
import Foundation

/// Why a page of an API failed to load.
enum APIError: RetryAfter, TransientError, Equatable, CustomStringConvertible {
    /// The bytes failed to load.
    case loading(LoadingError)

    /// The body is not a page of items.
    case notAPage(URL, reason: String)

    var retryAfter: Duration? {
        if case .loading(let error) = self { error.retryAfter } else { nil }
    }

    var description: String {
        switch self {
        case .loading(let error): "\(error)"
        case .notAPage(let url, let reason): "\(url): \(reason)"
        }
    }
}

extension RetryPolicy {
    /// Retries transient server and network errors.
    static let patient = RetryPolicy(attempts: 4, initialDelay: .milliseconds(250), factor: 2)
}

extension APIError {
    /// Whether a retry may succeed, within half a minute.
    var isTransient: Bool {
        guard case .loading(let error) = self else { return false }
        return error.isTransient && error.retryAfter ?? .zero <= .seconds(30)
    }
}
