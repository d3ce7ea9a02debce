/// The values of a publisher as an asynchronous sequence. See ``Publisher/values(buffering:)``.
///
/// Each loop has a subscription of its own, which is cancelled when the loop exits or its task is cancelled.
/// The loop throws the publisher's failure, with its type; if the publisher cannot fail, the loop needs no
/// `try`.
///
/// Several tasks may await one iterator: they receive values in turn, and the first of them receives the
/// failure. If one of them is cancelled, the iteration ends for all, as that of an `AsyncStream`.
public struct AsyncPublisher<P: Publisher>: AsyncSequence, Sendable {
    public typealias Element = P.Output
    public typealias Failure = P.Failure

    @usableFromInline let publisher: P
    @usableFromInline let policy: AsyncBufferingPolicy

    /// Creates an asynchronous sequence of a publisher's values.
    ///
    /// - Parameters:
    ///   - publisher: The upstream publisher.
    ///   - policy: The policy for values that the loop has not consumed yet.
    @export(implementation)
    public init(_ publisher: P, buffering policy: AsyncBufferingPolicy = .prefetching(16)) {
        AsyncPublisher.check(policy)
        self.publisher = publisher
        self.policy = policy
    }

    @usableFromInline
    static func check(_ policy: AsyncBufferingPolicy) {
        precondition(policy.count ?? 1 > 0, "The buffer must hold at least one value.")
    }

    @export(implementation)
    public func makeAsyncIterator() -> Iterator {
        let buffer = AsyncBuffer<P.Output, P.Failure>(policy: policy)
        publisher.receive(subscriber: buffer)
        buffer.didSubscribe()
        return Iterator(owner: Iterator.Owner(buffer: buffer))
    }

    /// Iterates over the values. Copies share one subscription.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// Cancels the subscription when the loop exits.
        @usableFromInline
        final class Owner: Sendable {
            @usableFromInline let buffer: AsyncBuffer<P.Output, P.Failure>
            /// The same, which is not retained for each value.
            @usableFromInline let unretained: Unmanaged<AsyncBuffer<P.Output, P.Failure>>

            @usableFromInline
            init(buffer: AsyncBuffer<P.Output, P.Failure>) {
                self.buffer = buffer
                unretained = .passUnretained(buffer)
            }

            deinit {
                buffer.cancel()
            }
        }

        @usableFromInline let owner: Owner

        @export(implementation)
        init(owner: Owner) {
            self.owner = owner
        }

        @export(implementation)
        public mutating func next() async throws(P.Failure) -> P.Output? {
            if let value = takeKept() { return value }
            return try await owner.buffer.wait()
        }

        @export(implementation)
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(P.Failure) -> P.Output? {
            if let value = takeKept() { return value }
            return try await owner.buffer.wait(isolation: actor)
        }

        /// Takes a value that has arrived. The iterator holds the buffer meanwhile.
        @export(implementation) @inline(__always)
        func takeKept() -> P.Output? {
            owner.unretained._withUnsafeGuaranteedRef { $0.takeKept() }
        }
    }
}

extension Publisher {
    /// The values of this publisher as an asynchronous sequence that loses none of them.
    ///
    /// ```swift
    /// for await value in subject.values { print(value) }
    /// ```
    ///
    /// From a publisher that waits for demand, values are requested as the loop consumes them, at most 16
    /// ahead, so that it may be endless. All values that a subject sends are kept, without limit, and so are
    /// the last value and the completion. See ``AsyncBufferingPolicy/prefetching(_:)``.
    @export(implementation)
    public var values: AsyncPublisher<Self> {
        AsyncPublisher(self)
    }

    /// The values of this publisher as an asynchronous sequence.
    ///
    /// ```swift
    /// for await place in places.values(buffering: .bufferingNewest(1)) { show(place) }
    /// ```
    ///
    /// - Parameter policy: The policy for values that the loop has not consumed yet.
    @export(implementation)
    @_disfavoredOverload
    public func values(buffering policy: AsyncBufferingPolicy) -> AsyncPublisher<Self> {
        AsyncPublisher(self, buffering: policy)
    }
}
