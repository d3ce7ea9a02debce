/// A subscription whose two methods are closures that are made where the stream's types are known.
///
/// A call through `any Subscription` into a generic class runs that class's unspecialised code, and with it
/// the whole chain downstream, at many times the cost. A closure made in specialised code stays specialised.
/// A subscription that delivers values from inside `request` is therefore sent downstream as one of these.
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
