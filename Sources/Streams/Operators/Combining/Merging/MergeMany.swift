extension Publishers {
    /// Publishes the values of any number of publishers as they arrive. See ``Swift/Sequence/merged()``.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Creates a publisher that publishes the values of any number of publishers as they arrive.
        ///
        /// - Parameter upstream: The publishers.
        @export(implementation)
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Creates a publisher that publishes the values of any number of publishers as they arrive.
        ///
        /// - Parameter upstream: The publishers.
        @export(implementation)
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattening = Flattening(downstream: subscriber)
            flattening.begin()
            for publisher in publishers { flattening.start(publisher) }
            flattening.endUpstream(.finished)
        }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

extension Sequence where Element: Publisher {
    /// Publishes the values of these publishers as they arrive. See ``Publisher/merge(with:)``.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func merged() -> Publishers.MergeMany<Element> {
        Publishers.MergeMany(self)
    }
}

extension Publishers.MergeMany {
    /// Adds a publisher to those whose values are merged. See ``Publisher/merge(with:)``.
    @export(implementation)
    public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
        Publishers.MergeMany(publishers + [other])
    }
}
