/// Delivers on a scheduler, later and fewer than arrive, the values of `debounce` and `throttle`.
///
/// The values are held here, and accessed under the lock of the ``Pacer``, which decides about them.
@usableFromInline
final class PacedStage<Input: Sendable, Failure: Error>: Pacer, Subscriber, @unchecked Sendable {
    // Sendable: the variables are protected by `state`.

    @usableFromInline let downstream: AnySubscriber<Input, Failure>
    @usableFromInline let name: StaticString
    /// The value that waits for its time.
    @usableFromInline @exclusivity(unchecked) var pending: Input?
    /// The value that is due and waits for demand.
    @usableFromInline @exclusivity(unchecked) var ready: Input?
    @usableFromInline @exclusivity(unchecked) var completion = Subscribers.Completion<Failure>.finished

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - rule: When values are delivered.
    ///   - name: What ``Publisher/print(_:to:)`` prints for the subscription.
    ///   - scheduler: The scheduler that measures time and on which values are delivered.
    ///   - downstream: The subscriber.
    @export(implementation)
    init(
        _ rule: PacingRule, named name: StaticString, on scheduler: any Scheduler,
        for downstream: AnySubscriber<Input, Failure>
    ) {
        self.downstream = downstream
        self.name = name
        super.init(
            rule, scheduler: scheduler, flowControl: downstream.flowControl,
            onRun: { unsafeDowncast($0, to: PacedStage.self).run(after: $1, isScheduled: $2) },
            onDiscard: { unsafeDowncast($0, to: PacedStage.self).discard() })
    }

    @export(implementation) var flowControl: Subscribers.FlowControl? { downstream.flowControl }

    @export(implementation)
    func receive(subscription: any Subscription) {
        guard upstream.attach(subscription) else { return }
        link.attach(self)
        downstream.receive(subscription: StageSubscription(link, of: name))
        upstream.request(.unlimited)
    }

    @export(implementation)
    func receive(_ input: Input) -> Subscribers.Demand {
        if upstream.isStopped { return .none }
        let now = now
        // Released when the lock is not held.
        var dropped: Input?
        let timer: PacerTimer? = state.withLock { state in
            guard state.take(at: now) else { return nil }
            dropped = pending
            pending = input
            return state.timerToSet(at: now)
        }
        withExtendedLifetime(dropped) {}
        if let timer { start(timer, at: now) }
        return .none
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.finish() else { return }
        let now = now
        var dropped: Input?
        let timer: PacerTimer? = state.withLock { state in
            if case .failure = completion {
                self.completion = completion
                if state.complete(failing: true) { dropped = pending.take() }
            } else {
                _ = state.complete(failing: false)
            }
            return state.timerToSet(at: now)
        }
        withExtendedLifetime(dropped) {}
        if let timer { start(timer, at: now) }
    }

    /// Delivers what is due. The scheduler calls this, or the caller that has set the timer, if it runs on
    /// the scheduler.
    @export(implementation)
    func run(after timer: PacerTimer, isScheduled: Bool) {
        var (timer, now, isScheduled, isEntering) = (timer, now, isScheduled, true)
        var more = Subscribers.Demand.none
        while true {
            var value: Input?
            // Released when the lock is not held.
            var dropped: Input?
            var fired: (any Cancellable)?
            let step = state.withLock { state in
                let step =
                    isEntering
                    ? state.enter(by: timer, at: now, isScheduled: isScheduled, releasing: &fired)
                    : state.next(adding: more)
                switch step {
                case .sendPending:
                    value = pending.take()
                    dropped = ready.take()
                case .sendReady:
                    value = ready.take()
                case .promote:
                    dropped = ready
                    ready = pending.take()
                case .finish, .setTimer, .stop:
                    break
                }
                return step
            }
            withExtendedLifetime((dropped, fired)) {}
            (isEntering, more) = (false, .none)
            switch step {
            case .sendPending, .sendReady, .promote:
                if let value { more = downstream.receive(value) }
            case .finish:
                if link.finish() { downstream.receive(completion: completion) }
                return
            case .setTimer(let next, let reached):
                // Time has passed while downstream was called.
                let present = max(reached, self.now)
                guard set(next, at: present) else { return }
                (timer, now, isScheduled, isEntering) = (next, present, false, true)
            case .stop:
                return
            }
        }
    }

    @export(implementation)
    func discard() {
        var (pending, ready): (Input?, Input?)
        state.withLock { _ in
            swap(&pending, &self.pending)
            swap(&ready, &self.ready)
        }
    }
}
