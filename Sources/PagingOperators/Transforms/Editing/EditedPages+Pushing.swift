// Versions of rows that the server has pushed.
extension EditedPages {
    /// Updates and deletes rows.
    ///
    /// Loaded rows are replaced by their latest version, so that nothing is applied again when they are
    /// rendered.
    ///
    /// - Complexity: O(1) a row besides its page.
    mutating func push(_ rows: any Sendable) -> [PageChange<Item>] {
        guard let rows = rows as? PushedRows<Item, Identity> else { return [] }
        pushed.merge(rows)
        var changes: [PageChange<Item>] = []
        for id in rows.identities {
            if let item = rows.version(of: id) {
                store(item, as: id)
                changes += update(id)
            } else {
                changes += renderPages(of: id)
            }
        }
        return changes
    }

    /// Replaces the loaded rows with an identity.
    private mutating func store(_ item: Item, as id: Identity) {
        for page in pageIndex[id] {
            for row in identity.positions(of: id, in: pages[page]) { pages[page][row] = item }
        }
    }

    /// The items, each in its latest version.
    func latest(_ items: [Item]) -> [Item] {
        pushed.isEmpty ? items : items.map { latest($0) }
    }

    func latest(_ item: Item) -> Item {
        pushed.isEmpty ? item : pushed.version(of: identity(item)) ?? item
    }
}
