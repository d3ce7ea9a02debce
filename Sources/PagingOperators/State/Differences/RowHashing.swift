/// Compares and hashes the identities of items, whose type is known only where it is made.
@usableFromInline
struct RowHashing<Item>: Sendable {
    @usableFromInline
    typealias Hash = @Sendable (_ items: UnsafeBufferPointer<Item>, _ hashes: inout [Int]) -> Void
    @usableFromInline
    typealias AreSame = @Sendable (_ one: UnsafePointer<Item>, _ other: UnsafePointer<Item>) -> Bool

    /// Writes the hashes of the identities of items.
    let hash: Hash
    /// Whether two items have the same identity.
    let areSame: AreSame

    @usableFromInline
    init(hash: @escaping Hash, areSame: @escaping AreSame) {
        self.hash = hash
        self.areSame = areSame
    }

    /// Makes the identity that a closure returns.
    @inlinable
    init<Identity: Hashable & Sendable>(by identity: @escaping @Sendable (Item) -> Identity) {
        self.init(
            hash: { items, hashes in
                for row in 0..<items.count { hashes[row] = identity(items[row]).hashValue }
            },
            areSame: { identity($0.pointee) == identity($1.pointee) })
    }
}
