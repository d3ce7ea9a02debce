// A value that waits for demand is sent by the thread of the request; these receive it on the main actor
// again.
extension MainActorPublisher {
    /// Drops a number of values. See ``Publisher/dropFirst(_:)``.
    @export(implementation)
    public func dropFirst(_ count: Int = 1) -> MainActorPublisher<Publishers.Drop<Base>> {
        MainActorPublisher<Publishers.Drop<Base>>(base.dropFirst(count))
    }

    /// Drops values up to the first that does not satisfy a condition. See ``Publisher/drop(while:)``.
    @export(implementation)
    @MainActor
    public func drop(
        while predicate: @escaping (Output) -> Bool
    ) -> MainActorPublisher<Publishers.DropWhile<Base, Failure>> {
        let predicate: @MainActor @Sendable (Output) -> Bool = { predicate($0) }
        return MainActorPublisher<Publishers.DropWhile<Base, Failure>>(
            base.drop { value in MainActor.assumeIsolated { predicate(value) } })
    }

    /// Publishes values while they satisfy a condition. See ``Publisher/prefix(while:)``.
    @export(implementation)
    @MainActor
    public func prefix(
        while predicate: @escaping (Output) -> Bool
    ) -> MainActorPublisher<Publishers.PrefixWhile<Base, Failure>> {
        let predicate: @MainActor @Sendable (Output) -> Bool = { predicate($0) }
        return MainActorPublisher<Publishers.PrefixWhile<Base, Failure>>(
            base.prefix { value in MainActor.assumeIsolated { predicate(value) } })
    }

    /// Publishes a number of values. See ``Publisher/prefix(_:)``.
    @export(implementation)
    public func prefix(_ maxLength: Int) -> MainActorPublisher<
        Publishers.ReceiveOn<ExtraPublishers.Prefix<Base>, MainActor>
    > {
        base.prefix(maxLength).receive(on: MainActor.shared)
    }

    /// Publishes the first value. See ``Publisher/first()``.
    @export(implementation)
    public func first() -> MainActorPublisher<Publishers.ReceiveOn<Publishers.First<Base>, MainActor>> {
        base.first().receive(on: MainActor.shared)
    }

    /// Publishes the first value that satisfies a condition. See ``Publisher/first(where:)``.
    @export(implementation)
    @MainActor
    public func first(
        where predicate: @escaping (Output) -> Bool
    ) -> MainActorPublisher<Publishers.ReceiveOn<Publishers.FirstWhere<Base, Failure>, MainActor>> {
        let predicate: @MainActor @Sendable (Output) -> Bool = { predicate($0) }
        return base.first { value in MainActor.assumeIsolated { predicate(value) } }.receive(
            on: MainActor.shared)
    }

    /// Collects all values. See ``Publisher/collect()``.
    @export(implementation)
    public func collect() -> MainActorPublisher<Publishers.ReceiveOn<Publishers.Collect<Base>, MainActor>> {
        base.collect().receive(on: MainActor.shared)
    }

    /// Sends a value if there is none. See ``Publisher/replaceEmpty(with:)``.
    @export(implementation)
    public func replaceEmpty(with output: Output) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.ReplaceEmpty<Base>, MainActor>
    > {
        base.replaceEmpty(with: output).receive(on: MainActor.shared)
    }

    /// Replaces a failure with a value. See ``Publisher/replaceError(with:)``.
    @export(implementation)
    public func replaceError(with output: Output) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.ReplaceError<Base>, MainActor>
    > {
        base.replaceError(with: output).receive(on: MainActor.shared)
    }
}
