/// A subject that sends its last values to each new subscriber, and sends each new value to all subscribers.
///
/// No subscriber misses a value: values wait for its demand, without limit. A subscriber that subscribes
/// after the end receives the last values, then the completion. `send` may be called from several threads at
/// once. Values that are sent, and subscribers that are attached, while a value is delivered follow that
/// value.
public final class ReplaySubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Sendable: `kept`, `outlets` and `completion` are accessed only by the drain's owner.

    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(QueueingOutlet<Output, Failure>)
        case detach(QueueingOutlet<Output, Failure>)
        case requestUpstream
    }

    /// The number of values sent to a new subscriber.
    public let bufferSize: Int

    @usableFromInline let drain = Drain<Event>()
    @usableFromInline var kept = Fifo<Output>()
    @usableFromInline let outlets = ConduitList<QueueingOutlet<Output, Failure>>()
    @usableFromInline var completion: Subscribers.Completion<Failure>?
    private let upstreams = SubjectUpstreams()

    /// Creates a subject without values.
    ///
    /// - Parameter bufferSize: The number of values sent to a new subscriber, zero or more; `.max` for all.
    public init(bufferSize: Int) {
        precondition(bufferSize >= 0, "The size of a buffer must not be negative.")
        self.bufferSize = bufferSize
    }

    @export(implementation)
    public func send(_ value: Output) {
        guard drain.enter() else { return submit(.value(value)) }
        deliver(value)
        if !drain.leaveQuickly() { handleMail() }
    }

    public func send(completion: Subscribers.Completion<Failure>) {
        submit(.completion(completion))
    }

    /// Attaches an upstream. An unlimited number of values is requested from it as soon as a subscriber has
    /// requested any, as in Combine.
    ///
    /// - Parameter subscription: The upstream's subscription. It is cancelled when the subject ends or is
    ///   released.
    public func send(subscription: any Subscription) {
        upstreams.attach(subscription)
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        attach(AnySubscriber(subscriber))
    }

    @usableFromInline
    func attach(_ subscriber: AnySubscriber<Output, Failure>) {
        let flowControl = subscriber.flowControl
        flowControl?.addSource()
        let outlet = QueueingOutlet(
            to: subscriber,
            of: "ReplaySubject",
            onRequest: { demand, unmet in
                if self.upstreams.note(demand, unmet: unmet, flowControl: flowControl) {
                    self.submit(.requestUpstream)
                }
            },
            onCancel: { self.submit(.detach($0)) })
        submit(.attach(outlet))
    }

    // What is not called for each value is not exported: it is long.
    @usableFromInline @inline(never)
    func handleMail() {
        drain.leave { handle($0) }
    }

    @usableFromInline @inline(never)
    func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        case .completion(let completion): finish(completion)
        case .attach(let outlet): attach(outlet)
        case .detach(let outlet): detach(outlet)
        case .requestUpstream: drain.deferUpstream(.run { self.upstreams.requestPending() })
        }
    }

    @export(implementation)
    func deliver(_ value: Output) {
        if completion != nil { return }
        kept.append(value)
        if kept.count > bufferSize { _ = kept.popFirst() }
        outlets.visit { _ = $0.offer(value) }
    }

    private func finish(_ completion: Subscribers.Completion<Failure>) {
        if self.completion != nil { return }
        self.completion = completion
        upstreams.cancelAll()
        for outlet in outlets.removeAll() { outlet.end(completion) }
    }

    private func detach(_ outlet: QueueingOutlet<Output, Failure>) {
        outlets.remove(outlet)
        if outlets.isEmpty { upstreams.forgetDemand() }
    }

    private func attach(_ outlet: QueueingOutlet<Output, Failure>) {
        if completion == nil { outlets.append(outlet) }
        var replay = kept
        while let value = replay.popFirst() { _ = outlet.offer(value) }
        if let completion { outlet.end(completion) }
        outlet.begin()
    }
}
