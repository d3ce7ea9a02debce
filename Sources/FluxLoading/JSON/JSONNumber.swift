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

    /// The value, if it is a whole number in the range of `Int`, not written with an exponent or a fraction other than zero.
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

    /// Half of the range of `Int` cannot overflow when the digits of a body are added; larger exponents count as its ends.
    private static func exponent(_ text: Substring) -> Int {
        let (least, largest) = (Int.min / 2, Int.max / 2)
        return min(max(least, Int(text) ?? (text.first == "-" ? least : largest)), largest)
    }

    private var value: Value {
        let parts = literal.lowercased().split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        var digits = (mantissa[0] + fraction)[...]
        let isNegative = digits.first == "-"
        if isNegative { digits.removeFirst() }
        digits = digits.drop { $0 == "0" }
        var exponent = parts.count > 1 ? Self.exponent(parts[1]) : 0
        exponent -= fraction.count
        while digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        return digits.isEmpty
            ? Value() : Value(isNegative: isNegative, digits: String(digits), exponent: exponent)
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
