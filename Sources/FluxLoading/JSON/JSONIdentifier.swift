import Foundation

/// The identifier of an item: a number of any size, or text.
///
/// Texts are equal if they have the same code points: the composed and the decomposed form of a character, which
/// `String` takes for equal, are two identifiers.
package enum JSONIdentifier: Sendable, CustomStringConvertible {
    case number(JSONNumber)
    case text(String)

    package var description: String {
        switch self {
        case .number(let number): number.literal
        case .text(let text): text
        }
    }
}

extension JSONIdentifier: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.number, .text), (.text, .number): false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .number(let number): hasher.combine(number)
        case .text(let text):
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }
}

extension JSONIdentifier: Encodable {
    /// Encodes a number as a number if its type exists, and as text otherwise: an encoder cannot write longer numbers.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number):
            if let integer = Int(number.literal) {
                try container.encode(integer)
            } else if let decimal = Decimal(string: number.literal), "\(decimal)" == number.literal {
                try container.encode(decimal)
            } else {
                try container.encode(number.literal)
            }
        }
    }
}
