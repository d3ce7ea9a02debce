extension Publishers {
    /// Sends a value in place of an error, then finishes. See ``Publisher/replaceError(with:)``.
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        /// Where the values come from.
        public let upstream: Upstream

        /// What is sent in place of an error.
        public let output: Output

        /// Makes a publisher that sends a value in place of an error, then finishes.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - output: What is sent in place of an error.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            Catch(upstream: upstream, handler: { [output] _ in Just(output) }).receive(subscriber: subscriber)
        }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Sends a value in place of an error, then finishes. The value waits for demand.
    ///
    /// ```
    /// self             1--2--x
    /// replaceError(0)  1--2--(0|)
    /// ```
    ///
    /// - Parameter output: What is sent in place of an error.
    @inlinable
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}
