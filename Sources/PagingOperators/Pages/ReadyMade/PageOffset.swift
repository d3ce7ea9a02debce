/// The key of a page of ``OffsetPages``.
///
/// An integer literal is a page of the usual size: `startingAt: 60`.
public struct PageOffset: Hashable, Sendable, Codable {
    /// The number of items before the page.
    public let offset: Int

    /// The number of items of the page; `nil` for the limit of the source. Less than that for the first page
    /// of a list that begins in the middle.
    public let count: Int?

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - offset: The number of items before the page; zero or more.
    ///   - count: The number of items of the page, at least one; `nil` for the limit of the source.
    public init(_ offset: Int, count: Int? = nil) {
        precondition(offset >= 0, "The offset of a page is negative: \(offset). It must be zero or more.")
        precondition(count ?? 1 > 0, "A page has at least one item: count must be positive.")
        self.offset = offset
        self.count = count
    }
}

extension PageOffset: ExpressibleByIntegerLiteral {
    public init(integerLiteral offset: Int) { self.init(offset) }
}

extension PageOffset {
    /// Reads a key.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if a number is none that a list may have.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        offset = try fields.decode(.offsets, forKey: .offset)
        count = try fields.decodeIfPresent(.offsets, forKey: .count)
        if count == 0 { throw fields.failure(of: .count, "A page has at least one item.") }
    }
}
