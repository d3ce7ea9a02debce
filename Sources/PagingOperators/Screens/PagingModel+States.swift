import Streams

extension PagingModel {
    /// The type of ``PagingModel/states``: delivers on the main actor.
    public typealias States = MainActorPublisher<
        Publishers.ReceiveOn<AnyPublisher<ViewState<Item>, Never>, MainActor>
    >

    /// The states of the list, each after the model's properties are set.
    ///
    /// ```swift
    /// let subscription = model.states.sink { state in table.show(state) }
    ///
    /// for await state in model.states.values { print(state) }
    /// ```
    ///
    /// A subscriber first receives the present state, if there is one: before ``PagingModel/loadInitial()``
    /// there is none. It is a reload, because the screen may show any rows. The subscriber then receives each
    /// further state, with the change since the state that it received before. Subscribing loads nothing, and
    /// does not retain the model. The publisher finishes when the feed has finished, or the model is
    /// released.
    public var states: States {
        subjectOfStates.eraseToAnyPublisher().receive(on: MainActor.shared)
    }

    private var subjectOfStates: StateSubject<Item> {
        if let sentStates { return sentStates }
        // The first value of a subscriber is a delivery, too.
        let subject = StateSubject<Item>(replaysLatest: true) { [weak self] delivery in
            guard MainActor.shared.isCurrent, let self else { return delivery() }
            MainActor.assumeIsolated { self.deliver(delivery) }
        }
        if hasState { subject.send(state) }
        if hasEnded { subject.send(completion: .finished) }
        sentStates = subject
        return subject
    }
}
