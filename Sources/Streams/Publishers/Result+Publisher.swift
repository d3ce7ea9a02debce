extension Result where Success: Sendable {
    /// Sends the value of a success, then finishes; or fails.
    ///
    /// A value waits for demand, and value and finish come together; a failure comes at subscription. The
    /// semantics are Combine's.
    public struct Publisher: Streams.Publisher {
        public typealias Output = Success

        /// What every subscriber gets.
        public let result: Result<Success, Failure>

        /// Makes a publisher of a result.
        ///
        /// - Parameter result: What every subscriber gets.
        @inlinable
        public init(_ result: Result<Success, Failure>) {
            self.result = result
        }

        /// Makes a publisher of a success.
        ///
        /// - Parameter output: The value that every subscriber gets.
        @inlinable
        public init(_ output: Success) {
            self.init(.success(output))
        }

        /// Makes a publisher that fails.
        ///
        /// - Parameter failure: The error that every subscriber gets.
        @inlinable
        public init(_ failure: Failure) {
            self.init(.failure(failure))
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
            switch result {
            case .success(let output):
                subscriber.receive(subscription: SingleValue(output, for: subscriber))
            case .failure(let error):
                end(subscriber, with: .failure(error))
            }
        }
    }

    /// A publisher of the value or the error.
    @inlinable
    public var publisher: Publisher {
        Publisher(self)
    }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
