/// A subscription whose two methods are closures that are made where the stream's types are known.
///
/// The closures stay specialised; see ``SpecializedSubscription``.
@usableFromInline
package final class BoundSubscription: Subscription, CustomStringConvertible {
    private let name: StaticString
    private let onRequest: @Sendable (Subscribers.Demand) -> Void
    private let onCancel: @Sendable () -> Void

    /// Creates a subscription.
    ///
    /// - Parameters:
    ///   - name: What ``Publisher/print(_:to:)`` prints for it, the name that it has in Combine.
    ///   - request: Called with each demand.
    ///   - cancel: Called at a cancellation.
    @usableFromInline
    package init(
        _ name: StaticString = "Subscription",
        request: @escaping @Sendable (Subscribers.Demand) -> Void,
        cancel: @escaping @Sendable () -> Void
    ) {
        self.name = name
        onRequest = request
        onCancel = cancel
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) { onRequest(demand) }

    @usableFromInline
    package func cancel() { onCancel() }

    @usableFromInline
    package var description: String { "\(name)" }
}
