import FluxLoading
import Foundation
import Streams

/// The reason why an image failed to load.
public indirect enum ImageError: RetryAfter, TransientError, Hashable, Sendable {
    // Indirect, so that the state of an image, which every row of a list has, is small.

    /// The bytes failed to load.
    case notLoaded(LoadingError)

    /// The bytes are not an image, such as a web page served with status 200; with the decoder's error.
    case notDecodable(URL, description: String)

    /// A processor failed, or the configuration has none with the requested name; with the reason.
    case notProcessed(URL, description: String)

    /// The image is neither in memory nor on disk, and its request permits no other ``ImageSource``.
    case notCached(URL)

    /// The URL of the image.
    public var url: URL {
        switch self {
        case .notLoaded(let error): error.url
        case .notDecodable(let url, _), .notProcessed(let url, _), .notCached(let url): url
        }
    }

    /// Whether the bytes failed to load for a transient reason.
    public var isTransient: Bool {
        if case .notLoaded(let error) = self { error.isTransient } else { false }
    }

    /// The time to wait before a retry, if the response had a `Retry-After` field.
    public var retryAfter: Duration? {
        if case .notLoaded(let error) = self { error.retryAfter } else { nil }
    }
}

extension ImageError: CustomStringConvertible {
    /// The URL and the reason, in one line.
    public var description: String {
        switch self {
        case .notLoaded(let error): error.description
        case .notDecodable(let url, let description):
            "\(url.shortened): image not decodable: \(description)".onOneLine
        case .notProcessed(let url, let description):
            "\(url.shortened): image not processed: \(description)".onOneLine
        case .notCached(let url): "\(url.shortened): image not cached".onOneLine
        }
    }
}

extension ImageError: LocalizedError {
    public var errorDescription: String? { description }
}
