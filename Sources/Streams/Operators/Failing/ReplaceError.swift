extension Publishers {
    /// Replaces an error with a value, then finishes. See ``Publisher/replaceError(with:)``.
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Never

        /// The upstream publisher.
        public let upstream: Upstream

        /// The value that replaces an error.
        public let output: Output

        /// Creates a publisher that replaces an error with a value, then finishes.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - output: The value that replaces an error.
        @export(implementation)
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            Catch(upstream: upstream, handler: { [output] _ in Just(output) }).receive(subscriber: subscriber)
        }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Replaces an error with a value, then finishes. The value waits for demand.
    ///
    /// ```
    /// self             1--2--x
    /// replaceError(0)  1--2--(0|)
    /// ```
    ///
    /// - Parameter output: The value that replaces an error.
    @export(implementation)
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}
