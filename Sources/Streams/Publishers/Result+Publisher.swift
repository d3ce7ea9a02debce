extension Result where Success: Sendable {
    /// Sends the value of a success, then finishes; or fails.
    ///
    /// A value waits for demand and is followed by the finish at once; a failure is sent at subscription. The
    /// semantics are those of Combine.
    public struct Publisher: Streams.Publisher {
        public typealias Output = Success

        /// The signals that every subscriber receives.
        public let result: Result<Success, Failure>

        /// Creates a publisher of a result.
        ///
        /// - Parameter result: The result that every subscriber receives.
        @export(implementation)
        public init(_ result: Result<Success, Failure>) {
            self.result = result
        }

        /// Creates a publisher of a success.
        ///
        /// - Parameter output: The value that every subscriber receives.
        @export(implementation)
        public init(_ output: Success) {
            self.init(.success(output))
        }

        /// Creates a publisher that fails.
        ///
        /// - Parameter failure: The error that every subscriber receives.
        @export(implementation)
        public init(_ failure: Failure) {
            self.init(.failure(failure))
        }

        @export(implementation)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
            switch result {
            case .success(let output):
                subscriber.receive(subscription: LoadedValue(output, for: subscriber))
            case .failure(let error):
                end(subscriber, with: .failure(error))
            }
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Success?, Failure>? {
            result.map { $0 }
        }
    }

    /// A publisher of the value or the error.
    @export(implementation)
    public var publisher: Publisher {
        Publisher(self)
    }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
