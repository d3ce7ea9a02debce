import Flux
import Foundation

/// The fields of an item that are shown.
struct ItemFields: Sendable, Equatable {
    /// The names tried in order if the command line has none.
    static let usualTitles = ["title", "name", "full_name", "login", "label"].map { JSONPath(steps: [$0]) }
    static let usualImages = [
        "avatar_url", "avatar", "image_url", "image", "thumbnail_url", "thumbnailUrl", "thumbnail", "picture",
    ].map { JSONPath(steps: [$0]) }

    static let usualIdentifiers = ["id", "_id", "uuid", "guid"].map { JSONPath(steps: [$0]) }

    /// The path of the identifier, if it is given.
    var id: JSONPath?
    var title: JSONPath?
    var image: JSONPath?
    /// Whether items have images at all.
    var hasImages = true

    /// What the fields of an item contain.
    struct Content {
        var id: JSONIdentifier?
        var title: String?
        var imageURL: URL?
    }

    /// Makes an item from its JSON. The identifier stands in for a missing title.
    ///
    /// - Parameters:
    ///   - value: The item's JSON.
    ///   - page: The URL of its page, to resolve relative image URLs against.
    ///   - api: The URL that was given for the API.
    func item(_ value: JSONText, of page: URL, from api: URL) throws(JSONMismatch) -> AnyItem {
        let identifier = try identifier(of: value)
        return AnyItem(
            id: identifier, title: (try title(of: value) ?? identifier.description).onOneLine(width: 40),
            imageURL: try imageURL(of: value, page, api))
    }

    /// Reads the fields of an item that may have none of them. A value that is not an object is its title.
    ///
    /// - Parameters:
    ///   - needsIdentifier: Whether an item without an identifier is an error.
    ///   - width: The number of columns that the title is cut to.
    func content(
        of value: JSONText, page: URL, api: URL, needsIdentifier: Bool, width: Int
    ) throws(JSONMismatch) -> Content {
        if needsIdentifier {
            let item = try item(value, of: page, from: api)
            let title = try title(of: value)?.onOneLine(width: width)
            return Content(id: item.id, title: title, imageURL: item.imageURL)
        }
        guard value.kind == .object else {
            return Content(title: value.identifier?.description.onOneLine(width: width))
        }
        return Content(
            id: Self.identifier(of: value),
            title: try title(of: value)?.onOneLine(width: width), imageURL: try imageURL(of: value, page, api)
        )
    }

    private func identifier(of value: JSONText) throws(JSONMismatch) -> JSONIdentifier {
        guard value.kind == .object else { throw JSONMismatch("it is \(value.kind.named), not an object") }
        guard let id else { return try usualIdentifier(of: value) }
        guard let found = try value.value(at: id) else { throw JSONMismatch("no \(id.quoted)") }
        guard let identifier = found.identifier else {
            throw found.mismatch(at: id, "neither a number nor text")
        }
        return identifier
    }

    /// Returns the first identifier with a usual name. The failure is that of the first name.
    private func usualIdentifier(of value: JSONText) throws(JSONMismatch) -> JSONIdentifier {
        if let found = Self.identifier(of: value) { return found }
        let id = Self.usualIdentifiers[0]
        guard let found = try value.value(at: id) else {
            throw JSONMismatch("no \(id.quoted) (--id names another field)")
        }
        throw found.mismatch(at: id, "neither a number nor text")
    }

    /// Returns the first identifier with a usual name, if there is one.
    private static func identifier(of value: JSONText) -> JSONIdentifier? {
        usualIdentifiers.firstNonNil { (try? value.value(at: $0))?.identifier }
    }

    private func imageURL(of value: JSONText, _ page: URL, _ api: URL) throws(JSONMismatch) -> URL? {
        let address = try image(of: value).flatMap { page.resolving($0) }
        return address.flatMap { $0.isImage(ofAPIAt: api) ? $0 : nil }
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
        paths.firstNonNil { path in
            (try? value.value(at: path))?.string.flatMap { $0.isEmpty ? nil : $0 }
        }
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

extension Sequence {
    /// Returns the first result that is not `nil`.
    fileprivate func firstNonNil<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = transform(element) { return result }
        }
        return nil
    }
}

extension String {
    /// The text without line breaks and control characters, cut to a number of columns.
    fileprivate func onOneLine(width: Int) -> String {
        let scalars = cut(width: width).unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
