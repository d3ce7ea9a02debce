// A result is sent by the thread of the request if it waited for demand; these receive it on the main actor
// again. An error fails the stream.
extension MainActorPublisher {
    /// Publishes the first value that satisfies a condition of the main actor, which may throw.
    /// See `Publisher.tryFirst(where:)`.
    @export(implementation)
    @MainActor
    public func tryFirst(where predicate: @escaping (Output) throws -> Bool)
        -> MainActorPublisher<Publishers.ReceiveOn<Publishers.TryFirstWhere<Base, any Error>, MainActor>>
    {
        let predicate: @MainActor @Sendable (Output) throws -> Bool = { try predicate($0) }
        return base.tryFirst { value throws in try MainActor.assumeIsolated { try predicate(value) } }
            .receive(on: MainActor.shared)
    }

    /// Publishes the last value that satisfies a condition of the main actor, which may throw.
    /// See `Publisher.tryLast(where:)`.
    @export(implementation)
    @MainActor
    public func tryLast(where predicate: @escaping (Output) throws -> Bool)
        -> MainActorPublisher<Publishers.ReceiveOn<Publishers.TryLastWhere<Base, any Error>, MainActor>>
    {
        let predicate: @MainActor @Sendable (Output) throws -> Bool = { try predicate($0) }
        return base.tryLast { value throws in try MainActor.assumeIsolated { try predicate(value) } }
            .receive(on: MainActor.shared)
    }

    /// Combines all values with a closure of the main actor that may throw. See `Publisher.tryReduce(_:_:)`.
    @export(implementation)
    @MainActor
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> MainActorPublisher<Publishers.ReceiveOn<Publishers.TryReduce<Base, T, any Error>, MainActor>> {
        let nextPartialResult: @MainActor @Sendable (T, Output) throws -> T = {
            try nextPartialResult($0, $1)
        }
        return base.tryReduce(initialResult) { result, value throws in
            try MainActor.assumeIsolated { try nextPartialResult(result, value) }
        }.receive(on: MainActor.shared)
    }

    /// Publishes whether a value satisfies a condition of the main actor, which may throw.
    /// See `Publisher.tryContains(where:)`.
    @export(implementation)
    @MainActor
    public func tryContains(where predicate: @escaping (Output) throws -> Bool)
        -> MainActorPublisher<Publishers.ReceiveOn<Publishers.TryContainsWhere<Base, any Error>, MainActor>>
    {
        let predicate: @MainActor @Sendable (Output) throws -> Bool = { try predicate($0) }
        return base.tryContains { value throws in try MainActor.assumeIsolated { try predicate(value) } }
            .receive(on: MainActor.shared)
    }

    /// Publishes whether all values satisfy a condition of the main actor, which may throw.
    /// See `Publisher.tryAllSatisfy(_:)`.
    @export(implementation)
    @MainActor
    public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool)
        -> MainActorPublisher<Publishers.ReceiveOn<Publishers.TryAllSatisfy<Base, any Error>, MainActor>>
    {
        let predicate: @MainActor @Sendable (Output) throws -> Bool = { try predicate($0) }
        return base.tryAllSatisfy { value throws in try MainActor.assumeIsolated { try predicate(value) } }
            .receive(on: MainActor.shared)
    }

    /// Publishes the smallest value, compared by a closure of the main actor that may throw.
    /// See `Publisher.tryMin(by:)`.
    @export(implementation)
    @MainActor
    public func tryMin(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
        -> MainActorPublisher<Publishers.ReceiveOn<Publishers.TryComparison<Base, any Error>, MainActor>>
    {
        let areInIncreasingOrder: @MainActor @Sendable (Output, Output) throws -> Bool = {
            try areInIncreasingOrder($0, $1)
        }
        return base.tryMin { first, second throws in
            try MainActor.assumeIsolated { try areInIncreasingOrder(first, second) }
        }.receive(on: MainActor.shared)
    }

    /// Publishes the largest value, compared by a closure of the main actor that may throw.
    /// See `Publisher.tryMax(by:)`.
    @export(implementation)
    @MainActor
    public func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
        -> MainActorPublisher<Publishers.ReceiveOn<Publishers.TryComparison<Base, any Error>, MainActor>>
    {
        let areInIncreasingOrder: @MainActor @Sendable (Output, Output) throws -> Bool = {
            try areInIncreasingOrder($0, $1)
        }
        return base.tryMax { first, second throws in
            try MainActor.assumeIsolated { try areInIncreasingOrder(first, second) }
        }.receive(on: MainActor.shared)
    }
}
