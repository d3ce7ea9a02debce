import Streams

/// The loads that a session has begun: one in each direction at most, so that looking through them is quick.
@usableFromInline
struct RunningLoads {
    @usableFromInline var ids: ContiguousArray<LoadID> = []
    @usableFromInline var links: ContiguousArray<SubscriptionLink> = []

    @inlinable
    init() {}

    @inlinable
    mutating func add(_ link: SubscriptionLink, _ id: LoadID) {
        ids.append(id)
        links.append(link)
    }

    @inlinable
    mutating func remove(_ id: LoadID) -> SubscriptionLink? {
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
