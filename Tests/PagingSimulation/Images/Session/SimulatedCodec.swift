import FluxImages
import Foundation
import PagingOperators

/// Images as texts: an image is its name and its version, such as `0s v1`.
enum SimulatedCodec {
    private struct NotAnImage: Error {}

    /// Decodes an original, or what was encoded for the variant of the request.
    static func decode(_ data: Data, _ request: ImageRequest) throws -> String {
        let text = String(decoding: data, as: UTF8.self)
        let address = request.url.lastPathComponent
        let name = address + (request.variant?.letter ?? "")
        let version = text.dropLast().last.map(String.init) ?? ""
        let original = String(repeating: "\(address).\(version);", count: 3)
        let isEncoded = request.variant != nil && text == "\(name).\(version);"
        guard text == original || isEncoded else { throw NotAnImage() }
        return "\(name) v\(version)"
    }

    static func encode(_ image: String, _ request: ImageRequest) -> Data? {
        request.variant == nil ? nil : Data((image.replacing(" v", with: ".") + ";").utf8)
    }

    static func round(_ image: String, _ request: ImageRequest) -> String {
        image.replacing(" ", with: "r ")
    }
}

extension SimulatedRequest {
    var imageRequest: ImageRequest {
        ImageRequest(
            url: SimulatedTransfers.url(of: address, url), identity: "\(address)",
            variant: variant == .original ? nil : .named(variant.letter),
            processing: processing == .none ? [] : [processing == .round ? "round" : "unknown"])
    }

    /// The key of the bytes on disk.
    var storageKey: String {
        imageRequest.key.resource.storageKey(of: imageRequest.variant)
    }
}

extension ImageVariant {
    fileprivate var letter: String {
        if case .named(let letter) = self { letter } else { "" }
    }
}
