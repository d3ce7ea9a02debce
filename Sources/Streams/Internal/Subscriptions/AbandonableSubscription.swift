/// A subscription that no other object than its subscriber holds, or that forwards to another one.
///
/// A subscriber that has released its subscription and whose demand is met gets no more values. What waits
/// for its requests, such as a sequence, is held by the subscriptions below it only, and holds the subscriber
/// in turn. An operator that can get no more requests therefore *abandons* its upstreams: it holds them
/// weakly, as do the operators above. A source that can still send a signal is held elsewhere, by a subject,
/// a timer or a task, so that it stays, and can be cancelled; one that cannot is released. A source outside
/// of the package stays in any case; see ``SourceSubscription``.
protocol AbandonableSubscription: Subscription {
    /// What is held of the subscription once it is abandoned; it can be cancelled. Calls nothing.
    var weakened: any Subscription { get }

    /// Notes that no request follows. Idempotent, and to be called when no event is being handled.
    ///
    /// From then on, the subscription holds nothing that holds its subscriber.
    func abandon()
}

extension AbandonableSubscription {
    var weakened: any Subscription { self }
}

/// A subscription that its source holds while it can still send a signal. Once it is abandoned, it is held
/// weakly.
///
/// All subscriptions of the package are of this kind, or abandonable. Another one may be held by its
/// subscriber only while its source sends values, as the target of a control or an observer that removes
/// itself: it is held until the end, as in Combine.
package protocol SourceSubscription: Subscription, AnyObject {}

extension Subscription {
    /// What an operator holds of a subscription that it has abandoned.
    var whenAbandoned: any Subscription {
        if let subscription = self as? any AbandonableSubscription { return subscription.weakened }
        return self is any SourceSubscription ? weakReference : self
    }

    /// A subscription that cancels this object, and does not retain it.
    var weakReference: any Subscription {
        WeakSubscription(self as AnyObject) { ($0 as? any Subscription)?.cancel() }
    }

    /// Notes that no request follows.
    func requestNoMore() {
        (self as? any AbandonableSubscription)?.abandon()
    }
}

/// Cancels an object that it does not retain.
private final class WeakSubscription: AbandonableSubscription, @unchecked Sendable {
    // Sendable: the reference does not change, except when the object is released, which is atomic.

    private weak var object: AnyObject?
    private let onCancel: @Sendable (AnyObject) -> Void

    init(_ object: AnyObject, onCancel: @escaping @Sendable (AnyObject) -> Void) {
        self.object = object
        self.onCancel = onCancel
    }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {
        if let object { onCancel(object) }
    }

    func abandon() {}
}

/// A subscription whose methods call an object, which the source holds: a stage or a timer.
///
/// The closures capture nothing, and stay specialized; see ``SpecializedSubscription``.
@usableFromInline
package final class ObjectSubscription: AbandonableSubscription, @unchecked Sendable {
    // Sendable: the object is.

    private let object: AnyObject
    private let onRequest: @Sendable (AnyObject, Subscribers.Demand) -> Void
    private let onCancel: @Sendable (AnyObject) -> Void

    /// Creates a subscription.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - request: Called with the object and each demand; with none once it is abandoned.
    ///   - cancel: Called with the object at a cancellation.
    @usableFromInline
    package init(
        _ object: AnyObject & Sendable,
        request: @escaping @Sendable (AnyObject, Subscribers.Demand) -> Void,
        cancel: @escaping @Sendable (AnyObject) -> Void
    ) {
        self.object = object
        onRequest = request
        onCancel = cancel
    }

    var weakened: any Subscription { WeakSubscription(object, onCancel: onCancel) }

    func abandon() { request(.none) }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) { onRequest(object, demand) }

    @usableFromInline
    package func cancel() { onCancel(object) }
}
