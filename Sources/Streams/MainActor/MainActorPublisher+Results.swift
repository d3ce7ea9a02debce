// A result is sent by the thread of the request if it waited for demand; these receive it on the main actor
// again.
extension MainActorPublisher {
    /// Publishes the last value. See ``Publisher/last()``.
    @export(implementation)
    public func last() -> MainActorPublisher<Publishers.ReceiveOn<Publishers.Last<Base>, MainActor>> {
        base.last().receive(on: MainActor.shared)
    }

    /// Publishes the last value that satisfies a condition of the main actor. See ``Publisher/last(where:)``.
    @export(implementation)
    @MainActor
    public func last(where predicate: @escaping (Output) -> Bool) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.LastWhere<Base, Failure>, MainActor>
    > {
        let predicate: @MainActor @Sendable (Output) -> Bool = { predicate($0) }
        return base.last { value in MainActor.assumeIsolated { predicate(value) } }.receive(
            on: MainActor.shared)
    }

    /// Publishes the value at a position. See ``Publisher/output(at:)``.
    @export(implementation)
    public func output(at index: Int) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Output<Base>, MainActor>
    > {
        base.output(at: index).receive(on: MainActor.shared)
    }

    /// Publishes the values at some positions. See ``Publisher/output(in:)``.
    @export(implementation)
    public func output<R: RangeExpression>(in range: R) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Output<Base>, MainActor>
    > where R.Bound == Int {
        base.output(in: range).receive(on: MainActor.shared)
    }

    /// Publishes values in arrays of a given length. See ``Publisher/collect(_:)-(Int)``.
    @export(implementation)
    public func collect(_ count: Int) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.CollectByCount<Base>, MainActor>
    > {
        base.collect(count).receive(on: MainActor.shared)
    }

    /// Publishes the number of values. See ``Publisher/count()``.
    @export(implementation)
    public func count() -> MainActorPublisher<Publishers.ReceiveOn<Publishers.Count<Base>, MainActor>> {
        base.count().receive(on: MainActor.shared)
    }

    /// Publishes only the completion. See ``Publisher/ignoreOutput()``.
    @export(implementation)
    public func ignoreOutput() -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.IgnoreOutput<Base>, MainActor>
    > {
        base.ignoreOutput().receive(on: MainActor.shared)
    }

    /// Combines all values with a closure of the main actor. See ``Publisher/reduce(_:_:)``.
    @export(implementation)
    @MainActor
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> MainActorPublisher<Publishers.ReceiveOn<Publishers.Reduce<Base, T, Failure>, MainActor>> {
        let nextPartialResult: @MainActor @Sendable (T, Output) -> T = { nextPartialResult($0, $1) }
        return base.reduce(initialResult) { result, value in
            MainActor.assumeIsolated { nextPartialResult(result, value) }
        }.receive(on: MainActor.shared)
    }

    /// Publishes whether a value satisfies a condition of the main actor. See ``Publisher/contains(where:)``.
    @export(implementation)
    @MainActor
    public func contains(where predicate: @escaping (Output) -> Bool)
        -> MainActorPublisher<Publishers.ReceiveOn<Publishers.ContainsWhere<Base, Failure>, MainActor>>
    {
        let predicate: @MainActor @Sendable (Output) -> Bool = { predicate($0) }
        return base.contains { value in MainActor.assumeIsolated { predicate(value) } }.receive(
            on: MainActor.shared)
    }

    /// Publishes whether all values satisfy a condition of the main actor. See ``Publisher/allSatisfy(_:)``.
    @export(implementation)
    @MainActor
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool)
        -> MainActorPublisher<Publishers.ReceiveOn<Publishers.AllSatisfy<Base, Failure>, MainActor>>
    {
        let predicate: @MainActor @Sendable (Output) -> Bool = { predicate($0) }
        return base.allSatisfy { value in MainActor.assumeIsolated { predicate(value) } }.receive(
            on: MainActor.shared)
    }

    /// Publishes the smallest value, compared by a closure of the main actor. See ``Publisher/min(by:)``.
    @export(implementation)
    @MainActor
    public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
        -> MainActorPublisher<Publishers.ReceiveOn<Publishers.Comparison<Base, Failure>, MainActor>>
    {
        let areInIncreasingOrder: @MainActor @Sendable (Output, Output) -> Bool = {
            areInIncreasingOrder($0, $1)
        }
        return base.min { first, second in MainActor.assumeIsolated { areInIncreasingOrder(first, second) } }
            .receive(on: MainActor.shared)
    }

    /// Publishes the largest value, compared by a closure of the main actor. See ``Publisher/max(by:)``.
    @export(implementation)
    @MainActor
    public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
        -> MainActorPublisher<Publishers.ReceiveOn<Publishers.Comparison<Base, Failure>, MainActor>>
    {
        let areInIncreasingOrder: @MainActor @Sendable (Output, Output) -> Bool = {
            areInIncreasingOrder($0, $1)
        }
        return base.max { first, second in MainActor.assumeIsolated { areInIncreasingOrder(first, second) } }
            .receive(on: MainActor.shared)
    }
}

extension MainActorPublisher where Base.Output: Comparable {
    /// Publishes the smallest value. See ``Publisher/min()``.
    @export(implementation)
    public func min() -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Comparison<Base, Failure>, MainActor>
    > {
        base.min().receive(on: MainActor.shared)
    }

    /// Publishes the largest value. See ``Publisher/max()``.
    @export(implementation)
    public func max() -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Comparison<Base, Failure>, MainActor>
    > {
        base.max().receive(on: MainActor.shared)
    }
}

extension MainActorPublisher where Base.Output: Equatable {
    /// Publishes whether a value is sent. See ``Publisher/contains(_:)``.
    @export(implementation)
    public func contains(_ output: Output) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Contains<Base>, MainActor>
    > {
        base.contains(output).receive(on: MainActor.shared)
    }
}
