/// The base of generic subscriptions that deliver values from inside `request`.
///
/// A call through `any Subscription` into a generic class runs that class's unspecialized code, and with it
/// the whole chain downstream, at many times the cost. A subclass passes two closures that capture nothing:
/// these are specialized as its initializer is, and need no object of their own.
@usableFromInline
package class SpecializedSubscription: SourceSubscription, CustomStringConvertible, @unchecked Sendable {
    // Sendable: the variables do not change; a subclass says why its own are.

    private let onRequest: @Sendable (SpecializedSubscription, Subscribers.Demand) -> Void
    private let onCancel: @Sendable (SpecializedSubscription) -> Void

    /// Creates a subscription.
    ///
    /// - Parameters:
    ///   - request: Called with this subscription and each demand.
    ///   - cancel: Called with this subscription at each cancellation.
    @usableFromInline
    package init(
        request: @escaping @Sendable (SpecializedSubscription, Subscribers.Demand) -> Void,
        cancel: @escaping @Sendable (SpecializedSubscription) -> Void
    ) {
        onRequest = request
        onCancel = cancel
    }

    @usableFromInline
    package final func request(_ demand: Subscribers.Demand) { onRequest(self, demand) }

    @usableFromInline
    package final func cancel() { onCancel(self) }

    @usableFromInline
    package var description: String { "Subscription" }
}
