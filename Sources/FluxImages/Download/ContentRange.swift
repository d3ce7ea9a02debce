/// The `Content-Range` field of a partial response: `bytes 10-19/20` (RFC 9110 §14.4).
struct ContentRange: Equatable, Sendable {
    /// The positions of the bytes in the whole.
    let range: ClosedRange<Int>

    /// The number of bytes of the whole; `nil` if it is unknown.
    let total: Int?

    /// Parses a field; `nil` if it is malformed, is in another unit, or contradicts itself.
    init?(_ field: String) {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let numbers = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard numbers.count == 2 else { return nil }
        let ends = numbers[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
            first <= last
        else { return nil }
        range = first...last
        total = Self.number(numbers[1])
        if let total { guard last < total else { return nil } } else if numbers[1] != "*" { return nil }
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { 48...57 ~= $0 } ? Int(text) : nil
    }
}
