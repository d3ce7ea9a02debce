import Synchronization

extension Subscribers {
    /// Allows the sources of a stream to send values in excess of a subscriber's demand, and pauses them.
    ///
    /// The subscriber of ``Publisher/values`` has one, and so has each operator before it whose values wait.
    /// Both request a few values at a time, which limits sources that wait for demand. Two kinds of sources
    /// do not wait for demand, and use the flow control instead:
    ///
    /// - A subject sends values that exceed the demand, instead of dropping them: the subscriber keeps them.
    /// - A sequence from which an operator in between has requested an unlimited number of values pauses
    ///   while the subscriber has received as many as it has requested.
    ///
    /// A source finds it as ``Subscriber/flowControl`` of its subscriber, when that is attached. An operator
    /// of your own whose subscriber delivers every value that it receives returns that of its downstream.
    public final class FlowControl: Sendable {
        /// Resumes a paused source.
        @usableFromInline typealias Resume = @Sendable () -> Void

        private struct State: Sendable {
            var isClosed = false
            var paused = PausedSources()
            /// Whether a thread resumes paused sources. It resumes all, and no other thread does meanwhile: a
            /// source would overtake another.
            var isResuming = false
            /// Whether downstream resumes the paused sources.
            var awaitsDownstream = false

            var isEmpty: Bool { paused.isEmpty && !isResuming }

            /// Whether a thread resumes paused sources; the caller does, otherwise.
            mutating func isResumedElsewhere() -> Bool {
                defer { isResuming = true }
                return isResuming
            }
        }

        /// The flow control of the stage, or of the loop, which receives the values later.
        @usableFromInline let downstream: FlowControl?
        /// Makes a call when the stage handles no event further up the stack.
        private let makeCall: @Sendable (@escaping Resume) -> Void
        /// The number of values that were requested and have not been received. Not less than zero, unless
        /// the stage keeps what exceeds it: then it is what downstream has requested, less the values that
        /// wait.
        @usableFromInline let demand: DemandCounter
        private let keepsExcess: Bool
        private let hasPaused = Atomic<Bool>(false)
        private let knowsSource = Atomic<Bool>(false)
        /// Whether any value is requested. A subject may be without subscribers.
        private let isOpen: Atomic<Bool>
        private let state = Locked(State())
        /// The thread that resumes a source, until that has sent a value.
        private let turn = Atomic<UInt>(0)

        /// Creates the flow control of a subscriber.
        ///
        /// - Parameters:
        ///   - isOpen: Whether it takes values before it requests any.
        ///   - demand: What it requests at once; unlimited if it takes all values when they arrive.
        @usableFromInline
        init(isOpen: Bool, requesting demand: Demand = .none) {
            downstream = nil
            makeCall = { $0() }
            self.demand = DemandCounter(demand)
            keepsExcess = false
            self.isOpen = Atomic(isOpen)
        }

        /// Creates the flow control of a stage.
        ///
        /// - Parameters:
        ///   - downstream: The flow control of its downstream.
        ///   - demand: What the stage requests at once; unlimited if it delivers all values when they arrive.
        ///   - keepsExcess: Whether the stage keeps values that exceed what it has requested, so that later
        ///     requests are met by them.
        ///   - makeCall: Makes a call to an upstream. See ``Drain/makeUpstreamCall(_:)``.
        @usableFromInline
        init(
            before downstream: FlowControl, requesting demand: Demand = .none, keepsExcess: Bool = false,
            calling makeCall: @escaping @Sendable (@escaping Resume) -> Void = { $0() }
        ) {
            self.downstream = downstream
            self.makeCall = makeCall
            self.demand = DemandCounter(demand)
            self.keepsExcess = keepsExcess
            isOpen = Atomic(true)
        }
    }
}

// The subscriber's side.
extension Subscribers.FlowControl {
    /// Whether a source has been attached that follows the rules above.
    ///
    /// Publishers and operators that are not part of this module may drop values that exceed the demand.
    var hasKnownSource: Bool { knowsSource.load(ordering: .relaxed) }

