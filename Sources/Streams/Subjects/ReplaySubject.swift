/// A subject that sends its last values to those who subscribe, then each new one to all subscribers.
///
/// No subscriber loses a value: what it has no demand for waits for it, without limit. One that comes after the
/// end gets the last values, then the completion. `send` may be called from several threads at once; a value
/// sent from inside a value, and a subscriber that subscribes from inside one, come after it.
public final class ReplaySubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Sendable: `kept`, `outlets` and `completion` are touched only by the drain's owner.

    private enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(Outlet<Output, Failure>)
        case detach(Outlet<Output, Failure>)
    }

    /// How many values are sent to those who subscribe.
    public let bufferSize: Int

    private let drain = Drain<Event>()
    private var kept = Fifo<Output>()
    private var outlets: [Outlet<Output, Failure>] = []
    private var completion: Subscribers.Completion<Failure>?
    private let upstreams = Locked<[any Subscription]?>([])

    /// Makes a subject without values.
    ///
    /// - Parameter bufferSize: How many values are sent to those who subscribe, zero or more; `.max` for all.
    public init(bufferSize: Int) {
        precondition(bufferSize >= 0, "A buffer cannot be of negative size.")
        self.bufferSize = bufferSize
    }

    deinit {
        for subscription in upstreams.exchange(nil) ?? [] { subscription.cancel() }
    }

    public func send(_ value: Output) {
        submit(.value(value))
    }

    public func send(completion: Subscribers.Completion<Failure>) {
        submit(.completion(completion))
    }

    /// Takes an upstream's subscription and asks it for an unlimited number of values.
    ///
    /// - Parameter subscription: It is cancelled when the subject ends or is released.
    public func send(subscription: any Subscription) {
        let isOpen = upstreams.withLock { upstreams in
            upstreams?.append(subscription)
            return upstreams != nil
        }
        isOpen ? subscription.request(.unlimited) : subscription.cancel()
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        attach(AnySubscriber(subscriber))
    }

    @usableFromInline
    func attach(_ subscriber: AnySubscriber<Output, Failure>) {
        submit(.attach(Outlet(to: subscriber, onCancel: { self.submit(.detach($0)) })))
    }

    private func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let outlet): attach(outlet)
        case .detach(let outlet): outlets.removeAll { $0 === outlet }
        }
    }

    private func deliver(_ value: Output) {
        if completion != nil { return }
        kept.append(value)
        if kept.count > bufferSize { _ = kept.popFirst() }
        for outlet in outlets { _ = outlet.offer(value) }
    }

    private func finish(_ completion: Subscribers.Completion<Failure>) {
        if self.completion != nil { return }
        self.completion = completion
        for upstream in upstreams.exchange(nil) ?? [] { upstream.cancel() }
        let ended = outlets
        outlets = []
        for outlet in ended { outlet.end(completion) }
    }

    private func attach(_ outlet: Outlet<Output, Failure>) {
        if completion == nil { outlets.append(outlet) }
        var replay = kept
        while let value = replay.popFirst() { _ = outlet.offer(value) }
        if let completion { outlet.end(completion) }
        outlet.begin()
    }
}
