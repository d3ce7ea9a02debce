/// A part of a stream where signals of several parties meet: upstreams, downstream's requests, timers.
///
/// A drain makes them one at a time, and downstream holds a link of the stage's own as its subscription. The stage
/// says only what becomes of an event.
@usableFromInline
protocol SerialStage: AnyObject, Sendable {
    associatedtype Downstream: Subscriber
    associatedtype Event: StageEvent

    var drain: Drain<Event> { get }

    /// The subscription that downstream holds.
    var link: SubscriptionLink { get }

    var downstream: Downstream { get }

    /// Does what an event calls for. Called by the drain's owner only.
    func handle(_ event: Event)
}

/// The events of every stage.
@usableFromInline
protocol StageEvent: Sendable {
    static func request(_ demand: Subscribers.Demand) -> Self
    static var cancel: Self { get }
}

extension SerialStage {
    /// Has downstream's requests and its cancellation come as events.
    @inlinable
    func bindLink() {
        link.attach(
            BoundSubscription(
                request: { demand in self.submit(.request(demand)) },
                cancel: { self.submit(.cancel) }))
    }

    /// Hands down the subscription. To be called before anything else.
    @inlinable
    func begin() {
        bindLink()
        downstream.receive(subscription: link)
    }

    /// Handles an event now, or leaves it to the present owner of the drain.
    @inlinable
    func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    /// Does some work now, as the drain's owner, or leaves the event that stands for it to the present owner.
    ///
    /// The same as ``submit(_:)``, but that no event is made where there is no owner.
    @inlinable @inline(__always)
    func perform(_ work: () -> Void, or event: @autoclosure () -> Event) {
        guard drain.enter() else { return post(event()) }
        work()
        leaveDrain()
    }

    @inlinable @inline(never)
    func post(_ event: Event) {
        drain.post(event) { handle($0) }
    }

    @inlinable @inline(__always)
    func leaveDrain() {
        if !drain.leaveQuickly() { leaveDrainSlowly() }
    }

    @inlinable @inline(never)
    func leaveDrainSlowly() {
        drain.leave { handle($0) }
    }
}