    /// Adds to the demand, and resumes paused sources. To be called before values are requested from
    /// upstream, and not under a lock.
    ///
    /// - Returns: What is to be requested from upstream: the part that kept values do not meet.
    @usableFromInline
    @discardableResult
    func request(_ more: Subscribers.Demand) -> Subscribers.Demand {
        let before = demand.update { more == .unlimited ? more : $0 + more }
        if mayHavePaused { makeCall { self.resumeSources() } }
        guard let before, before < .none, more < .unlimited else { return more }
        return Subscribers.Demand(rawValue: max(0, before.rawValue + more.rawValue))
    }

    /// Adds the demand of a subject. The first that is limited is that of a loop, which takes all values from
    /// then on.
    func open(requesting more: Subscribers.Demand) {
        if more < .unlimited { isOpen.store(true, ordering: .sequentiallyConsistent) }
        request(more)
    }

    /// Notes that a value was received, whether or not it was requested.
    @export(implementation) @inline(__always)
    func receivedValue() {
        if demand.current < .unlimited { settle() }
    }

    @usableFromInline
    func settle() {
        if keepsExcess {
            _ = demand.update { $0 == .unlimited ? $0 : Subscribers.Demand(rawValue: $0.rawValue - 1) }
        } else {
            _ = demand.takeOne()
        }
    }

    /// Sets the demand, for a caller that holds a lock.
    func update(demand count: Int) {
        demand.outstanding.store(count, ordering: .releasing)
    }

    /// Whether sources may have paused. After ``update(demand:)``, one that is pausing at this moment may be
    /// missed.
    var mayHavePaused: Bool { hasPaused.load(ordering: .sequentiallyConsistent) }

    /// Resumes paused sources, each in turn, until there are enough values. Not to be called under a lock.
    ///
    /// A loop calls it before it waits, so that a source that was missed before is resumed then: the lock
    /// orders the demand before or after the source's test of it.
    func resumeSources() {
        if state.withLock({ $0.isResumedElsewhere() }) { return }
        // A source that pauses again is appended, so that all of them get their turn. Before that it sends a
        // value: others may have arrived since there was room for it.
        while let resume = takePaused() {
            turn.store(ThreadID.current, ordering: .relaxed)
            resume()
            turn.store(0, ordering: .relaxed)
        }
    }

    /// Takes the first source, unless there are enough values, here or downstream.
    private func takePaused() -> Resume? {
        state.withLock { state in
            if !state.paused.isEmpty, !isFull, !awaitsDownstream(&state) {
                return state.paused.popFirst()?.resume
            }
            state.isResuming = false
            if state.paused.isEmpty { hasPaused.store(false, ordering: .relaxed) }
            return nil
        }
    }

    /// Whether downstream has enough values, and resumes the paused sources later.
    ///
    /// Values that a source sends while the stage handles an event would be queued, and pause nothing: it is
    /// resumed after that.
    private func awaitsDownstream(_ state: inout State) -> Bool {
        if state.awaitsDownstream { return true }
        guard let downstream, downstream.isPaused else { return false }
        state.awaitsDownstream = downstream.pause(self) { [makeCall] in makeCall { self.resumeAgain() } }
        return state.awaitsDownstream
    }

    private func resumeAgain() {
        state.withLock { $0.awaitsDownstream = false }
        resumeSources()
    }

    /// Releases the paused sources: the stream has ended or was cancelled.
    @usableFromInline
    func close() {
        let released: State = state.withLock { state in
            let before = state
            state = State(isClosed: true, isResuming: before.isResuming)
            return before
        }
        if released.awaitsDownstream { _ = downstream?.remove(self) }
    }
}

extension Subscriber {
    /// Whether this subscriber takes values that exceed its demand now.
    @export(implementation) @inline(__always)
    var admitsExcess: Bool { flowControl?.admitsExcess == true }
}

