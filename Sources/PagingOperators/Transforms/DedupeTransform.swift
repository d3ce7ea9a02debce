/// Drops items whose identity is in the list already.
public struct DedupeTransform<Item: Sendable, Identity: Hashable & Sendable>: PageTransform {
    @usableFromInline let apply: @Sendable ([Item], inout Set<Identity>) -> [Item]

    // The loop is bound here, where the types are known: the feed's own code is generic.
    @inlinable
    init(_ identity: @escaping @Sendable (Item) -> Identity) {
        apply = { items, seen in
            // The usual page has no duplicate and is passed on without a copy.
            guard let first = items.firstIndex(where: { !seen.insert(identity($0)).inserted }) else {
                return items
            }
            var kept = Array(items[..<first])
            for item in items[(first + 1)...] where seen.insert(identity(item)).inserted { kept.append(item) }
            return kept
        }
    }

    @inlinable
    public func makeMemory() -> Set<Identity> { [] }

    @inlinable
    public func append(_ items: [Item], memory: inout Set<Identity>) -> [Item] {
        apply(items, &memory)
    }
}
