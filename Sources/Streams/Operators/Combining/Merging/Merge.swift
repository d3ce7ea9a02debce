extension Publishers {
    /// Sends the values of two publishers as they come. See ``Publisher/merge(with:)``.
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The one publisher.
        public let a: A

        /// The other publisher.
        public let b: B

        /// Makes a publisher that sends the values of two publishers as they come.
        ///
        /// - Parameters:
        ///   - a: The one publisher.
        ///   - b: The other publisher.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattening = Flattening(downstream: subscriber)
            flattening.begin()
            flattening.start(a)
            flattening.start(b)
            flattening.endUpstream(.finished)
        }
    }

    /// Sends the values of any number of publishers as they come. See ``Swift/Sequence/merge()``.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let publishers: [Upstream]

        /// Makes a publisher that sends the values of any number of publishers as they come.
        ///
        /// - Parameter upstream: Where the values come from.
        @inlinable
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Makes a publisher that sends the values of any number of publishers as they come.
        ///
        /// - Parameter upstream: Where the values come from.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattening = Flattening(downstream: subscriber)
            flattening.begin()
            for publisher in publishers { flattening.start(publisher) }
            flattening.endUpstream(.finished)
        }
    }
}

extension Publisher {
    /// Sends the values of this publisher and of another as they come.
    ///
    /// ```
    /// self   1-----2-----|
    /// other  ---a-----b--|
    /// merge  1--a--2--b--|
    /// ```
    ///
    /// The stream finishes when both have; a failure of either cancels the other. Both may send from their own
    /// threads; downstream gets the values serially. Where downstream's demand is bounded, each publisher is
    /// asked for one value at a time.
    ///
    /// - Parameter other: The other publisher, subscribed after this one.
    @inlinable
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Merge(self, other)
    }
}

extension Sequence where Element: Publisher {
    /// Sends the values of all these publishers as they come. See ``Publisher/merge(with:)``.
    @inlinable
    public func merge() -> Publishers.MergeMany<Element> {
        Publishers.MergeMany(self)
    }
}