// The sources' side.
extension Subscribers.FlowControl {
    /// Whether values that exceed the demand are to be sent. Those that precede the first demand of a subject
    /// are not.
    @usableFromInline
    var admitsExcess: Bool { downstream?.admitsExcess ?? isOpen.load(ordering: .sequentiallyConsistent) }

    /// Whether sources may have to pause: the demand is not unlimited.
    @usableFromInline
    var mayPause: Bool { demand.current < .unlimited || downstream?.mayPause == true }

    /// Notes a source that follows the rules. To be called before it sends its subscription.
    @usableFromInline
    package func addSource() {
        if let downstream { return downstream.addSource() }
        knowsSource.store(true, ordering: .relaxed)
    }

    /// Whether the subscriber has received as many values as it has requested.
    private var isFull: Bool {
        demand.outstanding.load(ordering: .sequentiallyConsistent) <= 0 && admitsExcess
    }

    /// Whether as many values or children wait for this stage as it admits.
    @export(implementation) @inline(__always)
    var isFilled: Bool { demand.outstanding.load(ordering: .relaxed) <= 0 }

    /// Whether a source is to pause from which more was requested than the subscriber has requested.
    @export(implementation) @inline(__always)
    package var isPaused: Bool {
        // Inlined for a sequence directly before a loop, which asks for each value.
        (downstream != nil || demand.outstanding.load(ordering: .sequentiallyConsistent) <= 0) && isPausedNow
    }

    @usableFromInline
    var isPausedNow: Bool {
        if turn.load(ordering: .relaxed) != 0, takesTurn() { return false }
        return isFull || downstream?.isPaused == true
    }

    /// Whether the caller is the source that is resumed, which asks for its first value.
    private func takesTurn() -> Bool {
        turn.compareExchange(expected: ThreadID.current, desired: 0, ordering: .relaxed).exchanged
    }

    /// Keeps a closure that resumes a source, unless sources need not pause any more.
    ///
    /// - Returns: Whether the source pauses: the closure is kept and will be called, or was released with the
    ///   stream.
    @usableFromInline
    package func pause(_ source: AnyObject, resume: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.isClosed { return true }
            // Set first: a caller that raises the demand after it was tested here finds it set.
            hasPaused.store(true, ordering: .sequentiallyConsistent)
            let pauses = isFull || awaitsDownstream(&state)
            if pauses { state.paused.append(ObjectIdentifier(source), resume) }
            if state.isEmpty { hasPaused.store(false, ordering: .relaxed) }
            return pauses
        }
    }

    /// Starts a child of a stage, after the sources that are paused, if there are any.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - subscription: Its subscription.
    ///   - demand: What is requested from it.
    ///   - upstream: The flow control of the stage's upstream, which pauses while the child waits.
    @usableFromInline
    func start(
        _ child: AnyObject, _ subscription: any Subscription, requesting demand: Subscribers.Demand,
        pausing upstream: Subscribers.FlowControl
    ) {
        guard mayHavePaused, state.withLock({ $0.isClosed || !$0.isEmpty }) else {
            return subscription.request(demand)
        }
        let pause = UpstreamPause(upstream)
        let waits = state.withLock { state in
            // Whoever resumes the others starts this child after them. If there are none, nobody does.
            if state.isClosed || state.isEmpty { return state.isClosed }
            state.paused.append(ObjectIdentifier(child)) {
                subscription.request(demand)
                pause.end()
            }
            return true
        }
        if !waits { subscription.request(demand) }
    }

    /// Removes the closure of a source that is cancelled.
    ///
    /// - Returns: Whether the source was paused; it will not be resumed.
    @usableFromInline
    package func remove(_ source: AnyObject) -> Bool {
        // A source that is pausing meanwhile removes the closure itself, if it finds that it is cancelled.
        guard mayHavePaused else { return false }
        // Released outside the lock.
        let removed = state.withLock { state in
            let removed = state.paused.remove(ObjectIdentifier(source))
            if state.awaitsDownstream, state.paused.isEmpty {
                state.awaitsDownstream = false
                _ = downstream?.remove(self)
            }
            if state.isEmpty { hasPaused.store(false, ordering: .relaxed) }
            return removed
        }
        return !removed.isEmpty
    }
}

