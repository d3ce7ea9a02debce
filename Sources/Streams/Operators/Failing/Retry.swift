extension Publishers {
    /// Subscribes again after a failure. See ``Publisher/retry(_:)-(Int)``.
    public struct Retry<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The number of times to subscribe again; `nil` for no limit.
        public let retries: Int?

        /// Creates a publisher that subscribes again after a failure.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - retries: The number of times to subscribe again, zero or more; `nil` or a negative
        ///     number for no limit.
        @export(implementation)
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let remaining = Locked(retries.flatMap { $0 < 0 ? nil : $0 })
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
    /// Subscribes again when this publisher fails. Unmet demand carries over.
    ///
    /// ```
    /// self      1--x
    /// retry(1)  1--1--x
    /// ```
    ///
    /// Any number of consecutive retries uses as much stack as one.
    ///
    /// - Parameter retries: The number of times to subscribe **again**, zero or more. After that the failure
    ///   is sent downstream. A negative number means no limit, as in Combine.
    @export(implementation)
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}
