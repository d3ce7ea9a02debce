import Streams

/// The running loads of a session. There are few, so that a search takes less time than hashing.
@usableFromInline
struct RunningLoads<ID: Hashable> {
    @usableFromInline var ids: ContiguousArray<ID> = []
    @usableFromInline var links: ContiguousArray<SubscriptionLink> = []

    @inlinable
    init() {}

    @inlinable
    mutating func add(_ link: SubscriptionLink, _ id: ID) {
        ids.append(id)
        links.append(link)
    }

    @inlinable
    mutating func remove(_ id: ID) -> SubscriptionLink? {
        guard let index = ids.firstIndex(of: id) else { return nil }
        ids.remove(at: index)
        return links.remove(at: index)
    }

    @inlinable
    mutating func removeAll() -> ContiguousArray<SubscriptionLink> {
        defer { self = Self() }
        return links
    }
}
