import Flux
import Foundation

/// Why a page of users failed to load.
enum UsersError: RetryAfter, CustomStringConvertible {
    /// The bytes failed to load.
    case loading(LoadingError)

    /// The bytes are not users in JSON.
    case notUsers(URL, reason: String)

    var retryAfter: Duration? {
        if case .loading(let error) = self { error.retryAfter } else { nil }
    }

    var description: String {
        switch self {
        case .loading(let error): "\(error)"
        case .notUsers(let url, let reason): "\(url): \(reason)"
        }
    }

    /// Describes a decoding error in one line.
    static func describe(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "the JSON has no '\(key.stringValue)'\(place(context))"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "the JSON is of another form\(place(context))"
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            // A value that its type does not accept, such as a text that is not a URL.
            "the JSON is of another form\(place(context))"
        default:
            "the body is not JSON"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? "" : " at \(path)"
    }
}
