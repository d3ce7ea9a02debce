/// An edit.
///
/// It is an object, and stored as ``AnyEdit``, because the code of edits is not specialized: there, the
/// metadata of a generic type are looked up for each array or dictionary of its values, which costs more than
/// the rest of an edit.
final class Edit<Item: Sendable, Identity: Hashable & Sendable>: AnyEdit {
    /// What the edit does to its row. Rows and places are indirect, so that the layout does not depend on the
    /// types.
    enum Action: Sendable {
        case update(@Sendable (inout Item) -> Void)
        case remove
        /// The anchor is the place beside another row, or on a page, at which the inserted row stays from its
        /// confirmation on, while that is in the list.
        indirect case insert(Item, EditPlace<Identity>, anchor: EditPlace<Identity>? = nil)
        indirect case move(EditPlace<Identity>)
    }

    let number: Int
    let action: Action
    /// The identity of the row.
    let id: Identity

    init(number: Int, action: Action, id: Identity) {
        self.number = number
        self.action = action
        self.id = id
    }

    /// An edit of these types, of which the caller is sure.
    @inline(__always)
    static func of(_ edit: any AnyEdit) -> Edit { unsafeDowncast(edit, to: Edit.self) }
}

/// An edit without the types of its row.
protocol AnyEdit: AnyObject, Sendable {
    /// Counts up from one edit to the next.
    var number: Int { get }
}

/// An edit that is in effect, and for how long.
struct EditEntry: Sendable {
    /// An ``Edit``.
    var edit: any AnyEdit
    /// Whether it stays through all refreshes, because it is not confirmed.
    var survivesRefresh: Bool
    /// The number of confirmations up to its own; `nil` unless the server has confirmed it.
    var confirmation: Int?
    /// Whether a refresh has begun since it was made or confirmed.
    var isOld = false
}

/// An inserted row, and the one as which it was confirmed.
struct RowReplacement<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    let temporary: Identity
    let id: Identity
    let saved: Item

    /// The same edit, which refers to the row by its new identity.
    func renaming(_ entry: EditEntry) -> EditEntry {
        var entry = entry
        entry.edit = Edit<Item, Identity>.of(entry.edit).renaming(temporary, to: id)
        return entry
    }
}

extension Edit {
    /// Whether the edit puts a row to a place.
    @inline(__always)
    var places: Bool {
        switch action {
        case .update, .remove: false
        case .insert, .move: true
        }
    }

    /// Whether the edit removes its row.
    @inline(__always)
    var removes: Bool { if case .remove = action { true } else { false } }

    /// Whether the edit inserts its row.
    var inserts: Bool { if case .insert = action { true } else { false } }

    /// Whether its row has been put beside another one.
    var isAnchored: Bool { if case .insert(_, _, .some) = action { true } else { false } }

    /// The same edit, which refers to a row by its new identity.
    func renaming(_ old: Identity, to new: Identity) -> Edit {
        let renamed = { (id: Identity) in id == old ? new : id }
        let action: Action =
            switch self.action {
            case .update, .remove: self.action
            case .insert(let item, let place, let anchor):
                .insert(item, place.renamed(renamed), anchor: anchor?.renamed(renamed))
            case .move(let place): .move(place.renamed(renamed))
            }
        return Edit(number: number, action: action, id: renamed(id))
    }

    /// The same edit, whose row stays at a place.
    func anchored(at anchor: EditPlace<Identity>?) -> Edit {
        guard case .insert(let item, let place, _) = action else { return self }
        return Edit(number: number, action: .insert(item, place, anchor: anchor), id: id)
    }

    /// The same edit for another generation, whose pages are others.
    var withoutPage: Edit {
        guard case .insert(_, _, let anchor?) = action, anchor.page != nil else { return self }
        return anchored(at: nil)
    }

    /// The same edit, which inserts another version of its row.
    func inserting(_ item: Item) -> Edit {
        guard case .insert(_, let place, let anchor) = action else { return self }
        return Edit(number: number, action: .insert(item, place, anchor: anchor), id: id)
    }
}
