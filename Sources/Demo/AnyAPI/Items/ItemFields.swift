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
    ///   - page: The URL of its page, to resolve relative image URLs against.
    ///   - api: The URL that was given for the API.
    func item(_ value: JSONText, of page: URL, from api: URL) throws(JSONMismatch) -> AnyItem {
        guard value.kind == .object else { throw JSONMismatch("it is \(value.kind.named), not an object") }
        guard let found = try value.value(at: id) else { throw JSONMismatch("no \(id.quoted)") }
        guard let identifier = found.identifier else {
            throw found.mismatch(at: id, "neither a number nor text")
        }
        let address = try image(of: value).flatMap { page.resolving($0) }
        return AnyItem(
            id: identifier, title: (try title(of: value) ?? identifier.description).onOneLine,
            imageURL: address.flatMap { $0.isImage(ofAPIAt: api) ? $0 : nil })
    }

    private func title(of value: JSONText) throws(JSONMismatch) -> String? {
        guard let title else { return text(in: value, atOneOf: Self.usualTitles) }
        guard let found = try value.value(at: title) else { return nil }
        guard let text = found.identifier?.description else { throw found.mismatch(at: title, "not text") }
        return text.isEmpty ? nil : text
    }

    private func image(of value: JSONText) throws(JSONMismatch) -> String? {
        guard hasImages else { return nil }
        guard let image else { return text(in: value, atOneOf: Self.usualImages) }
        guard let found = try value.value(at: image) else { return nil }
        guard let text = found.string else { throw found.mismatch(at: image, "not a URL") }
        return text.isEmpty ? nil : text
    }

    /// Returns the first text that is not empty.
    private func text(in value: JSONText, atOneOf paths: [JSONPath]) -> String? {
        for path in paths {
            if let text = (try? value.value(at: path))?.string, !text.isEmpty { return text }
        }
        return nil
    }
}

extension JSONText {
    /// Returns the error for a value that is not what a path should have. A string is none only if it is no
    /// text.
    fileprivate func mismatch(at path: JSONPath, _ expectation: String) -> JSONMismatch {
        if kind == .string { return JSONMismatch("\(path.quoted) has a lone surrogate") }
        return JSONMismatch("\(path.quoted) is \(kind.named), \(expectation)")
    }
}

extension String {
    /// The text without line breaks and control characters, cut to 40 columns.
    fileprivate var onOneLine: String {
        let scalars = cut(width: 40).unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
