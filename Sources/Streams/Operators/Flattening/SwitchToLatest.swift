extension Publishers {
    /// Sends the values of the latest publisher. See `switchToLatest()`.
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where Upstream.Output == P, P.Failure == Upstream.Failure {
        public typealias Output = P.Output
        public typealias Failure = P.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher that sends the values of the latest publisher.
        ///
        /// - Parameter upstream: The upstream publisher.
        @export(implementation)
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let switching = Switching(downstream: subscriber)
            switching.begin()
            upstream.receive(subscriber: FlatteningUpstream(stage: switching) { (child: P) in child })
        }
    }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Sends the values of the latest publisher, and cancels the previous one.
    ///
    /// ```
    /// self            A--------B------|
    /// A                1--2--3--4--5
    /// B                         a--b--|
    /// switchToLatest  -1--2--3--a--b--|
    /// ```
    ///
    /// An unlimited number of publishers is requested. Unmet demand carries over to the next one. The stream
    /// finishes when this publisher and the last of its publishers have finished; a failure of either cancels
    /// the other.
    @export(implementation)
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Failure == Never {
    /// Sends the values of the latest publisher, where only that can fail.
    // Tried only where the form for equal failures does not fit, so that chains are checked once.
    @export(implementation)
    @_disfavoredOverload
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Output, Publishers.SetFailureType<Self, Output.Failure>
        >
    {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Sends the values of the latest publisher, where that cannot fail.
    // Tried only where the form for equal failures does not fit.
    @export(implementation)
    @_disfavoredOverload
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>,
            Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        map { $0.setFailureType(to: Failure.self) }.switchToLatest()
    }
}
