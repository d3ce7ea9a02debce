extension Subscribers {
    /// The number of values that a subscriber requests: a count, or no limit.
    ///
    /// The arithmetic saturates: a sum or product that overflows is `.unlimited`; adding to `.unlimited`,
    /// subtracting from it or multiplying it, also by zero, gives `.unlimited`; a difference below zero is
    /// `.none` (Combine traps there).
    @frozen
    public struct Demand: Sendable, Hashable, Comparable, CustomStringConvertible {
        @usableFromInline
        let rawValue: Int

        @export(implementation)
        init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// No limit: the publisher sends as fast as it can.
        @export(implementation)
        public static var unlimited: Demand { Demand(rawValue: .max) }

        /// No values. The same as `.max(0)`.
        @export(implementation)
        public static var none: Demand { Demand(rawValue: 0) }

        /// At most a number of values.
        ///
        /// - Parameter value: The number of values, zero or more.
        @export(implementation)
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "A demand must not be negative.")
            return Demand(rawValue: value)
        }

        /// The number of values, or `nil` when there is no limit.
        @export(implementation)
        public var max: Int? { rawValue == .max ? nil : rawValue }

        @export(implementation)
        public static func < (lhs: Demand, rhs: Demand) -> Bool { lhs.rawValue < rhs.rawValue }

        public var description: String {
            max.map { "max(\($0))" } ?? "unlimited"
        }
    }
}

extension Subscribers.Demand {
    /// The sum of two demands; `.unlimited` if either is, or if it overflows.
    @export(implementation)
    public static func + (lhs: Self, rhs: Self) -> Self {
        let (sum, overflow) = lhs.rawValue.addingReportingOverflow(rhs.rawValue)
        return overflow ? .unlimited : Self(rawValue: sum)
    }

    /// A demand raised by a number of values; a negative number lowers it.
    @export(implementation)
    public static func + (lhs: Self, rhs: Int) -> Self {
        rhs >= 0 ? lhs + .max(rhs) : lhs - Self(rawValue: rhs == .min ? .max - 1 : -rhs)
    }

    /// The difference of two demands; not less than `.none`, and `.unlimited` if the first is.
    @export(implementation)
    public static func - (lhs: Self, rhs: Self) -> Self {
        if lhs == .unlimited { return .unlimited }
        return Self(rawValue: Swift.max(0, lhs.rawValue - rhs.rawValue))
    }

    /// A demand lowered by a number of values; a negative number raises it.
    @export(implementation)
    public static func - (lhs: Self, rhs: Int) -> Self {
        rhs >= 0 ? lhs - .max(rhs) : lhs + Self(rawValue: rhs == .min ? .max : -rhs)
    }

    /// The demand for groups of values, in values; `.unlimited` if the first is, as in Combine, or if it
    /// overflows.
    ///
    /// - Parameters:
    ///   - lhs: The number of groups.
    ///   - rhs: The number of values in a group; zero or more.
    @export(implementation)
    public static func * (lhs: Self, rhs: Int) -> Self {
        precondition(rhs >= 0, "A demand must not be negative.")
        if lhs == .unlimited { return .unlimited }
        let (product, overflow) = lhs.rawValue.multipliedReportingOverflow(by: rhs)
        return overflow ? .unlimited : Self(rawValue: product)
    }

    /// Adds a demand.
    @export(implementation)
    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

    /// Adds a number of values; a negative number is subtracted.
    @export(implementation)
    public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }

    /// Subtracts a demand.
    @export(implementation)
    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    /// Subtracts a number of values; a negative number is added.
    @export(implementation)
    public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }

    /// Converts a number of groups to a number of values.
    @export(implementation)
    public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }
}

// The orders are disfavored: with them, the compiler would solve each comparison of a chain in twice as many
// ways, and give up at four fields that are validated together. The equalities are not: `by: ==` would be
// that of `AnyHashable`, which is false for a demand and a number.
extension Subscribers.Demand {
    /// Whether a demand is for exactly a number of values; `.unlimited` never is.
    @export(implementation)
    public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }

    /// Whether a demand is for fewer values than a number.
    @export(implementation)
    @_disfavoredOverload
    public static func < (lhs: Self, rhs: Int) -> Bool { lhs != .unlimited && lhs.rawValue < rhs }

    /// Whether a demand is for more values than a number; `.unlimited` always is.
    @export(implementation)
    @_disfavoredOverload
    public static func > (lhs: Self, rhs: Int) -> Bool { lhs == .unlimited || lhs.rawValue > rhs }

    /// Whether a demand is for at least a number of values.
    @export(implementation)
    @_disfavoredOverload
    public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }

    /// Whether a demand is for at most a number of values.
    @export(implementation)
    @_disfavoredOverload
    public static func <= (lhs: Self, rhs: Int) -> Bool { !(lhs > rhs) }
}

extension Subscribers.Demand {
    /// Whether a demand is not for exactly a number of values.
    @export(implementation)
    public static func != (lhs: Self, rhs: Int) -> Bool { !(lhs == rhs) }

    /// Whether a number of values is exactly a demand; never that of `.unlimited`.
    @export(implementation)
    public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }

    /// Whether a number of values is not exactly a demand.
    @export(implementation)
    public static func != (lhs: Int, rhs: Self) -> Bool { !(rhs == lhs) }

    /// Whether a number of values is less than a demand; any is less than `.unlimited`.
    @export(implementation)
    @_disfavoredOverload
    public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }

    /// Whether a number of values is more than a demand.
    @export(implementation)
    @_disfavoredOverload
    public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }

    /// Whether a number of values is at most a demand.
    @export(implementation)
    @_disfavoredOverload
    public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }

    /// Whether a number of values is at least a demand.
    @export(implementation)
    @_disfavoredOverload
    public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }
}

/// A demand is encoded as one number, as in Combine; `.unlimited` as 2⁶³, the number that follows the largest
/// `Int` of 64 bits, on every system.
extension Subscribers.Demand: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: Int(clamping: try decoder.singleValueContainer().decode(UInt64.self)))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(max.map { UInt64($0) } ?? UInt64(Int64.max) + 1)
    }
}
