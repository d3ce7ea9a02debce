import Foundation

/// Which fields of an item are shown.
struct ItemFields: Sendable, Equatable {
    /// Tried one after the other where the command line names no field.
    static let usualTitles = ["title", "name", "full_name", "login", "label"].map { JSONPath(steps: [$0]) }
    static let usualImages = [
        "avatar_url", "avatar", "image_url", "image", "thumbnail_url", "thumbnailUrl", "thumbnail", "picture",
    ].map { JSONPath(steps: [$0]) }

    var id = JSONPath(steps: ["id"])
    var title: JSONPath?
    var image: JSONPath?

    /// Makes an item of its JSON. One without a title has its identifier for a title.
    ///
    /// - Parameters:
    ///   - value: The item.
    ///   - base: What the address of an image may be relative to.
    func item(_ value: JSONValue, relativeTo base: URL) throws(JSONMismatch) -> AnyItem {
        guard case .object = value else { throw JSONMismatch("it is \(value.kind), not an object") }
        guard let found = try value.value(at: id) else { throw JSONMismatch("no \(id.quoted)") }
        guard let identifier = ItemID(found) else {
            throw JSONMismatch("\(id.quoted) is \(found.kind), neither a number nor text")
        }
        let address = try image(of: value).flatMap { URL(string: $0, relativeTo: base)?.absoluteURL }
        return AnyItem(
            id: identifier, title: (try title(of: value) ?? identifier.description).onOneLine,
            imageURL: address.flatMap { $0.isLoadable ? $0 : nil })
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
        guard let image else { return text(in: value, atOneOf: Self.usualImages) }
        guard let found = try value.value(at: image) else { return nil }
        guard case .text(let text) = found else {
            throw JSONMismatch("\(image.quoted) is \(found.kind), not an address")
        }
        return text.isEmpty ? nil : text
    }

    /// The first text that is not empty.
    private func text(in value: JSONValue, atOneOf paths: [JSONPath]) -> String? {
        for path in paths {
            if case .text(let text)? = try? value.value(at: path), !text.isEmpty { return text }
        }
        return nil
    }
}

extension URL {
    /// Whether an image may be there: a server has no business naming files of this machine.
    fileprivate var isLoadable: Bool { ["http", "https", "data"].contains(scheme?.lowercased()) }
}

extension String {
    /// The text without what would break a line or steer a terminal, cut to what a line has room for.
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
