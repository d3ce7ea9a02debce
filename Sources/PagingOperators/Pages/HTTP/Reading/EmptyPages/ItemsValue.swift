import FluxLoading

/// What a body has at the path of the items.
enum ItemsValue {
    case array(JSONText)
    /// Null, as Go has it for an array without elements.
    case null
    /// An object on the path lacks the next member.
    case omitted
    /// A value that stands for none in place of the array, or of an object that has it: an empty text, false,
    /// an empty object or array, null, or a text that states so.
    case substitute(description: String)
    /// Anything else, in words.
    case other(description: String)

    init(_ path: JSONPath, in body: JSONText) {
        var value = body
        for (depth, step) in path.steps.enumerated() {
            switch value.kind {
            case .object:
                guard let next = value[step] else {
                    self = .omitted
                    return
                }
                value = next
            case .array where !value.elements.isEmpty && Int(step) != nil:
                guard let index = Int(step), value.elements.indices.contains(index) else {
                    self = .other(description: "no \(path.quoted)")
                    return
                }
                value = value.elements[index]
            default:
                let description = Self.mismatch(path, in: body)
                let isNone = depth > 0 && value.meansNone
                self = isNone ? .substitute(description: description) : .other(description: description)
                return
            }
        }
        switch value.kind {
        case .array: self = .array(value)
        case .null: self = .null
        case .boolean, .number, .string, .object:
            let description = "\(path.quoted) is \(value.kind.named), not an array of items"
            self =
                value.meansNone ? .substitute(description: description) : .other(description: description)
        }
    }

    /// Why there is no value at the path.
    private static func mismatch(_ path: JSONPath, in body: JSONText) -> String {
        do throws(JSONMismatch) {
            _ = try body.value(at: path)
            return "no \(path.quoted)"
        } catch {
            return error.description
        }
    }
}

extension JSONText {
    /// Whether a value in place of another stands for none.
    fileprivate var meansNone: Bool {
        switch kind {
        case .null: true
        case .boolean: boolean == false
        case .string: string.map { $0.isEmpty || RequestOutcome($0) == .noResults(.items) } ?? false
        case .array: elements.isEmpty
        case .object: members.isEmpty
        case .number: false
        }
    }
}
