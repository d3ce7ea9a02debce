import Foundation

/// A JSON value (RFC 8259). Numbers keep up to 38 digits.
enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case number(Decimal)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The type with its article, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .text: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let boolean = try? container.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? container.decode(Decimal.self) {
            self = .number(number)
        } else if let fields = try? container.decode([String: JSONValue].self) {
            self = .object(fields)
        } else {
            self = .array(try container.decode([JSONValue].self))
        }
    }
}
