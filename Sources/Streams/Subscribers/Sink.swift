extension Subscribers {
    /// A subscriber that requests an unlimited number of values and calls two closures.
    ///
    /// It accepts one subscription and cancels a second, and releases the closures at the end and when it is
    /// cancelled. After `cancel()` neither closure is called again, but a call that has begun on another
    /// thread runs to its end.
    public final class Sink<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
        @usableFromInline
        struct Handlers: Sendable {
            @usableFromInline let value: ValueHandler
            @usableFromInline let completion: @Sendable (Subscribers.Completion<Failure>) -> Void
        }

        /// A closure in a structure: it is taken out of a lock without being converted, which allocates
        /// memory.
        @usableFromInline
        struct ValueHandler: Sendable {
            @usableFromInline let call: @Sendable (Input) -> Void
        }

        /// Released at the end.
        @usableFromInline let handlers: Locked<Handlers?>
        @usableFromInline let upstream = SubscriptionLink()

        /// Creates a sink.
        ///
        /// - Parameters:
        ///   - receiveCompletion: Called at most once, after the last value.
        ///   - receiveValue: Called with each value, serially, on the thread that delivers it.
        public init(
            receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping @Sendable (Input) -> Void
        ) {
            handlers = Locked(
                Handlers(
                    value: ValueHandler(call: receiveValue), completion: receiveCompletion))
        }

        /// Called with each value; does nothing after the end.
        @export(implementation)
        public var receiveValue: @Sendable (Input) -> Void {
            handlers.withLock { $0 }?.value.call ?? { _ in }
        }

        /// Called with the end of the stream; does nothing after it.
        public var receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void {
            handlers.withLock { $0 }?.completion ?? { _ in }
        }

        @export(implementation)
        public func receive(subscription: any Subscription) {
            if upstream.attach(subscription) { subscription.request(.unlimited) }
        }

        @export(implementation)
        public func receive(_ input: Input) -> Subscribers.Demand {
            if !upstream.isStopped, let handler = handlers.withLock({ $0?.value }) { handler.call(input) }
            return .none
        }

        @export(implementation)
        public func receive(completion: Subscribers.Completion<Failure>) {
            if upstream.finish() { handlers.exchange(nil)?.completion(completion) }
        }

        public func cancel() {
            upstream.cancel()
            _ = handlers.exchange(nil)
        }
    }
}

/// The sink of ``Publisher/sink(receiveCompletion:receiveValue:)``, which upstream alone holds, and which
/// therefore need not release its closures itself. A structure, which is part of the object that holds it.
@usableFromInline
struct ClosureSink<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let receiveValue: @Sendable (Input) -> Void
    @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
    @usableFromInline let upstream = SubscriptionLink()

    @export(implementation)
    init(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Input) -> Void
    ) {
        self.receiveCompletion = receiveCompletion
        self.receiveValue = receiveValue
    }

    @export(implementation)
    func receive(subscription: any Subscription) {
        if upstream.attach(subscription) { subscription.request(.unlimited) }
    }

    @export(implementation)
    func receive(_ input: Input) -> Subscribers.Demand {
        if !upstream.isStopped { receiveValue(input) }
        return .none
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) {
        if upstream.finish() { receiveCompletion(completion) }
    }
}

/// The sink of a subject, perhaps behind operators; see ``Publisher/_attach(_:)``.
@usableFromInline
struct AttachedSink<Input: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
    // Sendable: nothing changes.

    /// Holds this sink, and so exists whenever the sink is called.
    @usableFromInline let conduit: Unmanaged<AnyObject>
    @usableFromInline let receiveValue: @Sendable (Input) -> Void
    @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @export(implementation)
    init(
        to conduit: Unmanaged<AnyObject>,
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Input) -> Void
    ) {
        self.conduit = conduit
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
    }

    @export(implementation)
    func receive(subscription: any Subscription) {}

    @export(implementation)
    func receive(_ input: Input) -> Subscribers.Demand {
        // An operator's closure may have cancelled.
        let isClosed = conduit._withUnsafeGuaranteedRef {
            unsafeDowncast($0, to: ConduitSubscription.self).demand.isClosed
        }
        if !isClosed { receiveValue(input) }
        return .none
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) {
        receiveCompletion(completion)
    }
}

extension Publisher {
    /// Attaches closures that receive the values and the end of this stream; requests an unlimited number of
    /// values.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Called at most once, after the last value.
    ///   - receiveValue: Called with each value, serially, on the thread that delivers it.
    /// - Returns: A handle that ends the subscription when cancelled or released. The closures are released
    ///   when the stream ends.
    @export(implementation)
    public func sink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> AnyCancellable {
        if let result = _immediateResult(for: .sink) {
            if case .success(let value?) = result { receiveValue(value) }
            receiveCompletion(result.completion)
            return AnyCancellable()
        }
        if _hasKnownValues {
            let completion = _sendKnownValues { value in
                receiveValue(value)
                return true
            }
            receiveCompletion(completion)
            return AnyCancellable()
        }
        let attached = _attach { conduit in
            AttachedSink<Output, Failure>(
                to: conduit, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        }
        if let attached { return attached }
        let sink = ClosureSink<Output, Failure>(
            receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        receive(subscriber: sink)
        return AnyCancellable(sink.upstream)
    }
}

extension Publisher where Failure == Never {
    /// Attaches a closure that receives the values of this stream, which cannot fail; requests an unlimited
    /// number of values.
    ///
    /// - Parameter receiveValue: Called with each value, serially, on the thread that delivers it.
    /// - Returns: A handle that ends the subscription when cancelled or released.
    @export(implementation)
    public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
