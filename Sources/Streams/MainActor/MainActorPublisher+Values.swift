extension MainActorPublisher {
    /// Converts each value with a closure of the main actor. See ``Publisher/map(_:)``.
    @inlinable
    public func map<T: Sendable>(
        _ transform: @escaping @MainActor @Sendable (Output) -> T
    ) -> MainActorPublisher<Publishers.Map<Base, T>> {
        MainActorPublisher<Publishers.Map<Base, T>>(
            base.map { value in MainActor.assumeIsolated { transform(value) } })
    }

    /// Converts each value, drops `nil`, with a closure of the main actor. See ``Publisher/compactMap(_:)``.
    @inlinable
    public func compactMap<T: Sendable>(
        _ transform: @escaping @MainActor @Sendable (Output) -> T?
    ) -> MainActorPublisher<Publishers.CompactMap<Base, T>> {
        MainActorPublisher<Publishers.CompactMap<Base, T>>(
            base.compactMap { value in MainActor.assumeIsolated { transform(value) } })
    }

    /// Publishes the values that satisfy a condition of the main actor. See ``Publisher/filter(_:)``.
    @inlinable
    public func filter(
        _ isIncluded: @escaping @MainActor @Sendable (Output) -> Bool
    ) -> MainActorPublisher<Publishers.Filter<Base>> {
        MainActorPublisher<Publishers.Filter<Base>>(
            base.filter { value in MainActor.assumeIsolated { isIncluded(value) } })
    }

    /// Accumulates the values with a closure of the main actor. See ``Publisher/scan(_:_:)``.
    @inlinable
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @MainActor @Sendable (T, Output) -> T
    ) -> MainActorPublisher<Publishers.Scan<Base, T>> {
        MainActorPublisher<Publishers.Scan<Base, T>>(
            base.scan(initialResult) { result, value in
                MainActor.assumeIsolated { nextPartialResult(result, value) }
            })
    }

    /// Drops values that are the same as the last one. See ``Publisher/removeDuplicates(by:)``.
    @inlinable
    public func removeDuplicates(
        by predicate: @escaping @MainActor @Sendable (Output, Output) -> Bool
    ) -> MainActorPublisher<Publishers.RemoveDuplicates<Base>> {
        MainActorPublisher<Publishers.RemoveDuplicates<Base>>(
            base.removeDuplicates { last, value in MainActor.assumeIsolated { predicate(last, value) } })
    }

    /// Drops values that equal the last one. See ``Publisher/removeDuplicates()``.
    @inlinable
    public func removeDuplicates() -> MainActorPublisher<Publishers.RemoveDuplicates<Base>>
    where Output: Equatable {
        MainActorPublisher<Publishers.RemoveDuplicates<Base>>(base.removeDuplicates())
    }

    /// Replaces `nil` with a value. See ``Publisher/replaceNil(with:)``.
    @inlinable
    public func replaceNil<T: Sendable>(with output: T) -> MainActorPublisher<Publishers.Map<Base, T>>
    where Output == T? {
        MainActorPublisher<Publishers.Map<Base, T>>(base.replaceNil(with: output))
    }
}
