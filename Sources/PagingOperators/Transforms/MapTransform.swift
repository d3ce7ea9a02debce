/// Converts each item.
public struct MapTransform<Input: Sendable, Output: Sendable>: PageTransform {
    @usableFromInline let apply: @Sendable ([Input]) -> [Output]

    // The loop is bound here, where the types are known: the feed's own code is generic.
    @inlinable
    init(_ transform: @escaping @Sendable (Input) -> Output) {
        apply = { $0.map(transform) }
    }

    @inlinable
    public func makeMemory() {}

    @inlinable
    public func append(_ items: [Input], memory: inout Void) -> [Output] {
        apply(items)
    }
}
