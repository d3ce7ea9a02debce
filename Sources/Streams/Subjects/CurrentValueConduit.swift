/// One subscriber of a current value subject. It holds the latest value until there is demand.
///
/// Values that were demanded while a value is delivered wait in order; the latest value beyond the demand is
/// held, and a newer one replaces it.
///
/// A drain of its own serializes the requests with the values, so that a subscriber receives the value from
/// inside its request, unless another thread is delivering to it. After an unlimited demand, requests have no
/// effect: the owner of the subject's drain then delivers directly.
@usableFromInline
final class CurrentValueConduit<Output: Sendable, Failure: Error>: SpecializedSubscription,
    @unchecked Sendable
{
    // Sendable: `isDirect` belongs to the owner of the subject's drain, the other variables to the owner of
    // this drain.

    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case request(Subscribers.Demand)
        case completion(Subscribers.Completion<Failure>)
        case cancel
    }

    @usableFromInline let drain = Drain<Event>()
    /// The subscription that downstream holds. It releases the conduit, and with it downstream, at the end.
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let downstream: AnySubscriber<Output, Failure>
    @usableFromInline @exclusivity(unchecked) var subject: CurrentValueSubject<Output, Failure>?
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    /// The values demanded but not delivered yet, and at most one value beyond them.
    @usableFromInline @exclusivity(unchecked) var unsent = Fifo<Output>()
    @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
    @usableFromInline @exclusivity(unchecked) var isDirect = false

    @export(implementation)
    init(for downstream: AnySubscriber<Output, Failure>, of subject: CurrentValueSubject<Output, Failure>) {
        self.downstream = downstream
        self.subject = subject
        // A subscriber that keeps what exceeds its demand receives all values.
        if downstream.admitsExcess { demand = .unlimited }
        super.init(
            request: { unsafeDowncast($0, to: CurrentValueConduit.self).add($1) },
            cancel: { unsafeDowncast($0, to: CurrentValueConduit.self).submit(.cancel) })
    }

    /// Sends the subscription downstream, before any other signal.
    ///
    /// - Parameter enrol: Adds the conduit to the subject's, and stores the value; returns the completion of
    ///   a subject that has ended.
    @export(implementation)
    func begin(_ enrol: () -> Subscribers.Completion<Failure>?) {
        _ = drain.enter()  // There is no other caller yet.
        completion = enrol()
        // Requests are queued in the order of the values that are sent meanwhile. They are handled before
        // another thread, which sends a value, can be the owner: the value that is held is delivered before
        // this returns.
        link.attach(self)
        downstream.receive(subscription: StageSubscription(link, of: "CurrentValueSubject"))
        deliver()
        leaveDrain()
    }

    /// Delivers a value, or keeps it. Called by the owner of the subject's drain.
    @export(implementation) @inline(__always)
    func offer(_ value: Output) {
        if isDirect {
            if !link.isStopped { _ = downstream.receive(value) }
        } else {
            offerIndirectly(value)
        }
    }

    @export(implementation)
    func offerIndirectly(_ value: Output) {
        guard drain.enter() else { return post(.value(value)) }
        isDirect = demand == .unlimited && unsent.isEmpty
        keep(value)
        deliver()
        leaveDrain()
    }

    /// Delivers the completion after the values that are demanded. Called by the owner of the subject's
    /// drain.
    @export(implementation)
    func end(_ completion: Subscribers.Completion<Failure>) {
        submit(.completion(completion))
    }

    @export(implementation)
    func add(_ more: Subscribers.Demand) {
        if more > .none { submit(.request(more)) }
    }

    @export(implementation)
    func submit(_ event: Event) {
        guard drain.enter() else { return post(event) }
        handle(event)
        leaveDrain()
    }

    @export(implementation) @inline(__always)
    func leaveDrain() {
        if !drain.leaveQuickly() { handleMail() }
    }

    // What follows is long: one copy for all callers.
    @export(implementation) @inline(never)
    func handleMail() {
        drain.leave { handle($0) }
    }

    @export(implementation) @inline(never)
    func post(_ event: Event) {
        drain.post(event) { handle($0) }
    }
}

// What follows is called by the drain's owner only.
extension CurrentValueConduit {
    @export(implementation)
    func handle(_ event: Event) {
        switch event {
        case .value(let value): keep(value)
        case .request(let more): demand(more)
        case .completion(let completion): self.completion = completion
        case .cancel: return release()
        }
        deliver()
    }

    @export(implementation)
    func demand(_ more: Subscribers.Demand) {
        if more > .none { demand += downstream.admitsExcess ? .unlimited : more }
    }

    @export(implementation)
    func keep(_ value: Output) {
        if demand < unsent.count {
            _ = unsent.replaceLast(with: value)
        } else {
            unsent.append(value)
        }
    }

    @export(implementation)
    func deliver() {
        while !link.isStopped, demand > .none, let value = unsent.popFirst() {
            demand -= 1
            demand += downstream.receive(value)
        }
        if let completion, !link.isStopped { finish(completion) }
    }

    /// Finishes when no value waits; a failure does not wait.
    @export(implementation)
    func finish(_ completion: Subscribers.Completion<Failure>) {
        if case .finished = completion, !unsent.isEmpty { return }
        unsent = Fifo()
        subject = nil
        if link.finish() { downstream.receive(completion: completion) }
    }

    @export(implementation)
    func release() {
        unsent = Fifo()
        subject.take()?.detach(self)
    }
}
