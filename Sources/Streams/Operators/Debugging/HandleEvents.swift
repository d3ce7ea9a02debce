extension Publishers {
    /// Calls closures for the signals of a stream. See
    /// ``Publisher/handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)``.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The closures.
        @usableFromInline let handlers: Handlers

        @usableFromInline
        struct Handlers: Sendable {
            @usableFromInline let subscription: (@Sendable (any Subscription) -> Void)?
            @usableFromInline let output: (@Sendable (Output) -> Void)?
            @usableFromInline let completion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
            @usableFromInline let cancel: (@Sendable () -> Void)?
            @usableFromInline let request: (@Sendable (Subscribers.Demand) -> Void)?
            /// Called with the demand that is returned for a value.
            @usableFromInline let returned: (@Sendable (Subscribers.Demand) -> Void)?

            @export(implementation)
            init(
                subscription: (@Sendable (any Subscription) -> Void)?,
                output: (@Sendable (Output) -> Void)?,
                completion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?,
                cancel: (@Sendable () -> Void)?,
                request: (@Sendable (Subscribers.Demand) -> Void)?,
                returned: (@Sendable (Subscribers.Demand) -> Void)?
            ) {
                self.subscription = subscription
                self.output = output
                self.completion = completion
                self.cancel = cancel
                self.request = request
                self.returned = returned
            }
        }

        @export(implementation)
        init(upstream: Upstream, handlers: Handlers) {
            self.upstream = upstream
            self.handlers = handlers
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, handlers: handlers))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Relay
        where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
            @usableFromInline let upstream = SubscriptionLink()
            /// The subscription of downstream, which releases the closures at the end.
            @usableFromInline let link = SubscriptionLink()
            @usableFromInline let downstream: Downstream
            @usableFromInline let handlers: Handlers

            @export(implementation)
            init(downstream: Downstream, handlers: Handlers) {
                self.downstream = downstream
                self.handlers = handlers
            }

            @export(implementation)
            func receive(subscription: any Subscription) {
                handlers.subscription?(subscription)
                guard upstream.attach(subscription) else { return }
                let (upstream, onRequest, onCancel) = (upstream, handlers.request, handlers.cancel)
                link.attach(
                    as: "HandleEvents",
                    request: { demand in
                        onRequest?(demand)
                        upstream.request(demand)
                    },
                    cancel: {
                        onCancel?()
                        upstream.cancel()
                    })
                downstream.receive(subscription: HandledSubscription(link, upstream))
            }

            @export(implementation)
            func receive(_ input: Output) -> Subscribers.Demand {
                if link.isStopped { return .none }
                handlers.output?(input)
                let demand = downstream.receive(input)
                if demand > .none { handlers.returned?(demand) }
                return demand
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                guard link.finish() else { return }
                _ = upstream.finish()
                handlers.completion?(completion)
                downstream.receive(completion: completion)
            }
        }
    }
}

/// The subscription of downstream, which nothing else holds. Once it is released nothing can be requested any
/// more, so that upstream's subscription is abandoned as well.
@usableFromInline
final class HandledSubscription: AbandonableSubscription, CustomStringConvertible {
    private let link: SubscriptionLink
    private let upstream: SubscriptionLink

    @usableFromInline
    init(_ link: SubscriptionLink, _ upstream: SubscriptionLink) {
        self.link = link
        self.upstream = upstream
    }

    deinit {
        abandon()
    }

    func abandon() { upstream.abandon() }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) { link.request(demand) }

    @usableFromInline
    func cancel() { link.cancel() }

    @usableFromInline
    var description: String { "\(link)" }
}

extension Publishers.HandleEvents {
    /// Creates a publisher that calls closures for the signals of a stream.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - receiveSubscription: Called with the upstream subscription.
    ///   - receiveOutput: Called with each value.
    ///   - receiveCompletion: Called with the completion.
    ///   - receiveCancel: Called when the stream is cancelled before it completes, on the cancelling thread.
    ///   - receiveRequest: Called with each demand, on the requesting thread.
    @export(implementation)
    public init(
        upstream: Upstream,
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveOutput: (@Sendable (Upstream.Output) -> Void)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Upstream.Failure>) -> Void)? = nil,
        receiveCancel: (@Sendable () -> Void)? = nil,
        receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
    ) {
        self.init(
            upstream: upstream,
            handlers: Handlers(
                subscription: receiveSubscription, output: receiveOutput, completion: receiveCompletion,
                cancel: receiveCancel, request: receiveRequest, returned: receiveRequest))
    }
}

extension Publisher {
    /// Calls closures before each signal is sent downstream, or each request upstream.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Called with the upstream subscription.
    ///   - receiveOutput: Called with each value.
    ///   - receiveCompletion: Called with the completion.
    ///   - receiveCancel: Called when the stream is cancelled before it completes, on the cancelling thread.
    ///   - receiveRequest: Called with each demand, on the requesting thread.
    @export(implementation)
    public func handleEvents(
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveOutput: (@Sendable (Output) -> Void)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (@Sendable () -> Void)? = nil,
        receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self,
            handlers: .init(
                subscription: receiveSubscription, output: receiveOutput, completion: receiveCompletion,
                cancel: receiveCancel, request: receiveRequest, returned: receiveRequest))
    }
}
