import Flux
import Foundation

/// The fields of an item that are shown.
struct ItemFields: Sendable, Equatable {
    /// The names tried in order if the command line has none.
    static let usualTitles = ["title", "name", "full_name", "login", "label"].map { JSONPath(steps: [$0]) }
    static let usualImages = [
        "avatar_url", "avatar", "image_url", "image", "thumbnail_url", "thumbnailUrl", "thumbnail", "picture",
    ].map { JSONPath(steps: [$0]) }

    var id = JSONPath(steps: ["id"])
    var title: JSONPath?
    var image: JSONPath?
    /// Whether items have images at all.
    var hasImages = true

    /// Makes an item from its JSON. The identifier stands in for a missing title.
    ///
    /// - Parameters:
    ///   - value: The item's JSON.
    ///   - base: The URL to resolve relative image URLs against.
    func item(_ value: JSONValue, relativeTo base: URL) throws(JSONMismatch) -> AnyItem {
        guard case .object = value else { throw JSONMismatch("it is \(value.kind), not an object") }
        guard let found = try value.value(at: id) else { throw JSONMismatch("no \(id.quoted)") }
        guard let identifier = ItemID(found) else {
            throw JSONMismatch("\(id.quoted) is \(found.kind), neither a number nor text")
        }
        let address = try image(of: value).flatMap { URL(string: $0, relativeTo: base)?.absoluteURL }
        return AnyItem(
            id: identifier, title: (try title(of: value) ?? identifier.description).onOneLine,
            imageURL: address.flatMap { $0.isImage(ofAPIAt: base) ? $0 : nil })
    }

    private func title(of value: JSONValue) throws(JSONMismatch) -> String? {
        guard let title else { return text(in: value, atOneOf: Self.usualTitles) }
        guard let found = try value.value(at: title) else { return nil }
        guard let text = ItemID(found)?.description else {
            throw JSONMismatch("\(title.quoted) is \(found.kind), not text")
        }
        return text.isEmpty ? nil : text
    }

    private func image(of value: JSONValue) throws(JSONMismatch) -> String? {
        guard hasImages else { return nil }
        guard let image else { return text(in: value, atOneOf: Self.usualImages) }
        guard let found = try value.value(at: image) else { return nil }
        guard case .text(let text) = found else {
            throw JSONMismatch("\(image.quoted) is \(found.kind), not a URL")
        }
        return text.isEmpty ? nil : text
    }

    /// Returns the first text that is not empty.
    private func text(in value: JSONValue, atOneOf paths: [JSONPath]) -> String? {
        for path in paths {
            if case .text(let text)? = try? value.value(at: path), !text.isEmpty { return text }
        }
        return nil
    }
}

extension String {
    /// The text without line breaks and control characters, truncated to 40 characters.
    fileprivate var onOneLine: String {
        let scalars = unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: scalar
            }
        }
        let text = String(String.UnicodeScalarView(scalars))
        return text.count <= 40 ? text : text.prefix(39) + "…"
    }
}
