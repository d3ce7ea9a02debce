/// The path of a value in JSON: names of fields and indices of arrays, such as `data.items` or
/// `images.0.url`.
///
/// Brackets around an index are accepted, but for the first step: `images[0].url`, and `0.url` of a body that
/// is an array. A dot or a bracket within a name is escaped with a
/// backslash: `@odata\.nextLink`. The empty path, ``body``, is the whole body.
public struct JSONPath: Sendable, Hashable {
    /// Names of fields, and indices in digits.
    package private(set) var steps: [String]

    /// The path of the whole body.
    public static let body = JSONPath(steps: [])

    /// Parses a path.
    ///
    /// - Parameter text: The path as above; `nil` is returned if it or one of its steps is empty.
    public init?(_ text: String) {
        steps = [""]
        var isEscaped = false
        // A name may begin with a scalar that joins the one before it to a character.
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "." where !isEscaped, "[" where !isEscaped: steps.append("")
            case "]" where !isEscaped: guard [nil, ".", "["].contains(scalars.first) else { return nil }
            default: steps[steps.count - 1].unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
        if isEscaped || steps.contains("") { return nil }
    }

    /// Makes a path.
    ///
    /// - Parameter steps: Names of fields, and indices in digits; an empty path is the body itself.
    package init(steps: [String]) {
        self.steps = steps
    }

    /// Returns the path of an item of the array at this path.
    package func item(_ index: Int) -> JSONPath { appending("\(index)") }

    /// Returns the path of a field of the object at this path.
    package func appending(_ step: String) -> JSONPath { JSONPath(steps: steps + [step]) }

    /// Returns the first steps of the path.
    package func prefix(_ count: Int) -> JSONPath { JSONPath(steps: Array(steps.prefix(count))) }

    /// The path in quotes, for messages. One that is very long is cut.
    package var quoted: String { steps.isEmpty ? "the body" : "'\(description.cut(to: 100))'" }
}

extension JSONPath: ExpressibleByStringLiteral {
    /// Creates a path from a literal such as `"data.items"`, which must be a valid path.
    public init(stringLiteral text: String) {
        guard let path = JSONPath(text) else { preconditionFailure("'\(text)' is not a path of JSON.") }
        self = path
    }
}

extension JSONPath: CustomStringConvertible {
    /// The path as it is parsed.
    public var description: String {
        steps.map(\.escaped).joined(separator: ".")
    }
}

extension String {
    /// The name of a field as it is written in a path.
    fileprivate var escaped: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if #"\.[]"#.unicodeScalars.contains(scalar) { text.append("\\") }
            text.unicodeScalars.append(scalar)
        }
    }
}

extension JSONPath: Codable {
    /// Reads a path from an array of its steps.
    public init(from decoder: any Decoder) throws {
        self.init(steps: try [String](from: decoder))
    }

    /// Writes the path as an array of its steps.
    public func encode(to encoder: any Encoder) throws {
        try steps.encode(to: encoder)
    }
}
