import Synchronization

extension Subscribers {
    /// Allows the sources of a stream to send values in excess of its subscriber's demand, and pauses them.
    ///
    /// The subscriber of ``Publisher/values`` has one. It requests a few values at a time, which limits
    /// sources that wait for demand. Two kinds of sources do not wait for demand, and use the flow control
    /// instead:
    ///
    /// - A subject sends values that exceed the demand, instead of dropping them. Operators deliver them at
    ///   once.
    /// - A sequence from which an operator has requested an unlimited number of values pauses while the
    ///   subscriber has enough.
    ///
    /// A source finds it as ``Subscriber/flowControl`` of its subscriber, when that is attached. An operator
    /// of your own whose subscriber delivers every value that it receives returns that of its downstream.
    public final class FlowControl: Sendable {
        private struct State: Sendable {
            var isClosed = false
            var paused = Fifo<(source: ObjectIdentifier, resume: @Sendable () -> Void)>()
        }

        private let limit: Int
        /// That of the subscriber, where a stage in between holds values back.
        private let root: FlowControl?
        private let kept = Atomic<Int>(0)
        private let hasPaused = Atomic<Bool>(false)
        private let knowsSource = Atomic<Bool>(false)
        @usableFromInline let isOpen: Atomic<Bool>
        private let state = Locked(State())

        /// Creates a flow control.
        ///
        /// - Parameter limit: The number of kept values at which sources pause.
        init(limit: Int) {
            self.limit = limit
            root = nil
            isOpen = Atomic(true)
        }

        /// Creates the flow control of a subject, which takes any number of values once it has requested any.
        @usableFromInline
        init() {
            limit = .max
            root = nil
            isOpen = Atomic(false)
        }

        private init(of downstream: FlowControl, isOpen: Bool) {
            limit = .max
            root = downstream.root ?? downstream
            self.isOpen = Atomic(isOpen)
        }
    }
}

// The subscriber's side.
extension Subscribers.FlowControl {
    /// Whether a source has been attached that follows the rules above.
    ///
    /// Publishers and operators that are not part of this module may drop values that exceed the demand.
    var hasKnownSource: Bool { knowsSource.load(ordering: .relaxed) }

    /// Sets the number of values that the subscriber keeps.
    func update(kept count: Int) {
        kept.store(count, ordering: .releasing)
    }

    /// Whether sources may have paused. One that is pausing at this moment may be missed.
    var mayHavePaused: Bool { hasPaused.load(ordering: .relaxed) }

    /// Resumes paused sources, each in turn, until there are enough values. Not to be called under a lock.
    ///
    /// To be called before the subscriber waits, so that a source that was missed before is resumed then: the
    /// lock orders the number of kept values before or after the source's test of it.
    func resumeSources() {
        guard kept.load(ordering: .relaxed) <= limit / 2 else { return }
        // A source that pauses again is appended, so that all of them get their turn.
        while !isPaused, let resume = takePaused() { resume() }
    }

    private func takePaused() -> (@Sendable () -> Void)? {
        let entry: (source: ObjectIdentifier, resume: @Sendable () -> Void)? = state.withLock { state in
            let entry = state.paused.popFirst()
            if state.paused.isEmpty { hasPaused.store(false, ordering: .relaxed) }
            return entry
        }
        return entry?.resume
    }

    /// Releases the paused sources: the stream has ended or was cancelled.
    func close() {
        let released: State = state.withLock { state in
            let before = state
            state = State(isClosed: true)
            return before
        }
        _ = released
    }
}

extension Subscriber {
    /// Whether this subscriber takes values that exceed its demand now.
    @export(implementation) @inline(__always)
    var admitsExcess: Bool { flowControl?.admitsExcess == true }
}

// The side of the stages in between.
extension Subscribers.FlowControl {
    /// Whether all values that a stage sends reach the subscriber at once, which pauses sequences when it has
    /// enough: a stage may request an unlimited number of values for a demand that is limited.
    @usableFromInline
    var takesAll: Bool { root == nil && limit < .max }

    /// Whether a loop keeps all values that exceed the demand, also those that a stage in between holds back.
    @usableFromInline
    var keepsAll: Bool { takesAll || root != nil && admitsExcess }

    /// Whether the demand is that of a loop; that of a subject may never come.
    @usableFromInline
    var isRequested: Bool { root != nil || takesAll || admitsExcess }

    /// The flow control for the upstream of a stage that holds values back and does not wait for demand.
    /// Values that exceed the demand are sent, and no more are requested than downstream requests: what is
    /// held back does not pause a sequence.
    @usableFromInline
    var heldBack: Subscribers.FlowControl {
        takesAll ? Subscribers.FlowControl(of: self, isOpen: true) : self
    }

    /// The flow control for the upstream of a stage whose values wait for demand in a queue without a limit.
    /// Values that exceed the demand are sent, even if downstream must not receive more than it requests.
    @usableFromInline
    var queued: Subscribers.FlowControl { admitsExcess ? heldBack : (root ?? self).heldBack }

    /// The flow control for the upstream of a stage that must not receive more than it requests. The stage is
    /// a source that follows the demand.
    @usableFromInline
    var limited: Subscribers.FlowControl {
        addSource()
        return Subscribers.FlowControl(of: self, isOpen: false)
    }
}

// The sources' side.
extension Subscribers.FlowControl {
    /// Whether values that exceed the demand are to be sent. Those that precede the first demand of a subject
    /// are not.
    @export(implementation)
    var admitsExcess: Bool { isOpen.load(ordering: .relaxed) }

    /// Notes the first demand of a subject.
    func open() {
        isOpen.store(true, ordering: .relaxed)
    }

    /// Whether sources are ever to pause.
    @usableFromInline
    var mayPause: Bool { root?.mayPause ?? (limit < .max) }

    /// Notes a source that follows the rules. To be called before it sends its subscription.
    @usableFromInline
    package func addSource() {
        (root ?? self).knowsSource.store(true, ordering: .relaxed)
    }

    /// Whether a source that has unlimited demand is to pause.
    @usableFromInline
    package var isPaused: Bool {
        root?.isPaused ?? (kept.load(ordering: .sequentiallyConsistent) >= limit)
    }

    /// Keeps a closure that resumes a source, unless sources need not pause any more.
    ///
    /// - Returns: Whether the source pauses: the closure is kept and will be called, or was released with the
    ///   stream.
    @usableFromInline
    package func pause(_ source: AnyObject, resume: @escaping @Sendable () -> Void) -> Bool {
        if let root { return root.pause(source, resume: resume) }
        let id = ObjectIdentifier(source)
        return state.withLock { state in
            if state.isClosed { return true }
            guard isPaused else { return false }
            state.paused.append((id, resume))
            hasPaused.store(true, ordering: .relaxed)
            return true
        }
    }

    /// Removes the closure of a source that is cancelled.
    ///
    /// - Returns: Whether the source was paused; it will not be resumed.
    @usableFromInline
    package func remove(_ source: AnyObject) -> Bool {
        if let root { return root.remove(source) }
        let id = ObjectIdentifier(source)
        let removed: (Bool, Fifo<(source: ObjectIdentifier, resume: @Sendable () -> Void)>) = state.withLock {
            state in
            let before = state.paused
            var others = Fifo<(source: ObjectIdentifier, resume: @Sendable () -> Void)>()
            var rest = before
            while let entry = rest.popFirst() {
                if entry.source != id { others.append(entry) }
            }
            state.paused = others
            return (others.count < before.count, before)
        }
        return removed.0
    }
}
