/// The path of a value in JSON: names of fields and indices of arrays, such as `data.items` or `images.0.url`.
///
/// Brackets around an index are accepted: `images[0].url`. A dot within a name is escaped with a backslash:
/// `@odata\.nextLink`.
struct JSONPath: Sendable, Hashable {
    /// Names of fields, and indices in digits.
    private(set) var steps: [String]

    /// Parses a path; `nil` if a step is empty.
    ///
    /// - Parameter text: The path as above.
    init?(_ text: String) {
        steps = [""]
        var isEscaped = false
        var characters = text[...]
        while let character = characters.popFirst() {
            switch character {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "." where !isEscaped, "[" where !isEscaped: steps.append("")
            case "]" where !isEscaped: guard [nil, ".", "["].contains(characters.first) else { return nil }
            default: steps[steps.count - 1].append(character)
            }
            isEscaped = false
        }
        if isEscaped || steps.contains("") { return nil }
    }

    /// Makes a path.
    ///
    /// - Parameter steps: Names of fields, and indices in digits; an empty path is the body itself.
    init(steps: [String]) {
        self.steps = steps
    }

    /// Returns the path of an item of the array at this path.
    func item(_ index: Int) -> JSONPath {
        var path = self
        path.steps.append("\(index)")
        return path
    }

    /// Returns the first steps of the path.
    fileprivate func prefix(_ count: Int) -> JSONPath {
        var path = self
        path.steps = Array(steps.prefix(count))
        return path
    }
}

extension JSONPath: CustomStringConvertible {
    var description: String {
        steps.map { $0.replacing("\\", with: #"\\"#).replacing(".", with: #"\."#) }.joined(separator: ".")
    }
}

extension JSONValue {
    /// Returns the value at a path, or `nil` if a field is missing or null, or an array is too short.
    ///
    /// - Throws: If a step on the way is neither an object nor an array.
    func value(at path: JSONPath) throws(JSONMismatch) -> JSONValue? {
        var value = self
        for (depth, step) in path.steps.enumerated() {
            let next: JSONValue?
            switch value {
            case .object(let fields):
                next = fields[step]
            case .array(let items):
                guard let index = Int(step), index >= 0 else {
                    throw JSONMismatch("\(path.prefix(depth).quoted) is an array, which has no '\(step)'")
                }
                next = index < items.count ? items[index] : nil
            case .null, .boolean, .number, .text:
                throw JSONMismatch(
                    "\(path.prefix(depth).quoted) is \(value.kind), which has no '\(step)'")
            }
            guard let next, next != .null else { return nil }
            value = next
        }
        return value
    }
}

extension JSONPath {
    /// The path in quotes, for messages.
    var quoted: String { steps.isEmpty ? "the body" : "'\(self)'" }
}
