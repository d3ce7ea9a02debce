/// A subscription whose two methods are closures that are made where the stream's types are known.
///
/// The closures stay specialized; see ``SpecializedSubscription``.
@usableFromInline
package final class BoundSubscription: AbandonableSubscription, CustomStringConvertible {
    private let name: StaticString
    private let onRequest: @Sendable (Subscribers.Demand) -> Void
    private let onCancel: @Sendable () -> Void
    private let onAbandon: (@Sendable () -> Void)?

    /// Creates a subscription.
    ///
    /// - Parameters:
    ///   - name: What ``Publisher/print(_:to:)`` prints for it, the name that it has in Combine.
    ///   - request: Called with each demand.
    ///   - cancel: Called at a cancellation.
    ///   - abandon: Called when no request follows. After it the closures hold nothing that holds the
    ///     subscriber; without it, the subscription is released then.
    @usableFromInline
    package init(
        _ name: StaticString = "Subscription",
        request: @escaping @Sendable (Subscribers.Demand) -> Void,
        cancel: @escaping @Sendable () -> Void,
        abandon: (@Sendable () -> Void)? = nil
    ) {
        self.name = name
        onRequest = request
        onCancel = cancel
        onAbandon = abandon
    }

    var weakened: any Subscription { onAbandon == nil ? Subscriptions.empty : self }

    func abandon() { onAbandon?() }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) { onRequest(demand) }

    @usableFromInline
    package func cancel() { onCancel() }

    @usableFromInline
    package var description: String { "\(name)" }
}
