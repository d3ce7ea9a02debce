import Foundation

/// The value for which a decoder refuses JSON.
///
/// Foundation's decoder on Linux reports only that the data is not valid where a number does not fit its
/// type, or a text has a lone surrogate (Swift 6.3). The value is found by decoding the same JSON with others
/// in place of such values.
package struct RefusedValue {
    /// The path of the value, such as `users[3].size`.
    package let path: String
    /// What is wrong with it.
    package let description: String

    /// Finds the last value that is refused.
    ///
    /// - Parameters:
    ///   - text: The JSON.
    ///   - path: The path of the JSON in its body.
    ///   - isRefused: Returns whether the decoder refuses JSON without naming the place.
    /// - Returns: `nil` if others in place of all numbers and lone surrogates are refused as well.
    /// - Complexity: O(*m* log *m*) in the number of values; the decoder is called O(log *m*) times.
    package static func find(in text: JSONText, at path: String, _ isRefused: (Data) -> Bool) -> RefusedValue?
    {
        var suspects: [Suspect] = []
        collect(&suspects, in: text, at: path)
        guard !isRefused(text.replacing(suspects[...])) else { return nil }
        // With the first `accepted` replaced it is accepted, with the first `refused` it is not.
        var (refused, accepted) = (0, suspects.count)
        while accepted - refused > 1 {
            let middle = (refused + accepted) / 2
            if isRefused(text.replacing(suspects[..<middle])) { refused = middle } else { accepted = middle }
        }
        guard accepted > 0 else { return nil }
        let suspect = suspects[accepted - 1]
        return RefusedValue(path: suspect.path, description: suspect.message)
    }

    /// A number, or a text with a lone surrogate, which may be a name.
    fileprivate struct Suspect {
        let text: JSONText
        let path: String

        var replacement: String { text.kind == .number ? "0" : "\"\"" }

        var message: String {
            guard let number = text.number else { return "a text has a lone surrogate" }
            return "the number \(number.literal.cut(to: 40)) does not fit its type"
        }
    }

    private static func collect(_ suspects: inout [Suspect], in text: JSONText, at path: String) {
        switch text.kind {
        case .null, .boolean: break
        case .number: suspects.append(Suspect(text: text, path: path))
        case .string: if text.string == nil { suspects.append(Suspect(text: text, path: path)) }
        case .array:
            for (index, element) in text.elements.enumerated() {
                collect(&suspects, in: element, at: "\(path)[\(index)]")
            }
        case .object:
            for member in text.document.members(in: text.range) {
                let name = JSONText(text.document, member.name)
                if name.string == nil { suspects.append(Suspect(text: name, path: path)) }
                let place = name.string ?? "…"
                collect(
                    &suspects, in: JSONText(text.document, member.value),
                    at: path.isEmpty ? place : "\(path).\(place)")
            }
        }
    }
}

extension JSONText {
    /// Returns the value with others in place of some within it, which are in the order of the body.
    fileprivate func replacing(_ suspects: ArraySlice<RefusedValue.Suspect>) -> Data {
        var data = Data()
        var position = range.lowerBound
        for suspect in suspects {
            data += document.bytes[position..<suspect.text.range.lowerBound]
            data += Data(suspect.replacement.utf8)
            position = suspect.text.range.upperBound
        }
        return data + document.bytes[position..<range.upperBound]
    }
}

extension Error {
    /// Whether this is a decoder's error that names no place in JSON which it cannot read.
    package var namesNoPlace: Bool {
        guard case .dataCorrupted(let context)? = self as? DecodingError else { return false }
        return context.codingPath.isEmpty
    }
}
