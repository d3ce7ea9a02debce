import Foundation

/// The identifier of an item: a number of any size, or text.
///
/// Texts are equal if they have the same code points: the composed and the decomposed form of a character,
/// which `String` takes for equal, are two identifiers.
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
        case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
        case (.number, .text), (.text, .number): false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .number(let number): hasher.combine(number)
        case .text(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}

extension String {
    /// Whether two texts have the same code points.
    fileprivate func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (text, other) = (self, other)
        return text.withUTF8 { bytes in
            other.withUTF8 { others in
                guard let start = bytes.baseAddress, let other = others.baseAddress else { return true }
                return memcmp(start, other, bytes.count) == 0
            }
        }
    }
}

extension JSONIdentifier: Encodable {
    /// No decimal number is written with more characters, and a longer one takes long to read.
    private static let maximumDecimal = 200

    /// Encodes a number as a number if its type exists, and as text otherwise: an encoder cannot write longer
    /// numbers.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number):
            if let integer = Int(number.literal) {
                try container.encode(integer)
            } else if number.literal.utf8.count <= Self.maximumDecimal,
                let decimal = Decimal(string: number.literal), "\(decimal)" == number.literal
            {
                try container.encode(decimal)
            } else {
                try container.encode(number.literal)
            }
        }
    }
}
