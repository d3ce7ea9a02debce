import Foundation

/// The identities of a list's rows by section.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
{
    public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
    private(set) var items: [[ItemIdentifierType]] = []
    private(set) var reloaded: Set<ItemIdentifierType> = []
    private(set) var reconfigured: Set<ItemIdentifierType> = []

    public init() {}

    public var itemIdentifiers: [ItemIdentifierType] { Array(items.joined()) }

    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        guard let section = sectionIdentifiers.firstIndex(of: identifier) else {
            Exceptions.raise("Section identifier was not found.")
            return []
        }
        return items[section]
    }

    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        sectionIdentifiers += identifiers
        items += identifiers.map { _ in [] }
        if Set(sectionIdentifiers).count < sectionIdentifiers.count {
            Exceptions.raise("Fatal: supplied section identifiers are not unique.")
        }
    }

    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        let section =
            sectionIdentifier.map { sectionIdentifiers.firstIndex(of: $0) } ?? items.indices.last
        guard let section else {
            return Exceptions.raise(
                "There are currently no sections in the data source. Please add a section first.")
        }
        items[section] += identifiers
        if Set(items.joined()).count < items.map(\.count).reduce(0, +) {
            Exceptions.raise("Fatal: supplied item identifiers are not unique.")
        }
    }

    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        reloaded.formUnion(existing(identifiers, to: "reload"))
    }

    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        reconfigured.formUnion(existing(identifiers, to: "reconfigure"))
    }

    private func existing(_ identifiers: [ItemIdentifierType], to verb: String) -> Set<ItemIdentifierType> {
        let known = Set(items.joined())
        for identifier in identifiers where !known.contains(identifier) {
            Exceptions.raise(
                "Attempted to \(verb) item identifier that does not exist in the snapshot: \(identifier)")
        }
        return known.intersection(identifiers)
    }
}

extension NSDiffableDataSourceSnapshot {
    var counts: [Int] { items.map(\.count) }

    /// The rows of some items.
    func paths(of identifiers: Set<ItemIdentifierType>) -> [IndexPath] {
        items.indices.flatMap { section in
            items[section].indices.filter { identifiers.contains(items[section][$0]) }
                .map { IndexPath(row: $0, section: section) }
        }
    }

    /// The updates that lead to this snapshot from one with the same sections; `nil` if the sections differ.
    func updates(since old: Self) -> ListUpdates? {
        guard sectionIdentifiers == old.sectionIdentifiers else { return nil }
        var updates = ListUpdates()
        for section in items.indices {
            for change in items[section].difference(from: old.items[section]) {
                switch change {
                case .insert(let row, _, _): updates.inserted.append(IndexPath(row: row, section: section))
                case .remove(let row, _, _): updates.removed.append(IndexPath(row: row, section: section))
                }
            }
        }
        let kept = reloaded.subtracting(Set(updates.removed.map { old.items[$0.section][$0.row] }))
        updates.reloaded = old.paths(of: kept)
        return updates
    }
}
