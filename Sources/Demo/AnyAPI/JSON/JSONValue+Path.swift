import Flux

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
