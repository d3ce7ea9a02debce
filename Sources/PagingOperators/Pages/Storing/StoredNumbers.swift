import FluxLoading
import Foundation

// The numbers of keys that are read from a file, which may have been changed: arithmetic with others would
// end the process.
extension ClosedRange<Int> {
    /// The numbers of pages. A list that begins at the largest number that a request may have can be
    /// continued.
    static var pageNumbers: Self { -largestPosition...largestPosition }

    /// The numbers of items before a page that are sent.
    static var offsets: Self { 0...largestPosition }

    /// The numbers of items or pages that are counted.
    package static var counts: Self { 0...Int.max / 2 }

    private static var largestPosition: Int { URL.queryNumbers.upperBound * 2 }
}

extension KeyedDecodingContainer {
    /// Decodes a number.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if it is not in a range.
    package func decode(_ range: ClosedRange<Int>, forKey key: Key) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard range ~= number else { throw failure(of: key, "\(number) is not a number that a list has.") }
        return number
    }

    /// Decodes a number, if there is one.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if it is not in a range.
    func decodeIfPresent(_ range: ClosedRange<Int>, forKey key: Key) throws -> Int? {
        try decodeIfPresent(Int.self, forKey: key).map { _ in try decode(range, forKey: key) }
    }

    func failure(of key: Key, _ description: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: description)
    }
}
