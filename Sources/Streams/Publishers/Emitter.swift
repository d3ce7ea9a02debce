/// Sends values into a stream that was created with ``AnyPublisher/create(buffering:_:)``.
///
/// An emitter may be stored, and called from any thread. It releases the stream when that ends or is
/// cancelled.
public final class Emitter<Output: Sendable, Failure: Error>: Sendable {
    /// The number of values that may wait for demand.
    public enum Buffering: Sendable, Hashable {
        /// All values wait.
        case unbounded

        /// The newest values wait, up to a number. Older ones are dropped.
        case newest(Int)

        /// The oldest values wait, up to a number. Values sent beyond that are dropped.
        case oldest(Int)

        /// No value waits: a value without demand is dropped.
        public static var none: Buffering { .oldest(0) }
    }

    /// The result of sending a value.
    public enum Outcome: Sendable {
        /// The value was delivered, or is delivered next: there was demand for it.
        case delivered

        /// The value waits for demand.
        ///
        /// - Parameter count: The number of values that wait, including this one.
        case buffered(count: Int)

        /// The buffer is full and this value was dropped: the one sent, or an older one.
        case dropped(Output)

        /// The stream had ended or was cancelled.
        case terminated
    }

    @usableFromInline let outlet: QueueingOutlet<Output, Failure>
    private let handlers: EmitterHandlers
    private let flowControl: Subscribers.FlowControl?

    init(for subscriber: AnySubscriber<Output, Failure>, buffering: Buffering) {
        let handlers = EmitterHandlers()
        self.handlers = handlers
        let flowControl = subscriber.flowControl
        self.flowControl = flowControl
        outlet = QueueingOutlet(
            to: subscriber, of: "Create", capacity: buffering.capacity,
            onRequest: { demand, _ in handlers.requested(demand) },
            onCancel: { _ in
                handlers.cancel()
                _ = flowControl?.remove(handlers)
            })
    }

    /// Sends a value.
    ///
    /// - Returns: Whether the value was delivered, buffered or dropped.
    @discardableResult
    @export(implementation)
    public func send(_ value: Output) -> Outcome {
        switch outlet.offer(value) {
        case .sent: .delivered
        case .waits(let count): .buffered(count: count)
        case .dropped(let value): .dropped(value)
        case .refused: .terminated
        }
    }

    /// Ends the stream, after the values that wait; later values and completions are ignored.
    public func send(completion: Subscribers.Completion<Failure>) {
        guard outlet.end(completion) else { return }
        handlers.end()
        _ = flowControl?.remove(handlers)
    }

    /// The subscriber's unmet demand; none when the stream has ended or was cancelled. A value sent beyond it
    /// is buffered or dropped.
    public var demand: Subscribers.Demand {
        let demand = outlet.demand
        guard demand > .none, let flowControl, flowControl.isPaused else { return demand }
        // An operator in between has requested more than the subscriber.
        let pauses = handlers.pause { [handlers, outlet] in
            flowControl.pause(handlers) { handlers.resume(requesting: outlet.demand) }
        }
        return pauses ? .none : demand
    }

    /// Whether the subscriber cancelled before the stream ended.
    public var isCancelled: Bool { handlers.isCancelled }

    /// Sets a closure to call once when the subscriber cancels; calls it at once if it has cancelled.
    ///
    /// A subscriber that has released its subscription, and cannot request the values that wait, has
    /// cancelled.
    ///
    /// - Parameter action: Called on the cancelling thread. It is released when the stream ends.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        if handlers.set({ $0.onCancel = action }) == .cancelled { action() }
    }

    /// Sets a closure to call with each demand of the subscriber. If values were requested before, calls it
    /// at once with the demand that is still unmet. Later calls have the whole request, also what buffered
    /// values have met of it: ``demand`` is what is left.
    ///
    /// - Parameter action: Called on the requesting thread, after buffered values were delivered. If the
    ///   subscriber requests while it receives a value, it is called after that. Several threads may call it
    ///   at once. It is released when the stream ends.
    public func onRequest(_ action: @escaping @Sendable (Subscribers.Demand) -> Void) {
        let unreported = handlers.observe(action)
        let present = min(unreported, demand)
        if present > .none { action(present) }
    }

    /// Sends the subscription downstream.
    func begin() {
        outlet.begin()
    }
}

/// The closures that an emitter calls until the stream ends.
private final class EmitterHandlers: Sendable {
    enum Phase: Sendable {
        case open, ended, cancelled
    }

    struct Handlers: Sendable {
        var phase = Phase.open
        var onRequest: (@Sendable (Subscribers.Demand) -> Void)?
        /// What was requested before there was a closure to call.
        var unreported = Subscribers.Demand.none
        var onCancel: (@Sendable () -> Void)?
        /// Whether a flow control calls `onRequest` once there is demand again.
        var isPaused = false
    }

