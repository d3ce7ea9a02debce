/// An edit.
package struct EditEntry<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    enum Kind: Sendable {
        case update(Identity, @Sendable (inout Item) -> Void)
        case remove(Identity)
        case insert(Item, FeedPlace<Identity>)
        case move(Identity, FeedPlace<Identity>)
    }

    /// Counts up from one edit to the next.
    let number: Int
    var kind: Kind
    /// Whether it stays through all refreshes, because it is not confirmed.
    var survivesRefresh: Bool
    /// Whether a refresh has begun since it was made or confirmed.
    var isOld = false
}

extension EditEntry {
    /// Whether the edit puts a row to a place.
    var places: Bool {
        switch kind {
        case .update, .remove: false
        case .insert, .move: true
        }
    }

    /// Whether the edit inserts a row with an identity.
    func inserts(_ id: Identity, identity: (Item) -> Identity) -> Bool {
        if case .insert(let item, _) = kind { identity(item) == id } else { false }
    }

    /// Refers to a row by its new identity.
    mutating func rename(_ old: Identity, to new: Identity) {
        let renamed = { (id: Identity) in id == old ? new : id }
        switch kind {
        case .update(let id, let change): kind = .update(renamed(id), change)
        case .remove(let id): kind = .remove(renamed(id))
        case .insert(let item, let place): kind = .insert(item, place.renamed(renamed))
        case .move(let id, let place): kind = .move(renamed(id), place.renamed(renamed))
        }
    }

    /// Inserts another row in place of the one before.
    mutating func replaceItem(by item: Item) {
        if case .insert(_, let place) = kind { kind = .insert(item, place) }
    }
}

extension FeedPlace {
    fileprivate func renamed(_ rename: (Identity) -> Identity) -> Self {
        switch self {
        case .start, .end: self
        case .before(let id): .before(rename(id))
        case .after(let id): .after(rename(id))
        }
    }
}
