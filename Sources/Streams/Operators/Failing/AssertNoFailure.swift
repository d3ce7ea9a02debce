extension Publishers {
    /// Stops the program at a failure. See ``Publisher/assertNoFailure(_:file:line:)``.
    public struct AssertNoFailure<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        /// The upstream publisher.
        public let upstream: Upstream

        /// The beginning of the message.
        public let prefix: String

        /// The file in the message.
        public let file: StaticString

        /// The line in the message.
        public let line: UInt

        /// Creates a publisher that stops the program at a failure.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - prefix: The beginning of the message.
        ///   - file: The file in the message.
        ///   - line: The line in the message.
        @export(implementation)
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            MapError<Upstream, Never>(upstream: upstream) { [prefix, file, line] error in
                // Its purpose: the failure is a programmer's error.
                fatalError(prefix.isEmpty ? "\(error)" : "\(prefix): \(error)", file: file, line: line)
            }.receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Stops the program when this stream fails, in release builds too; forwards all other signals.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the message.
    ///   - file: The file in the message.
    ///   - line: The line in the message.
    @export(implementation)
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}
