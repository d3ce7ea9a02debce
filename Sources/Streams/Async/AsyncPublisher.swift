/// The values of a publisher as an asynchronous sequence. See ``Publisher/values(buffering:)``.
///
/// Each loop subscribes anew, and cancels its subscription when it is left or its task is cancelled. It throws
/// the publisher's failure, with its type; where the publisher cannot fail, the loop needs no `try`.
public struct AsyncPublisher<P: Publisher>: AsyncSequence, Sendable {
    public typealias Element = P.Output
    public typealias Failure = P.Failure

    @usableFromInline let publisher: P
    @usableFromInline let policy: AsyncBufferingPolicy

    /// Makes an asynchronous sequence of a publisher's values.
    ///
    /// - Parameters:
    ///   - publisher: Where the values come from.
    ///   - policy: What becomes of values that the loop has not taken yet.
    @inlinable
    public init(_ publisher: P, buffering policy: AsyncBufferingPolicy = .unbounded) {
        if case .bufferingNewest(let count) = policy {
            precondition(count > 0, "A buffer holds at least one value.")
        }
        if case .bufferingOldest(let count) = policy {
            precondition(count > 0, "A buffer holds at least one value.")
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

    /// Takes one value after the other.
    public struct Iterator: AsyncIteratorProtocol {
        /// Cancels the subscription when the loop is left.
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
    /// The values of this publisher as an asynchronous sequence that keeps everything the loop has not taken yet.
    ///
    /// ```swift
    /// for await value in subject.values { print(value) }
    /// ```
    ///
    /// Nothing is lost, the last value and the completion included. A publisher that never stops when asked for
    /// everything needs ``values(buffering:)`` with `.onDemand`.
    @inlinable
    public var values: AsyncPublisher<Self> {
        AsyncPublisher(self)
    }

    /// The values of this publisher as an asynchronous sequence.
    ///
    /// - Parameter policy: What becomes of values that the loop has not taken yet.
    @inlinable
    public func values(buffering policy: AsyncBufferingPolicy) -> AsyncPublisher<Self> {
        AsyncPublisher(self, buffering: policy)
    }
}
