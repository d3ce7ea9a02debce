import Foundation

/// A JSON number of any size and precision, as it was received.
///
/// Two numbers are equal if they have the same value: `10`, `10.0` and `1e1`.
package struct JSONNumber: Sendable, CustomStringConvertible {
    /// The number as it was received.
    package let literal: String

    /// Makes a number from a literal that is valid JSON.
    init(literal: String) {
        self.literal = literal
    }

    package var description: String { literal }

    /// The value, if it is a whole number in the range of `Int`, not written with an exponent or a fraction
    /// other than zero.
    package var integer: Int? {
        Int(literal) ?? (value.exponent >= 0 && value.exponent < 20 ? Int(value.plainDigits) : nil)
    }

    /// The value as digits without zeros at either end, times a power of ten.
    private struct Value: Hashable {
        var isNegative = false
        var digits = ""
        var exponent = 0

        var plainDigits: String {
            (isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits)
                + String(repeating: "0", count: exponent)
        }
    }

    /// Half of the range of `Int` cannot overflow when the digits of a body are added; larger exponents count
    /// as its ends.
    private static func exponent(_ text: Substring) -> Int {
        let (least, largest) = (Int.min / 2, Int.max / 2)
        return min(max(least, Int(text) ?? (text.first == "-" ? least : largest)), largest)
    }

    /// - Complexity: O(*n*) in the bytes of the literal, which may be millions of digits.
    private var value: Value {
        let bytes = Array(literal.utf8)
        let mantissa = bytes.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        let isNegative = mantissa.first == UInt8(ascii: "-")
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
        let fraction = mantissa[point...].dropFirst()
        let digits = (mantissa[..<point].dropFirst(isNegative ? 1 : 0) + fraction)
            .drop { $0 == UInt8(ascii: "0") }
        let zeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        if digits.isEmpty { return Value() }
        let power = bytes[mantissa.endIndex...].dropFirst()
        let exponent = power.isEmpty ? 0 : Self.exponent(Substring(decoding: power, as: UTF8.self))
        return Value(
            isNegative: isNegative, digits: String(decoding: digits.dropLast(zeros), as: UTF8.self),
            exponent: exponent - fraction.count + zeros)
    }
}

extension JSONNumber: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.literal == right.literal || left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}
