import Foundation

/// Why an image failed to load.
public enum ImageError: Error, Hashable, Sendable {
    /// Its bytes failed to load.
    case notLoaded(LoadingError)

    /// Its bytes are not an image, such as a web page served with status 200; with the decoder's error.
    case notDecodable(URL, description: String)

    /// The URL of the image.
    public var url: URL {
        switch self {
        case .notLoaded(let error): error.url
        case .notDecodable(let url, _): url
        }
    }
}

extension ImageError: CustomStringConvertible {
    /// The URL and the reason, in one line.
    public var description: String {
        switch self {
        case .notLoaded(let error): error.description
        case .notDecodable(let url, let description):
            "\(url.shortened): image not decodable: \(description)".onOneLine
        }
    }
}
