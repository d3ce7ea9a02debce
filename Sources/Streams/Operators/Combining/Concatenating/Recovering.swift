/// Subscribes a concatenation to a publisher whose failure another part replaces.
@usableFromInline
struct Recovering<Output: Sendable, Failure: Error, NewFailure: Error>: Subscriber {
    @usableFromInline typealias Part = ConcatenationPart<Output, NewFailure>
    @usableFromInline typealias Recovery = @Sendable (Failure, Part) -> Void

    @usableFromInline let part: Part
    /// Runs the part that replaces the failure.
    @usableFromInline let recovery: Recovery

    @export(implementation)
    init(part: Part, recovery: @escaping Recovery) {
        self.part = part
        self.recovery = recovery
    }

    @export(implementation) var flowControl: Subscribers.FlowControl? { part.flowControl }

    @export(implementation)
    func receive(subscription: any Subscription) {
        part.receive(subscription: subscription)
    }

    @export(implementation)
    func receive(_ input: Output) -> Subscribers.Demand {
        part.receive(input)
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: part.receive(completion: .finished)
        case .failure(let error): part.replace { [recovery] next in recovery(error, next) }
        }
    }
}