/// Pauses the upstream of a stage until a child is started, or the closure that starts it is released.
@usableFromInline
final class UpstreamPause: Sendable {
    private let upstream: Subscribers.FlowControl
    private let hasEnded = Atomic<Bool>(false)

    @usableFromInline
    init(_ upstream: Subscribers.FlowControl) {
        self.upstream = upstream
        upstream.settle()
    }

    deinit {
        end()
    }

    @usableFromInline
    func end() {
        if !hasEnded.exchange(true, ordering: .relaxed) { upstream.request(.max(1)) }
    }
}

/// The closures that resume paused sources, in the order in which they are called.
///
/// - Complexity: O(1) for each operation, amortized, and for each closure that is removed: there may be as
///   many sources as a subject has sent values to `flatMap`.
private struct PausedSources: Sendable {
    typealias Resume = Subscribers.FlowControl.Resume

    /// Stored apart, for a loop with one source.
    private var first: (source: ObjectIdentifier, resume: Resume)?
    /// The others by their numbers, some of which were removed.
    private var others: [Int: (source: ObjectIdentifier, resume: Resume)] = [:]
    private var numbers: [ObjectIdentifier: Fifo<Int>] = [:]
    private var head = 0
    private var end = 0

    var isEmpty: Bool { first == nil && others.isEmpty }

    mutating func append(_ source: ObjectIdentifier, _ resume: @escaping Resume) {
        if isEmpty { return first = (source, resume) }
        others[end] = (source, resume)
        numbers[source, default: Fifo()].append(end)
        end += 1
    }

    mutating func popFirst() -> (source: ObjectIdentifier, resume: Resume)? {
        if let first = first.take() { return first }
        while head < end {
            head += 1
            guard let other = others.removeValue(forKey: head - 1) else { continue }
            _ = numbers[other.source]?.popFirst()
            if numbers[other.source]?.isEmpty == true { numbers[other.source] = nil }
            return other
        }
        return nil
    }

    /// - Returns: The closures that were removed, to be released outside the lock.
    mutating func remove(_ source: ObjectIdentifier) -> [Resume] {
        var removed: [Resume] = []
        if first?.source == source, let (_, resume) = first.take() { removed.append(resume) }
        if others.isEmpty { return removed }
        var numbers = numbers.removeValue(forKey: source) ?? Fifo()
        while let number = numbers.popFirst() {
            if let (_, resume) = others.removeValue(forKey: number) { removed.append(resume) }
        }
        return removed
    }
}

extension Drain {
    /// Creates the flow control of a stage, if its downstream has one.
    ///
    /// - Parameters:
    ///   - downstream: The flow control of its downstream.
    ///   - demand: What the stage requests at once; unlimited if it delivers all values when they arrive.
    ///   - keepsExcess: Whether the stage keeps values that exceed what it has requested.
    @export(implementation)
    func flowControl(
        before downstream: Subscribers.FlowControl?, requesting demand: Subscribers.Demand = .none,
        keepsExcess: Bool = false
    ) -> Subscribers.FlowControl? {
        guard let downstream else { return nil }
        return makeFlowControl(before: downstream, requesting: demand, keepsExcess: keepsExcess)
    }

    @usableFromInline
    func makeFlowControl(
        before downstream: Subscribers.FlowControl, requesting demand: Subscribers.Demand, keepsExcess: Bool
    ) -> Subscribers.FlowControl {
        Subscribers.FlowControl(before: downstream, requesting: demand, keepsExcess: keepsExcess) {
            self.makeUpstreamCall($0)
        }
    }
}
