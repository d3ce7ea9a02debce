extension Publishers {
    /// Sends the values of one subscription through a subject. See ``Publisher/multicast(_:)``.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where SubjectType.Output == Upstream.Output, SubjectType.Failure == Upstream.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates the subject that subscribers are attached to.
        public let createSubject: @Sendable () -> SubjectType

        private struct State: Sendable {
            var subject: SubjectType?
            var link: SubscriptionLink?
            /// Held by the caller that connected.
            weak var handle: AnyCancellable?
        }

        private let state = Locked(State())

        /// Creates a publisher that sends the values of one subscription through a subject.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - createSubject: Creates the subject, when it is first needed.
        public init(upstream: Upstream, createSubject: @escaping @Sendable () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subject.receive(subscriber: subscriber)
        }

        /// Subscribes to upstream, unless the publisher is connected or upstream has ended.
        ///
        /// - Returns: A handle that cancels the subscription when it is cancelled or released, after which
        ///   the publisher can be connected again. While connected, the same handle.
        @export(implementation)
        public func connect() -> any Cancellable {
            _connect(onStart: { _ in })
        }

        @export(implementation)
        public func _connect(onStart: (@escaping @Sendable () -> Void) -> Void) -> any Cancellable {
            let feeder = SubjectSubscriber(subject, by: .connection)
            let link = feeder.upstream
            return connect(link) {
                onStart { self.disconnect(link) }
                // One that was ended meanwhile cancels its subscription as it arrives.
                upstream.receive(subscriber: feeder)
            }
        }

        @usableFromInline
        func connect(_ link: SubscriptionLink, by subscribing: () -> Void) -> any Cancellable {
            // Weak, so that a handle that is kept holds nothing once upstream has ended. Without the
            // publisher, nobody can connect again.
            let handle = AnyCancellable { [weak self] in
                if let self { self.disconnect(link) } else { link.cancel() }
            }
            let (present, former): (AnyCancellable?, (any Subscription)?) = state.withLock { state in
                if let current = state.link, let present = state.handle ?? (current.isStopped ? .idle : nil) {
                    return (present, nil)
                }
                // Of a handle that is being released.
                let former = state.link?.stop()
                state.link = link
                state.handle = handle
                return (nil, former)
            }
            if let present { return present }
            former?.cancel()
            subscribing()
            return handle
        }

        /// Ends a connection, and none that has begun later.
        @usableFromInline
        func disconnect(_ link: SubscriptionLink) {
            let subscription: (any Subscription)? = state.withLock { state in
                // A stream that has ended remains connected, so that upstream is not subscribed again.
                if state.link === link, !link.isStopped { state.link = nil }
                // Stopped before another connection can begin, whose values it would send a second time.
                return link.stop()
            }
            subscription?.cancel()
        }

        /// The subject, created at first use.
        @usableFromInline
        var subject: SubjectType {
            if let subject = state.withLock({ $0.subject }) { return subject }
            // Outside the lock: if two threads create a subject, the first one is kept.
            let new = createSubject()
            return state.withLock { state in
                let subject = state.subject ?? new
                state.subject = subject
                return subject
            }
        }
    }
}

extension AnyCancellable {
    /// A handle without effect.
    fileprivate static var idle: AnyCancellable { AnyCancellable {} }
}

extension Publisher {
    /// Sends the values of one subscription to all subscribers, through a subject, once it is connected.
    ///
    /// - Parameter createSubject: Creates the subject, at the first subscription or connection. If two
    ///   threads are first at once it may be called twice, and one of the subjects is dropped.
    public func multicast<S: Subject>(
        _ createSubject: @escaping @Sendable () -> S
    ) -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Sends the values of one subscription to all subscribers, through a subject, once it is connected.
    ///
    /// - Parameter subject: The subject that subscribers are attached to.
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where S.Output == Output, S.Failure == Failure {
        multicast { subject }
    }
}
