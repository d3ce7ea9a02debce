import Foundation

extension JSONText {
    /// Returns the body of which this is the value, an object, with another value at a path.
    ///
    /// An existing member is replaced; of several with the same name, the last. Parent objects that are
    /// missing or null are added. A step into an array is the index of an element that it has. All other
    /// bytes stay as they are.
    ///
    /// - Parameters:
    ///   - path: The path of the value, which has a step or more.
    ///   - literal: The JSON of the value.
    /// - Throws: If a parent of the value is neither an object nor an array with the element.
    package func setting(_ path: JSONPath, to literal: String) throws(JSONMismatch) -> Data {
        var object = self
        for (depth, step) in path.steps.enumerated() {
            let rest = path.steps[(depth + 1)...]
            if object.kind == .array {
                let elements = object.elements
                guard let index = Int(step), elements.indices.contains(index) else {
                    throw JSONMismatch(
                        "\(path.prefix(depth).quoted) of the request's body is an array without an element '\(step)'"
                    )
                }
                object = elements[index]
                if rest.isEmpty || object.kind == .null {
                    return document.replacing(object.range, with: Self.nested(literal, in: rest))
                }
                continue
            }
            guard object.kind == .object else {
                let place = path.prefix(depth).quoted
                throw JSONMismatch("\(place) of the request's body is \(object.kind.named), not an object")
            }
            let members = object.members
            guard let member = members.last(where: { $0.name.utf8.elementsEqual(step.utf8) }) else {
                let start = object.range.lowerBound + 1
                let added = "\(step.jsonLiteral):\(Self.nested(literal, in: rest))"
                return document.replacing(
                    start..<start, with: object.hasMembers ? "\(added)," : added)
            }
            if rest.isEmpty || member.value.kind == .null {
                return document.replacing(member.value.range, with: Self.nested(literal, in: rest))
            }
            object = member.value
        }
        return document.bytes
    }

    private var hasMembers: Bool { !document.members(in: range).isEmpty }

    private static func nested(_ literal: String, in names: ArraySlice<String>) -> String {
        names.reversed().reduce(literal) { "{\($1.jsonLiteral):\($0)}" }
    }
}

extension JSONDocument {
    fileprivate func replacing(_ range: Range<Int>, with text: String) -> Data {
        bytes[..<range.lowerBound] + Data(text.utf8) + bytes[range.upperBound...]
    }
}

extension String {
    /// The text as JSON.
    package var jsonLiteral: String {
        var literal = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": literal.unicodeScalars.append(contentsOf: ["\\", scalar])
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
