extension MainActorPublisher {
    /// Publishes the values that satisfy a condition of the main actor, which may throw. See
    /// `Publisher.tryFilter(_:)`.
    @export(implementation)
    @MainActor
    public func tryFilter(
        _ isIncluded: @escaping (Output) throws -> Bool
    ) -> MainActorPublisher<Publishers.TryFilter<Base, any Error>> {
        let isIncluded: @MainActor @Sendable (Output) throws -> Bool = { try isIncluded($0) }
        return MainActorPublisher<Publishers.TryFilter<Base, any Error>>(
            base.tryFilter { value throws in try MainActor.assumeIsolated { try isIncluded(value) } })
    }

    /// Converts each value with a closure of the main actor that may throw, and drops `nil`. See
    /// `Publisher.tryCompactMap(_:)`.
    @export(implementation)
    @MainActor
    public func tryCompactMap<T: Sendable>(
        _ transform: @escaping (Output) throws -> T?
    ) -> MainActorPublisher<Publishers.TryCompactMap<Base, T, any Error>> {
        let transform: @MainActor @Sendable (Output) throws -> T? = { try transform($0) }
        return MainActorPublisher<Publishers.TryCompactMap<Base, T, any Error>>(
            base.tryCompactMap { value throws in try MainActor.assumeIsolated { try transform(value) } })
    }

    /// Accumulates the values with a closure of the main actor that may throw. See `Publisher.tryScan(_:_:)`.
    @export(implementation)
    @MainActor
    public func tryScan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> MainActorPublisher<Publishers.TryScan<Base, T, any Error>> {
        let nextPartialResult: @MainActor @Sendable (T, Output) throws -> T = {
            try nextPartialResult($0, $1)
        }
        return MainActorPublisher<Publishers.TryScan<Base, T, any Error>>(
            base.tryScan(initialResult) { result, value throws in
                try MainActor.assumeIsolated { try nextPartialResult(result, value) }
            })
    }

    /// Drops values up to the first that does not satisfy a condition of the main actor, which may throw. See
    /// `Publisher.tryDrop(while:)`.
    @export(implementation)
    @MainActor
    public func tryDrop(
        while predicate: @escaping (Output) throws -> Bool
    ) -> MainActorPublisher<Publishers.TryDropWhile<Base, any Error>> {
        let predicate: @MainActor @Sendable (Output) throws -> Bool = { try predicate($0) }
        return MainActorPublisher<Publishers.TryDropWhile<Base, any Error>>(
            base.tryDrop { value throws in try MainActor.assumeIsolated { try predicate(value) } })
    }

    /// Publishes values while they satisfy a condition of the main actor, which may throw. See
    /// `Publisher.tryPrefix(while:)`.
    @export(implementation)
    @MainActor
    public func tryPrefix(
        while predicate: @escaping (Output) throws -> Bool
    ) -> MainActorPublisher<Publishers.TryPrefixWhile<Base, any Error>> {
        let predicate: @MainActor @Sendable (Output) throws -> Bool = { try predicate($0) }
        return MainActorPublisher<Publishers.TryPrefixWhile<Base, any Error>>(
            base.tryPrefix { value throws in try MainActor.assumeIsolated { try predicate(value) } })
    }

    /// Drops values that are the same as the last one, compared by a closure of the main actor that may
    /// throw. See `Publisher.tryRemoveDuplicates(by:)`.
    @export(implementation)
    @MainActor
    public func tryRemoveDuplicates(
        by predicate: @escaping (Output, Output) throws -> Bool
    ) -> MainActorPublisher<Publishers.TryRemoveDuplicates<Base, any Error>> {
        let predicate: @MainActor @Sendable (Output, Output) throws -> Bool = { try predicate($0, $1) }
        return MainActorPublisher<Publishers.TryRemoveDuplicates<Base, any Error>>(
            base.tryRemoveDuplicates { last, value throws in
                try MainActor.assumeIsolated { try predicate(last, value) }
            })
    }

    /// Stops the program if this publisher fails. See ``Publisher/assertNoFailure(_:file:line:)``.
    @export(implementation)
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> MainActorPublisher<Publishers.AssertNoFailure<Base>> {
        MainActorPublisher<Publishers.AssertNoFailure<Base>>(
            base.assertNoFailure(prefix, file: file, line: line))
    }

    /// Decodes each value. See ``Publisher/decode(type:decoder:)``.
    @export(implementation)
    public func decode<Item: Decodable & Sendable, Coder: TopLevelDecoder>(
        type: Item.Type, decoder: Coder
    ) -> MainActorPublisher<Publishers.Decode<Base, Item, Coder>> where Base.Output == Coder.Input {
        MainActorPublisher<Publishers.Decode<Base, Item, Coder>>(base.decode(type: type, decoder: decoder))
    }

    /// Publishes each value with the one before it. See ``Publisher/pairwise()``.
    @_disfavoredOverload  // A project's own operator goes first.
    @export(implementation)
    public func pairwise() -> MainActorPublisher<ExtraPublishers.Pairwise<Base>> {
        MainActorPublisher<ExtraPublishers.Pairwise<Base>>(base.pairwise())
    }

    /// Drops values whose identity, told by a closure of the main actor, was sent before. See
    /// ``Publisher/dedupe(by:)``.
    @_disfavoredOverload  // A project's own operator goes first.
    @export(implementation)
    @MainActor
    public func dedupe<Identity: Hashable & Sendable>(
        by identity: @escaping (Output) -> Identity
    ) -> MainActorPublisher<ExtraPublishers.Dedupe<Base, Identity>> {
        let identity: @MainActor @Sendable (Output) -> Identity = { identity($0) }
        return MainActorPublisher<ExtraPublishers.Dedupe<Base, Identity>>(
            base.dedupe { value in MainActor.assumeIsolated { identity(value) } })
    }
}

extension MainActorPublisher where Base.Output: Encodable {
    /// Encodes each value. See ``Publisher/encode(encoder:)``.
    @export(implementation)
    public func encode<Coder: TopLevelEncoder>(
        encoder: Coder
    ) -> MainActorPublisher<Publishers.Encode<Base, Coder>> {
        MainActorPublisher<Publishers.Encode<Base, Coder>>(base.encode(encoder: encoder))
    }
}
