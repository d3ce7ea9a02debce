extension ExtraPublishers {
    /// Subscribes again after a failure when a companion publisher sends a value. See `retry(when:)`.
    public struct RetryWhen<Upstream: Publisher, Companion: Publisher>: Publisher
    where Companion.Failure == Upstream.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns the companion for a stream of failures.
        public let companion: @Sendable (AnyPublisher<Failure, Never>) -> Companion

        /// Creates a publisher that subscribes again after a failure when a companion publisher sends a
        /// value.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - companion: Returns the companion for a stream of failures.
        @export(implementation)
        public init(
            upstream: Upstream,
            companion: @escaping @Sendable (AnyPublisher<Failure, Never>) -> Companion
        ) {
            self.upstream = upstream
            self.companion = companion
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stream = UntilRelay(downstream: subscriber)
            let failures = PendingFailure<Failure>()
            stream.begin()
            companion(failures.publisher).receive(
                subscriber: CompanionSubscriber(stream: stream, failures: failures))
            if stream.link.isStopped { return }
            Concatenation<Output, Failure>.run(upstream, for: stream) { error, next, again in
                next.follow(with: again)
                failures.report(error, finishing: next)
            }
        }

        /// Receives the companion's signals.
        @usableFromInline
        struct CompanionSubscriber<Downstream: Subscriber>: Subscriber
        where Downstream.Failure == Companion.Failure {
            @usableFromInline let stream: UntilRelay<Downstream>
            @usableFromInline let failures: PendingFailure<Downstream.Failure>

            @export(implementation)
            init(stream: UntilRelay<Downstream>, failures: PendingFailure<Downstream.Failure>) {
                self.stream = stream
                self.failures = failures
            }

            @export(implementation)
            func receive(subscription: any Subscription) {
                if stream.interrupter.attach(subscription) { subscription.request(.unlimited) }
            }

            @export(implementation)
            func receive(_ input: Companion.Output) -> Subscribers.Demand {
                if !stream.interrupter.isStopped { failures.answer() }
                return .none
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                if stream.interrupter.finish() { stream.interrupt(completion) }
            }
        }
    }
}

/// The failure for which a value of the companion is pending. There is one at a time.
@usableFromInline
final class PendingFailure<Failure: Error>: Sendable {
    // A current value subject is sufficient, even if the companion requests a failure late: each failure
    // waits for the companion's value for the one before.
    private let subject = CurrentValueSubject<Failure?, Never>(nil)
    private let onAnswer = Locked<(@Sendable () -> Void)?>(nil)

    @usableFromInline
    init() {}

    @usableFromInline
    var publisher: AnyPublisher<Failure, Never> {
        subject.compactMap { $0 }.eraseToAnyPublisher()
    }

    /// Sends a failure to the companion.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - part: Finishes when the companion sends a value, unless the stream is cancelled before.
    @usableFromInline
    func report<Output>(_ error: Failure, finishing part: ConcatenationPart<Output, Failure>) {
        let link = SubscriptionLink()
        _ = onAnswer.exchange { if link.finish() { part.receive(completion: .finished) } }
        link.attach(request: { _ in }, cancel: { _ = self.onAnswer.exchange(nil) })
        part.receive(subscription: link)
        if !link.isStopped { subject.send(error) }
    }

    @usableFromInline
    func answer() {
        onAnswer.exchange(nil)?()
    }
}

extension Publisher {
    // Before the other form, because the compiler tries overloads in this order: companions seldom fail.

    /// Subscribes again when this publisher fails and a companion publisher, which cannot fail, sends a
    /// value.
    @export(implementation)
    @_disfavoredOverload
    public func retry<Companion: Publisher>(
        when companion: @escaping @Sendable (AnyPublisher<Failure, Never>) -> Companion
    ) -> ExtraPublishers.RetryWhen<Self, Publishers.SetFailureType<Companion, Failure>>
    where Companion.Failure == Never {
        retry(when: { companion($0).setFailureType(to: Failure.self) })
    }

    /// Subscribes again when this publisher fails and a companion publisher sends a value. Unmet demand
    /// carries over. Not in Combine.
    ///
    /// ```
    /// self                     1--x
    /// retry(when: delay by 2)  1----1----1--…
    /// ```
    ///
    /// The companion is created from the stream of failures, for each subscriber. After a failure, a value of
    /// the companion starts another attempt; during an attempt it has no effect. The companion's completion
    /// cancels an attempt and completes this stream in the same way, at once.
    ///
    /// - Parameter companion: Returns the companion for a stream of failures; called once for each
    ///   subscriber.
    @export(implementation)
    @_disfavoredOverload
    public func retry<Companion: Publisher>(
        when companion: @escaping @Sendable (AnyPublisher<Failure, Never>) -> Companion
    ) -> ExtraPublishers.RetryWhen<Self, Companion> where Companion.Failure == Failure {
        ExtraPublishers.RetryWhen(upstream: self, companion: companion)
    }
}
