/// The type of a JSON value.
package enum JSONKind: Sendable, Hashable {
    case null, boolean, number, string, array, object

    /// The type with its article, for messages.
    package var named: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The type of a value that begins with a byte.
    package init(firstByte: UInt8) {
        switch firstByte {
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "{"): self = .object
        default: self = .number
        }
    }
}
