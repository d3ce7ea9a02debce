/// A subscriber whose type is hidden.
///
/// The subscriber's methods are bound where its type is known, so that they stay specialised.
public struct AnySubscriber<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let onSubscription: @Sendable (any Subscription) -> Void
    @usableFromInline let onValue: @Sendable (Input) -> Subscribers.Demand
    @usableFromInline let onCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
    @usableFromInline let concatenation: Concatenation<Input, Failure>?

    /// Hides the type of a subscriber.
    ///
    /// - Parameter subscriber: What every signal is passed to. One that is hidden already is not hidden twice.
    @inlinable
    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        if let erased = subscriber as? AnySubscriber<Input, Failure> {
            self = erased
            return
        }
        onSubscription = { subscriber.receive(subscription: $0) }
        onValue = { subscriber.receive($0) }
        onCompletion = { subscriber.receive(completion: $0) }
        concatenation = (subscriber as? ConcatenationPart<Input, Failure>)?.concatenation
    }

    /// Makes a subscriber from closures.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Takes the subscription; without it nothing is ever requested.
    ///   - receiveValue: Takes a value and returns how many more are wanted.
    ///   - receiveCompletion: Takes the end of the stream.
    public init(
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        onSubscription = receiveSubscription ?? { _ in }
        onValue = receiveValue ?? { _ in .none }
        onCompletion = receiveCompletion ?? { _ in }
        concatenation = nil
    }

    @inlinable
    public func receive(subscription: any Subscription) {
        onSubscription(subscription)
    }

    @inlinable
    public func receive(_ input: Input) -> Subscribers.Demand {
        onValue(input)
    }

    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) {
        onCompletion(completion)
    }
}