    private let handlers = Locked(Handlers())

    var isCancelled: Bool { handlers.withLock { $0.phase == .cancelled } }

    /// Changes the handlers if the stream is open; returns whether it is.
    func set(_ change: (inout Handlers) -> Void) -> Phase {
        let (phase, replaced): (Phase, Handlers) = handlers.withLock { handlers in
            let before = handlers
            if handlers.phase == .open { change(&handlers) }
            return (handlers.phase, before)
        }
        _ = replaced
        return phase
    }

    func requested(_ demand: Subscribers.Demand) {
        let action = handlers.withLock { handlers in
            if handlers.onRequest == nil { handlers.unreported += demand }
            return handlers.onRequest
        }
        action?(demand)
    }

    /// Notes that the demand is reported later, unless it is noted already.
    ///
    /// - Parameter pause: Returns whether it is. Called under a lock.
    func pause(_ pause: () -> Bool) -> Bool {
        handlers.withLock { handlers in
            if handlers.phase == .open, !handlers.isPaused { handlers.isPaused = pause() }
            return handlers.isPaused
        }
    }

    func resume(requesting demand: Subscribers.Demand) {
        handlers.withLock { $0.isPaused = false }
        if demand > .none { requested(demand) }
    }

    /// Sets the closure to call with each demand, if the stream is open.
    ///
    /// - Returns: The demand to call it with at once.
    func observe(_ action: @escaping @Sendable (Subscribers.Demand) -> Void) -> Subscribers.Demand {
        var unreported = Subscribers.Demand.none
        let phase = set { handlers in
            handlers.onRequest = action
            swap(&unreported, &handlers.unreported)
        }
        return phase == .open ? unreported : .none
    }

    func end() {
        _ = close(.ended)
    }

    func cancel() {
        close(.cancelled).onCancel?()
    }

    private func close(_ phase: Phase) -> Handlers {
        handlers.withLock { handlers in
            let before = handlers
            if handlers.phase == .open { handlers = Handlers(phase: phase) }
            return before
        }
    }
}

extension Emitter.Buffering {
    fileprivate var capacity: QueueingOutlet<Output, Failure>.Capacity {
        switch self {
        case .unbounded: .unlimited
        case .newest(let count): .newest(count)
        case .oldest(let count): .oldest(count)
        }
    }
}

extension AnyPublisher {
    /// Creates a publisher from a closure that sends values at any time.
    ///
    /// ```swift
    /// let headings = AnyPublisher<Heading, Never>.create(buffering: .newest(1)) { emitter in
    ///     let token = compass.observe { heading in emitter.send(heading) }
    ///     emitter.onCancel { compass.remove(token) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - buffering: How many values may wait for demand; by default all.
    ///   - start: Called once for each subscriber, on the subscribing thread, after the subscriber has
    ///     received its subscription. It may send at once, and store the emitter.
    @_disfavoredOverload
    public static func create(
        buffering: Emitter<Output, Failure>.Buffering = .unbounded,
        _ start: @escaping @Sendable (Emitter<Output, Failure>) -> Void
    ) -> AnyPublisher {
        AnyPublisher(ExtraPublishers.Create(buffering: buffering, start: start))
    }
}

extension ExtraPublishers {
    /// Sends the values that a closure emits. See ``AnyPublisher/create(buffering:_:)``.
    public struct Create<Output: Sendable, Failure: Error>: Publisher {
        /// The policy for values that wait for demand.
        public let buffering: Emitter<Output, Failure>.Buffering

        /// Starts to send values to one subscriber.
        public let start: @Sendable (Emitter<Output, Failure>) -> Void

        /// Creates a publisher from a closure that sends values at any time.
        ///
        /// - Parameters:
        ///   - buffering: How many values may wait for demand.
        ///   - start: Called once for each subscriber.
        public init(
            buffering: Emitter<Output, Failure>.Buffering,
            start: @escaping @Sendable (Emitter<Output, Failure>) -> Void
        ) {
            self.buffering = buffering
            self.start = start
        }

        @export(implementation)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            run(for: AnySubscriber(subscriber))
        }

        @usableFromInline
        func run(for subscriber: AnySubscriber<Output, Failure>) {
            // One that drops nothing may be requested a few values at a time.
            if buffering == .unbounded { subscriber.flowControl?.addSource() }
            let emitter = Emitter<Output, Failure>(for: subscriber, buffering: buffering)
            emitter.begin()
            if !emitter.isCancelled { start(emitter) }
        }
    }
}
