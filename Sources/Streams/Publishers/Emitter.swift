/// Sends values into a stream that was made with ``AnyPublisher/create(buffering:_:)``.
///
/// It may be kept, and called from any thread. After the end, or a cancellation, it holds nothing of the stream.
public final class Emitter<Output: Sendable, Failure: Error>: Sendable {
    /// How many values may wait that the subscriber has not asked for.
    public enum Buffering: Sendable, Hashable {
        /// As many as come.
        case unbounded

        /// The newest, so many of them; older ones are dropped for them.
        case newest(Int)

        /// The oldest, so many of them; what comes while they wait is dropped.
        case oldest(Int)

        /// None: what the subscriber has not asked for is dropped.
        public static var none: Buffering { .oldest(0) }
    }

    /// What became of a value that was sent.
    public enum Outcome: Sendable {
        /// The subscriber had asked for it: it has it, or gets it next.
        case delivered

        /// It waits until it is asked for.
        ///
        /// - Parameter count: How many values wait, this one included.
        case buffered(count: Int)

        /// The buffer is full, and this value was dropped: the one sent, or an older one in favour of it.
        case dropped(Output)

        /// The stream had ended or was cancelled.
        case terminated
    }

    private let outlet: QueueingOutlet<Output, Failure>
    private let handlers: EmitterHandlers

    init(for subscriber: AnySubscriber<Output, Failure>, buffering: Buffering) {
        let handlers = EmitterHandlers()
        self.handlers = handlers
        outlet = QueueingOutlet(
            to: subscriber, capacity: buffering.capacity,
            onRequest: { handlers.requested($0) }, onCancel: { _ in handlers.cancel() })
    }

    /// Sends a value.
    ///
    /// - Returns: What became of it.
    @discardableResult
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
        if outlet.end(completion) { handlers.end() }
    }

    /// How many values the subscriber waits for. A value sent beyond that is buffered or dropped.
    public var demand: Subscribers.Demand { outlet.demand }

    /// Whether the subscriber has cancelled, before the stream was ended.
    public var isCancelled: Bool { handlers.isCancelled }

    /// Sets what is called, once, when the subscriber cancels; at once if it has done so.
    ///
    /// - Parameter action: Called on the cancelling thread. It is released when the stream ends.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        if handlers.set({ $0.onCancel = action }) == .cancelled { action() }
    }

    /// Sets what is called with each demand of the subscriber; at once with the demand there is.
    ///
    /// - Parameter action: Called on the requesting thread, after the demand was met from the buffer; it may be
    ///   called by several threads at once. It is released when the stream ends.
    public func onRequest(_ action: @escaping @Sendable (Subscribers.Demand) -> Void) {
        if handlers.set({ $0.onRequest = action }) == .open, demand > .none { action(demand) }
    }

    /// Hands down the subscription.
    func begin() {
        outlet.begin()
    }
}

/// What an emitter's user wants to be told, until the stream ends.
private final class EmitterHandlers: Sendable {
    enum Phase: Sendable {
        case open, ended, cancelled
    }

    struct Handlers: Sendable {
        var phase = Phase.open
        var onRequest: (@Sendable (Subscribers.Demand) -> Void)?
        var onCancel: (@Sendable () -> Void)?
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
        handlers.withLock { $0.onRequest }?(demand)
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
    /// Makes a publisher from a closure that sends values when it likes.
    ///
    /// ```swift
    /// let headings = AnyPublisher<Heading, Never>.create(buffering: .newest(1)) { emitter in
    ///     let token = compass.observe { heading in emitter.send(heading) }
    ///     emitter.onCancel { compass.remove(token) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - buffering: What becomes of values that the subscriber has not asked for; by default they wait.
    ///   - start: Called once for each subscriber, on the subscribing thread, after the subscriber has got its
    ///     subscription. It may send at once, and keep the emitter.
    public static func create(
        buffering: Emitter<Output, Failure>.Buffering = .unbounded,
        _ start: @escaping @Sendable (Emitter<Output, Failure>) -> Void
    ) -> AnyPublisher {
        AnyPublisher(Publishers.Create(buffering: buffering, start: start))
    }
}

extension Publishers {
    /// Sends what a closure sends. See ``AnyPublisher/create(buffering:_:)``.
    public struct Create<Output: Sendable, Failure: Error>: Publisher {
        /// What becomes of values that the subscriber has not asked for.
        public let buffering: Emitter<Output, Failure>.Buffering

        /// Starts to send, for one subscriber.
        public let start: @Sendable (Emitter<Output, Failure>) -> Void

        /// Makes a publisher from a closure that sends values when it likes.
        ///
        /// - Parameters:
        ///   - buffering: What becomes of values that the subscriber has not asked for.
        ///   - start: Called once for each subscriber.
        public init(
            buffering: Emitter<Output, Failure>.Buffering,
            start: @escaping @Sendable (Emitter<Output, Failure>) -> Void
        ) {
            self.buffering = buffering
            self.start = start
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            run(for: AnySubscriber(subscriber))
        }

        @usableFromInline
        func run(for subscriber: AnySubscriber<Output, Failure>) {
            let emitter = Emitter<Output, Failure>(for: subscriber, buffering: buffering)
            emitter.begin()
            if !emitter.isCancelled { start(emitter) }
        }
    }
}
