import Streams

/// The running loads of a session. There are few, so that a search takes less time than hashing.
@usableFromInline
struct RunningLoads<ID: Hashable> {
    @usableFromInline var ids: ContiguousArray<ID> = []
    @usableFromInline var links: ContiguousArray<SubscriptionLink> = []

    @inlinable
    init() {}

    /// Returns the link of a load, which is added if it is not running.
    @inlinable
    mutating func link(of id: ID) -> SubscriptionLink {
        if let index = ids.firstIndex(of: id) { return links[index] }
        let link = SubscriptionLink()
        ids.append(id)
        links.append(link)
        return link
    }

    @inlinable
    mutating func remove(_ id: ID) -> SubscriptionLink? {
        guard let index = ids.firstIndex(of: id) else { return nil }
        ids.remove(at: index)
        return links.remove(at: index)
    }

    /// Removes all loads.
    ///
    /// - Returns: Their links, the newest first: loads that wait for the end of older ones don't start when
    ///   these are cancelled.
    @inlinable
    mutating func removeAll() -> ContiguousArray<SubscriptionLink> {
        defer { self = Self() }
        links.reverse()
        return links
    }
}
