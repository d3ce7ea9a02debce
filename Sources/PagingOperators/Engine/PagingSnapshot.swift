/// A list as it can be saved: its pages as they came from the source, and the row that was shown last.
///
/// What transforms made of the pages is not saved: they are applied again. Loads, failures and edits are not saved
/// either.
public struct PagingSnapshot<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// A page as it came from the source.
    public struct SavedPage: Sendable {
        /// What it was asked for with; `nil` for the source's first page.
        public var key: Key?

        /// What the source returned.
        public var page: Page<Key, Item>

        /// Makes a saved page.
        ///
        /// - Parameters:
        ///   - key: What it was asked for with; `nil` for the source's first page.
        ///   - page: What the source returned.
        public init(key: Key?, page: Page<Key, Item>) {
            self.key = key
            self.page = page
        }
    }

    /// The pages, in the order of the list.
    public var pages: [SavedPage]

    /// The keys of the pages before the first one that had left the list, in the order of the list.
    public var keysBefore: [Key?]

    /// The row that was shown last, as rows were counted then.
    public var shownRow: Int?

    /// Makes a saved list, for tests; feeds make their own.
    ///
    /// - Parameters:
    ///   - pages: The pages, in the order of the list.
    ///   - keysBefore: The keys of the pages before the first one that had left the list.
    ///   - shownRow: The row that was shown last; `nil` if none was.
    public init(pages: [SavedPage], keysBefore: [Key?] = [], shownRow: Int? = nil) {
        self.pages = pages
        self.keysBefore = keysBefore
        self.shownRow = shownRow
    }
}

extension PagingSnapshot: Codable where Key: Codable, Item: Codable {}
extension PagingSnapshot.SavedPage: Codable where Key: Codable, Item: Codable {}
extension PagingSnapshot: Equatable where Item: Equatable {}
extension PagingSnapshot.SavedPage: Equatable where Item: Equatable {}
