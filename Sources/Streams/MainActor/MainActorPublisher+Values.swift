extension MainActorPublisher {
    /// Converts each value with a closure of the main actor. See ``Publisher/map(_:)``.
    @export(implementation)
    @MainActor
    public func map<T: Sendable>(
        _ transform: @escaping (Output) -> T
    ) -> MainActorPublisher<Publishers.Map<Base, T>> {
        let transform: @MainActor @Sendable (Output) -> T = { transform($0) }
        return MainActorPublisher<Publishers.Map<Base, T>>(
            base.map { value in MainActor.assumeIsolated { transform(value) } })
    }

    /// Converts each value with a closure of the main actor, and drops `nil`. See
    /// ``Publisher/compactMap(_:)``.
    @export(implementation)
    @MainActor
    public func compactMap<T: Sendable>(
        _ transform: @escaping (Output) -> T?
    ) -> MainActorPublisher<Publishers.CompactMap<Base, T>> {
        let transform: @MainActor @Sendable (Output) -> T? = { transform($0) }
        return MainActorPublisher<Publishers.CompactMap<Base, T>>(
            base.compactMap { value in MainActor.assumeIsolated { transform(value) } })
    }

    /// Publishes the values that satisfy a condition of the main actor. See ``Publisher/filter(_:)``.
    @export(implementation)
    @MainActor
    public func filter(
        _ isIncluded: @escaping (Output) -> Bool
    ) -> MainActorPublisher<Publishers.Filter<Base>> {
        let isIncluded: @MainActor @Sendable (Output) -> Bool = { isIncluded($0) }
        return MainActorPublisher<Publishers.Filter<Base>>(
            base.filter { value in MainActor.assumeIsolated { isIncluded(value) } })
    }

    /// Accumulates the values with a closure of the main actor. See ``Publisher/scan(_:_:)``.
    @export(implementation)
    @MainActor
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> MainActorPublisher<Publishers.Scan<Base, T>> {
        let nextPartialResult: @MainActor @Sendable (T, Output) -> T = { nextPartialResult($0, $1) }
        return MainActorPublisher<Publishers.Scan<Base, T>>(
            base.scan(initialResult) { result, value in
                MainActor.assumeIsolated { nextPartialResult(result, value) }
            })
    }

    /// Drops values that are the same as the last one. See ``Publisher/removeDuplicates(by:)``.
    @export(implementation)
    @MainActor
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> MainActorPublisher<Publishers.RemoveDuplicates<Base>> {
        let predicate: @MainActor @Sendable (Output, Output) -> Bool = { predicate($0, $1) }
        return MainActorPublisher<Publishers.RemoveDuplicates<Base>>(
            base.removeDuplicates { last, value in MainActor.assumeIsolated { predicate(last, value) } })
    }

    /// Drops values that equal the last one. See ``Publisher/removeDuplicates()``.
    @export(implementation)
    public func removeDuplicates() -> MainActorPublisher<Publishers.RemoveDuplicates<Base>>
    where Output: Equatable {
        MainActorPublisher<Publishers.RemoveDuplicates<Base>>(base.removeDuplicates())
    }

    /// Replaces `nil` with a value. See ``Publisher/replaceNil(with:)``.
    @export(implementation)
    public func replaceNil<T: Sendable>(with output: T) -> MainActorPublisher<Publishers.Map<Base, T>>
    where Output == T? {
        MainActorPublisher<Publishers.Map<Base, T>>(base.replaceNil(with: output))
    }
}
