/// A list in a form that can be saved: its pages as the source returned them, and the rows that were in view.
///
/// The output of transforms is not saved: they are applied again. Loads, failures and edits are not saved
/// either.
public struct PagingSnapshot<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// A page as the source returned it.
    public struct SavedPage: Sendable {
        /// The key with which it was requested; `nil` for the source's first page.
        public var key: Key?

        /// The page.
        public var page: Page<Key, Item>

        /// Creates a saved page.
        ///
        /// - Parameters:
        ///   - key: The key with which it was requested; `nil` for the source's first page.
        ///   - page: The page as the source returned it.
        public init(key: Key?, page: Page<Key, Item>) {
            self.key = key
            self.page = page
        }
    }

    /// The pages, in the order of the list.
    public var pages: [SavedPage]

    /// The keys of the pages before the first one that were removed from the list, in the order of the list.
    public var keysBefore: [Key?]

    /// The keys of the pages after the last one that were removed from the list and that no page names as its
    /// next one, the farthest first.
    public var keysAfter: [Key?]

    /// The number of rows on the pages before the first one, as far as they were loaded. If the source does
    /// not count its items, rows of the whole list are numbered with them.
    public var rowsBefore: Int

    /// The rows that were in view, with the row numbers of that time.
    public var shownRows: Range<Int>?

    /// Creates a snapshot, for tests; feeds make their own.
    ///
    /// - Parameters:
    ///   - pages: The pages, in the order of the list.
    ///   - keysBefore: The keys of the pages before the first one that were removed from the list.
    ///   - keysAfter: The keys of the pages after the last one that were removed and that no page names, the
    ///     farthest first.
    ///   - rowsBefore: The number of rows before the first page that were loaded once.
    ///   - shownRows: The rows that were in view; `nil` if none was shown.
    public init(
        pages: [SavedPage], keysBefore: [Key?] = [], keysAfter: [Key?] = [], rowsBefore: Int = 0,
        shownRows: Range<Int>? = nil
    ) {
        self.pages = pages
        self.keysBefore = keysBefore
        self.keysAfter = keysAfter
        self.rowsBefore = rowsBefore
        self.shownRows = shownRows
    }
}

extension PagingSnapshot: Codable where Key: Codable, Item: Codable {}
extension PagingSnapshot.SavedPage: Codable where Key: Codable, Item: Codable {}
extension PagingSnapshot: Equatable where Item: Equatable {}
extension PagingSnapshot.SavedPage: Equatable where Item: Equatable {}
