/// The key of a numbered page.
public struct PageNumber: Hashable, Sendable, Codable {
    /// The number of the page.
    public var number: Int

    /// How many items the pages before it have.
    public var itemsBefore: Int

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - number: The number of the page, as the server counts.
    ///   - itemsBefore: How many items the pages before it have, zero or more.
    public init(number: Int, itemsBefore: Int) {
        self.number = number
        self.itemsBefore = itemsBefore
    }
}
