/// The values of a publisher as an asynchronous sequence. See ``Publisher/values(buffering:)``.
///
/// Each loop has a subscription of its own, which is cancelled when the loop exits or its task is cancelled.
/// The loop throws the publisher's failure, with its type; if the publisher cannot fail, the loop needs no
/// `try`.
public struct AsyncPublisher<P: Publisher>: AsyncSequence, Sendable {
    public typealias Element = P.Output
    public typealias Failure = P.Failure

    @usableFromInline let publisher: P
    @usableFromInline let policy: AsyncBufferingPolicy

    /// Creates an asynchronous sequence of a publisher's values.
    ///
    /// - Parameters:
    ///   - publisher: The upstream publisher.
    ///   - policy: How values are buffered that the loop has not taken yet.
    @inlinable
    public init(_ publisher: P, buffering policy: AsyncBufferingPolicy = .unbounded) {
        if case .bufferingNewest(let count) = policy {
            precondition(count > 0, "The buffer must hold at least one value.")
        }
        if case .bufferingOldest(let count) = policy {
            precondition(count > 0, "The buffer must hold at least one value.")
        }
        self.publisher = publisher
        self.policy = policy
    }

    @inlinable
    public func makeAsyncIterator() -> Iterator {
        let buffer = AsyncBuffer<P.Output, P.Failure>(policy: policy)
        publisher.receive(subscriber: buffer)
        return Iterator(owner: Iterator.Owner(buffer: buffer))
    }

    /// Iterates over the values.
    public struct Iterator: AsyncIteratorProtocol {
        /// Cancels the subscription when the loop exits.
        @usableFromInline
        final class Owner: Sendable {
            @usableFromInline let buffer: AsyncBuffer<P.Output, P.Failure>

            @usableFromInline
            init(buffer: AsyncBuffer<P.Output, P.Failure>) {
                self.buffer = buffer
            }

            deinit {
                buffer.cancel()
            }
        }

        @usableFromInline let owner: Owner

        @inlinable
        init(owner: Owner) {
            self.owner = owner
        }

        @inlinable
        public mutating func next() async throws(P.Failure) -> P.Output? {
            try await owner.buffer.next()
        }

        @inlinable
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(P.Failure) -> P.Output? {
            try await owner.buffer.next()
        }
    }
}

extension Publisher {
    /// The values of this publisher as an asynchronous sequence that buffers all values the loop has not
    /// taken yet.
    ///
    /// ```swift
    /// for await value in subject.values { print(value) }
    /// ```
    ///
    /// No value is lost, nor is the completion. A publisher that sends values without end on unlimited demand
    /// requires ``values(buffering:)`` with `.onDemand`.
    @inlinable
    public var values: AsyncPublisher<Self> {
        AsyncPublisher(self)
    }

    /// The values of this publisher as an asynchronous sequence.
    ///
    /// - Parameter policy: How values are buffered that the loop has not taken yet.
    @inlinable
    public func values(buffering policy: AsyncBufferingPolicy) -> AsyncPublisher<Self> {
        AsyncPublisher(self, buffering: policy)
    }
}
