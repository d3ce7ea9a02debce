/// The key of a page of ``NumberPages``.
public struct PageNumber: Hashable, Sendable, Codable {
    /// The number of the page.
    public var number: Int

    /// The number of items of the pages before it.
    public var itemsBefore: Int

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - number: The number of the page, as the server counts.
    ///   - itemsBefore: The number of items of the pages before it; zero or more.
    public init(number: Int, itemsBefore: Int) {
        self.number = number
        self.itemsBefore = itemsBefore
    }
}

extension PageNumber {
    /// Reads a key.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if a number is none that a list may have.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        number = try fields.decode(.pageNumbers, forKey: .number)
        itemsBefore = try fields.decode(.counts, forKey: .itemsBefore)
    }
}
