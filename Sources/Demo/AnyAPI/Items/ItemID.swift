import Foundation

/// The identifier of an item.
enum ItemID: Sendable, Hashable {
    case number(Decimal)
    case text(String)

    /// Makes an identifier from a number or a text; `nil` for other values.
    ///
    /// - Parameter value: The JSON value.
    init?(_ value: JSONValue) {
        switch value {
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .null, .boolean, .array, .object: return nil
        }
    }
}

extension ItemID: CustomStringConvertible {
    var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .text(let text): text
        }
    }
}

extension ItemID: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
