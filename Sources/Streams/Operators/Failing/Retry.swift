extension Publishers {
    /// Subscribes again after a failure. See ``Publisher/retry(_:)-(Int)``.
    public struct Retry<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// How many times a failure is answered by subscribing again; `nil` for always.
        public let retries: Int?

        /// Makes a publisher that subscribes again after a failure.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - retries: How many times a failure is answered by subscribing again, zero or more; `nil` for always.
        @inlinable
        public init(upstream: Upstream, retries: Int?) {
            precondition(retries ?? 0 >= 0, "The number of retries cannot be negative.")
            self.upstream = upstream
            self.retries = retries
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let remaining = Locked(retries)
            Concatenation<Output, Failure>.run(upstream, for: subscriber) { error, next, again in
                let mayRetry = remaining.withLock { remaining in
                    guard let count = remaining else { return true }
                    remaining = Swift.max(0, count - 1)
                    return count > 0
                }
                mayRetry ? again(next) : next.receive(completion: .failure(error))
            }
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Subscribes again when this publisher fails. Demand that is unmet carries over.
    ///
    /// ```
    /// self      1--x
    /// retry(1)  1--1--x
    /// ```
    ///
    /// Any number of retries in a row needs no more stack than one.
    ///
    /// - Parameter retries: How many times to try **again**, zero or more; after that the failure is passed on.
    @inlinable
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}
