import Foundation

/// A list of an earlier session, as a store has delivered it.
@usableFromInline
package struct StoredList<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// The pages of the list.
    @usableFromInline package var snapshot: PagingSnapshot<Key, Item>

    /// The time at which the first page was loaded.
    @usableFromInline package var loadedAt: Date

    /// Whether the list is recent enough to be shown without being loaded again.
    @usableFromInline package var isValid: Bool

    /// Makes a stored list.
    ///
    /// - Parameters:
    ///   - snapshot: Its pages.
    ///   - loadedAt: When its first page was loaded.
    ///   - isValid: Whether it needs not be loaded again.
    package init(snapshot: PagingSnapshot<Key, Item>, loadedAt: Date, isValid: Bool) {
        self.snapshot = snapshot
        self.loadedAt = loadedAt
        self.isValid = isValid
    }

    /// Whether it has the page with a key; `nil` is that of the first page, which may have been loaded with
    /// another one.
    func hasPage(with key: Key?) -> Bool {
        let pages = snapshot.pages
        if pages.contains(where: { $0.key == key }) { return true }
        return key == nil && snapshot.keysBefore.isEmpty && pages.first?.page.previous == nil
    }
}

/// A list in a form that a store keeps for the next session.
@usableFromInline
package struct StorableList<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// The pages of the list.
    package let snapshot: PagingSnapshot<Key, Item>

    /// The index of the page that the list begins with.
    package let startPage: Int

    /// The time at which the pages were loaded, if they come from a store themselves.
    package let storedAt: Date?

    /// The number of the generation in the session.
    package let generation: Int

    /// The number of pages that the session has loaded so far.
    package let loadedPages: Int
}
