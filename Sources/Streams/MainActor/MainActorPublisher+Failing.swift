extension MainActorPublisher {
    /// Replaces a failure with another publisher, whose values are delivered on the main actor as well. See
    /// ``Publisher/catch(_:)``.
    ///
    /// - Parameter handler: Returns the publisher that replaces the failure; called on the main actor.
    @MainActor
    public func `catch`<P: Publisher>(
        _ handler: @escaping (Failure) -> P
    ) -> MainActorPublisher<ExtraPublishers.MainActorJoin<Publishers.Catch<Base, P>>>
    where P.Output == Output {
        let handler: @MainActor @Sendable (Failure) -> P = { handler($0) }
        return joined(base.catch { error in MainActor.assumeIsolated { handler(error) } })
    }

    /// Replaces a failure with another publisher, whose values are delivered on the main actor as well, or
    /// with an error that a closure of the main actor throws. See `Publisher.tryCatch(_:)`.
    ///
    /// For a closure that does not throw, use ``catch(_:)``.
    ///
    /// - Parameter handler: Returns the publisher that replaces the failure, or throws; called on the main
    ///   actor.
    @MainActor
    public func tryCatch<P: Publisher>(
        _ handler: @escaping (Failure) throws -> P
    ) -> MainActorPublisher<ExtraPublishers.MainActorJoin<Publishers.TryCatch<Base, P, any Error>>>
    where P.Output == Output {
        let handler: @MainActor @Sendable (Failure) throws -> P = { try handler($0) }
        return joined(
            Publishers.TryCatch(upstream: base) { error in
                try MainActor.assumeIsolated { try handler(error) }
            })
    }

    /// Converts the failure with a closure of the main actor. See ``Publisher/mapError(_:)``.
    @export(implementation)
    @MainActor
    public func mapError<E: Error>(
        _ transform: @escaping (Failure) -> E
    ) -> MainActorPublisher<Publishers.MapError<Base, E>> {
        let transform: @MainActor @Sendable (Failure) -> E = { transform($0) }
        return MainActorPublisher<Publishers.MapError<Base, E>>(
            base.mapError { error in MainActor.assumeIsolated { transform(error) } })
    }

    /// Converts each value with a closure of the main actor that may throw. See `Publisher.tryMap(_:)`.
    @export(implementation)
    @MainActor
    public func tryMap<T: Sendable>(
        _ transform: @escaping (Output) throws -> T
    ) -> MainActorPublisher<Publishers.TryMap<Base, T, any Error>> {
        let transform: @MainActor @Sendable (Output) throws -> T = { try transform($0) }
        return MainActorPublisher<Publishers.TryMap<Base, T, any Error>>(
            base.tryMap { value throws in try MainActor.assumeIsolated { try transform(value) } })
    }

    /// Declares a failure type for a stream that cannot fail. See ``Publisher/setFailureType(to:)``.
    @export(implementation)
    public func setFailureType<E: Error>(
        to failureType: E.Type
    ) -> MainActorPublisher<Publishers.SetFailureType<Base, E>> where Failure == Never {
        MainActorPublisher<Publishers.SetFailureType<Base, E>>(base.setFailureType(to: failureType))
    }
}
