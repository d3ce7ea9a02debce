/// Where a value is in a body: names of fields and indices of arrays, such as `data.items` or `images.0.url`.
///
/// An index may be written in brackets, too: `images[0].url`. A dot that belongs to a name has a backslash before
/// it: `@odata\.nextLink`.
struct JSONPath: Sendable, Hashable {
    /// Names of fields, and indices in digits.
    private(set) var steps: [String]

    /// - Parameter text: As above; with a step that is empty there is no such path.
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

    /// - Parameter steps: Names of fields, and indices in digits; with none the path leads to the body itself.
    init(steps: [String]) {
        self.steps = steps
    }

    /// The path of an item of the array that is at this path.
    func item(_ index: Int) -> JSONPath {
        var path = self
        path.steps.append("\(index)")
        return path
    }

    /// The beginning of the path.
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
    /// The value at a path, or `nil` if there is none: a field is missing or null, or an array is too short.
    ///
    /// - Throws: If the path leads through something that is no object or array.
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
    /// The path as it is named in a message.
    var quoted: String { steps.isEmpty ? "the body" : "'\(self)'" }
}
