/// A subscription whose two methods are closures that are made where the stream's types are known.
///
/// The closures stay specialised; see ``SpecializedSubscription``.
@usableFromInline
package final class BoundSubscription: Subscription {
    private let onRequest: @Sendable (Subscribers.Demand) -> Void
    private let onCancel: @Sendable () -> Void

    @usableFromInline
    package init(
        request: @escaping @Sendable (Subscribers.Demand) -> Void,
        cancel: @escaping @Sendable () -> Void
    ) {
        onRequest = request
        onCancel = cancel
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) { onRequest(demand) }

    @usableFromInline
    package func cancel() { onCancel() }
}
