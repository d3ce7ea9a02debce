import Synchronization

extension Subscribers {
    /// Lets the sources of a stream send values that its subscriber cannot handle yet, and pauses them.
    ///
    /// The subscriber of ``Publisher/values`` has one. It requests a few values at a time, so that sources that wait
    /// for demand are pulled. Two kinds of sources do not wait for demand, and consult the flow control:
    ///
    /// - A subject sends values that exceed the demand, instead of dropping them. Operators deliver them at once.
    /// - A sequence from which an operator has requested an unlimited number of values pauses while the subscriber
    ///   has enough.
    ///
    /// A source finds it as ``Subscriber/flowControl`` of its subscriber, when that is attached. An operator of your own
    /// whose subscriber delivers every value that it receives returns that of its downstream.
    public final class FlowControl: Sendable {
        private struct State: Sendable {
            var isClosed = false
            var paused = Fifo<(source: ObjectIdentifier, resume: @Sendable () -> Void)>()
        }

        private let limit: Int
        private let kept = Atomic<Int>(0)
        private let knowsSource = Atomic<Bool>(false)
        private let state = Locked(State())

        /// Creates a flow control.
        ///
        /// - Parameter limit: The number of kept values at which sources pause.
        init(limit: Int) {
            self.limit = limit
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
        kept.store(count, ordering: .sequentiallyConsistent)
    }

    /// Resumes paused sources, each in turn, until there are enough values. Not to be called under a lock.
    func resumeSources() {
        guard kept.load(ordering: .sequentiallyConsistent) <= limit / 2 else { return }
        // A source that pauses again is appended, so that all of them get their turn.
        while !isPaused, let (_, resume) = state.withLock({ $0.paused.popFirst() }) { resume() }
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

// The sources' side.
extension Subscribers.FlowControl {
    /// The flow control of a subscriber that takes any number of values.
    @usableFromInline
    static let neverPausing = Subscribers.FlowControl(limit: .max)

    /// Whether sources are ever to pause.
    @usableFromInline
    var mayPause: Bool { limit < .max }

    /// Notes a source that follows the rules. To be called before it sends its subscription.
    @usableFromInline
    package func addSource() {
        knowsSource.store(true, ordering: .relaxed)
    }

    /// Whether a source that has unlimited demand is to pause.
    @usableFromInline
    package var isPaused: Bool { kept.load(ordering: .sequentiallyConsistent) >= limit }

    /// Keeps a closure that resumes a source, unless sources need not pause any more.
    ///
    /// - Returns: Whether the source pauses: the closure is kept and will be called, or was released with the stream.
    @usableFromInline
    package func pause(_ source: AnyObject, resume: @escaping @Sendable () -> Void) -> Bool {
        let id = ObjectIdentifier(source)
        return state.withLock { state in
            if state.isClosed { return true }
            guard isPaused else { return false }
            state.paused.append((id, resume))
            return true
        }
    }

    /// Removes the closure of a source that is cancelled.
    ///
    /// - Returns: Whether the source was paused; it will not be resumed.
    @usableFromInline
    package func remove(_ source: AnyObject) -> Bool {
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
