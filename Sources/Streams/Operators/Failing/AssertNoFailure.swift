extension Publishers {
    /// Stops the program at a failure. See ``Publisher/assertNoFailure(_:file:line:)``.
    public struct AssertNoFailure<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        /// Where the values come from.
        public let upstream: Upstream

        /// What the message begins with.
        public let prefix: String

        /// The file that the message names.
        public let file: StaticString

        /// The line that the message names.
        public let line: UInt

        /// Makes a publisher that stops the program at a failure.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - prefix: What the message begins with.
        ///   - file: The file that the message names.
        ///   - line: The line that the message names.
        @inlinable
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            MapError<Upstream, Never>(upstream: upstream) { [prefix, file, line] error in
                fatalError(prefix.isEmpty ? "\(error)" : "\(prefix): \(error)", file: file, line: line)
            }.receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Stops the program when this stream fails, in release builds too; otherwise passes everything on.
    ///
    /// - Parameters:
    ///   - prefix: What the message begins with.
    ///   - file: The file that the message names.
    ///   - line: The line that the message names.
    @inlinable
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}
