/// The core of an operator whose signals come from several sources: upstreams, downstream's requests, timers.
///
/// A drain delivers them as events, one at a time, and downstream holds the stage's link as its subscription.
/// A stage implements ``handle(_:)`` and ``release()``.
@usableFromInline
package protocol SerialStage: AnyObject, Sendable {
    associatedtype Downstream: Subscriber
    associatedtype Event: StageEvent

    var drain: Drain<Event> { get }

    /// The subscription that downstream holds.
    var link: SubscriptionLink { get }

    var downstream: Downstream { get }

    /// What ``Publisher/print(_:to:)`` prints for the subscription, the name that it has in Combine.
    var name: StaticString { get }

    /// Handles an event. Called by the drain's owner only.
    ///
    /// The stage calls downstream directly, and upstream through ``Drain/deferUpstream(_:)``.
    func handle(_ event: Event)

    /// Drops the stage's values and cancels its upstreams, at the end of the stream or when it is cancelled.
    /// Called by the drain's owner only.
    func release()
}

/// The events of every stage.
@usableFromInline
package protocol StageEvent: Sendable {
    static func request(_ demand: Subscribers.Demand) -> Self
    static var cancel: Self { get }
}

extension SerialStage {
    @export(implementation) package var name: StaticString { "Subscription" }

    /// Turns downstream's requests and its cancellation into events.
    @export(implementation)
    package func bindLink() {
        link.attach(
            ObjectSubscription(
                self, request: { unsafeDowncast($0, to: Self.self).submit(.request($1)) },
                cancel: { unsafeDowncast($0, to: Self.self).submit(.cancel) }))
    }

    /// Sends the subscription downstream. Call this before anything else.
    @export(implementation)
    package func begin() {
        bindLink()
        downstream.receive(subscription: StageSubscription(link, of: name))
    }

    /// Handles an event now, or queues it if the drain has an owner.
    @export(implementation)
    package func submit(_ event: Event) {
        guard drain.enter() else { return post(event) }
        handle(event)
        leaveDrain()
    }

    /// Ends the stream, unless it has ended: releases what the stage holds, then sends the completion. To be
    /// called by the drain's owner only.
    @export(implementation)
    package func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard link.finish() else { return }
        release()
        downstream.receive(completion: completion)
    }

    /// Runs work now, as the drain's owner, or queues the equivalent event if the drain has an owner.
    ///
    /// The same as ``submit(_:)``, except that no event is created if the drain has no owner.
    @export(implementation) @inline(__always)
    package func perform(_ work: () -> Void, or event: @autoclosure () -> Event) {
        guard drain.enter() else { return post(event()) }
        work()
        leaveDrain()
    }

    @export(implementation) @inline(never)
    package func post(_ event: Event) {
        drain.post(event) { handleQueued($0) }
    }

    @export(implementation) @inline(__always)
    package func leaveDrain() {
        if !drain.leaveQuickly() { leaveDrainSlowly() }
    }

    @export(implementation) @inline(never)
    package func leaveDrainSlowly() {
        drain.leave { handleQueued($0) }
    }

    /// Handles an event of the queue. Not inlined: the loops over the queue are seldom used, and each would
    /// have a copy of the stage.
    @export(implementation) @inline(never)
    func handleQueued(_ event: Event) {
        handle(event)
    }
}
