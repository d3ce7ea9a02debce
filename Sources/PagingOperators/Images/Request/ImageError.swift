import Foundation

/// Why an image cannot be had: what went wrong, and where.
public enum ImageError: Error, Hashable, Sendable {
    /// Its bytes could not be loaded.
    case notLoaded(LoadingError)

    /// Its bytes are not an image, say a web page served with status 200; and what the decoder said of them.
    case notDecodable(URL, description: String)

    /// The address of the image.
    public var url: URL {
        switch self {
        case .notLoaded(let error): error.url
        case .notDecodable(let url, _): url
        }
    }
}

extension ImageError: CustomStringConvertible {
    /// One line: the address, then what went wrong.
    public var description: String {
        switch self {
        case .notLoaded(let error): error.description
        case .notDecodable(let url, let description):
            "\(url.shortened): not an image that can be decoded: \(description)".onOneLine
        }
    }
}
