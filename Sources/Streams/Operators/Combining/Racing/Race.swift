extension ExtraPublishers {
    /// Forwards the publisher that is the first of two to send a signal. See ``Publisher/race(with:)``.
    public struct Race<A: Publisher, B: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Creates a publisher that forwards the first of two publishers to send a signal.
        ///
        /// - Parameters:
        ///   - a: The first publisher.
        ///   - b: The second publisher.
        @export(implementation)
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let racing = Racing(count: 2, downstream: subscriber)
            racing.begin()
            racing.start(a, at: 0)
            racing.start(b, at: 1)
        }
    }

    /// Forwards the publisher that is the first of any number to send a signal. See
    /// ``Swift/Sequence/raced()``.
    public struct RaceMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Creates a publisher that forwards the first of any number of publishers to send a signal.
        ///
        /// - Parameter upstream: The publishers.
        @export(implementation)
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Creates a publisher that forwards the first of any number of publishers to send a signal.
        ///
        /// - Parameter upstream: The publishers.
        @export(implementation)
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if publishers.isEmpty { return end(subscriber, with: .finished) }
            let racing = Racing(count: publishers.count, downstream: subscriber)
            racing.begin()
            for (index, publisher) in publishers.enumerated() { racing.start(publisher, at: index) }
        }
    }
}

extension ExtraPublishers.Race: Equatable where A: Equatable, B: Equatable {}
extension ExtraPublishers.RaceMany: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Forwards this publisher or another, whichever is the first to send a value or a completion; the other
    /// is cancelled.
    ///
    /// ```
    /// self   ----1--2--|
    /// other  --a-----b----c--|
    /// race   --a-----b----c--|
    /// ```
    ///
    /// Demand is requested from both until one has won. A publisher that fails first wins as well.
    ///
    /// - Parameter other: The other publisher, subscribed to after this one unless this one has won at once.
    @export(implementation)
    @_disfavoredOverload
    public func race<P: Publisher>(with other: P) -> ExtraPublishers.Race<Self, P>
    where P.Output == Output, P.Failure == Failure {
        ExtraPublishers.Race(self, other)
    }
}

extension Sequence where Element: Publisher {
    /// Forwards the first of these publishers to send a value or a completion; the others are cancelled.
    ///
    /// Without publishers, the stream finishes at once. See ``Publisher/race(with:)``.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func raced() -> ExtraPublishers.RaceMany<Element> {
        ExtraPublishers.RaceMany(self)
    }
}
