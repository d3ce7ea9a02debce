/// Converts each item.
public struct MapTransform<Input: Sendable, Output: Sendable>: PageTransform {
    @usableFromInline let transform: @Sendable (Input) -> Output
    @usableFromInline let transformPage: @Sendable ([Input]) -> [Output]

    // The loop is bound here, where the types are known: the feed's own code is generic.
    @inlinable
    init(_ transform: @escaping @Sendable (Input) -> Output) {
        self.transform = transform
        transformPage = { $0.map(transform) }
    }

    @inlinable
    public func makeMemory() {}

    @inlinable
    public func apply(_ change: PageChange<Input>, memory: inout Void) -> [PageChange<Output>] {
        switch change {
        case .insert(let page, let items): [.insert(page: page, transformPage(items))]
        case .remove(let page): [.remove(page: page)]
        case .edit(let page, let edits): [.edit(page: page, edits.map { $0.map(transform) })]
        case .ends(let ends): [.ends(ends)]
        }
    }
}
