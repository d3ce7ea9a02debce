/// A stopping relay whose work may throw. An error cancels upstream and fails the stream.
@usableFromInline
protocol ThrowingRelay: StoppingRelay {
    /// Converts upstream's failure.
    var convert: @Sendable (Failure) -> Downstream.Failure { get }

    /// Handles a value of a stream that has not ended.
    ///
    /// - Returns: The additional demand.
    func handle(_ input: Input) throws(Downstream.Failure) -> Subscribers.Demand
}

extension ThrowingRelay {
    @export(implementation)
    func receive(_ input: Input) -> Subscribers.Demand {
        if upstream.isStopped { return .none }
        do throws(Downstream.Failure) {
            return try handle(input)
        } catch {
            stop(.failure(error))
            return .none
        }
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) {
        if upstream.finish() { downstream.receive(completion: completion.mapError(convert)) }
    }
}
