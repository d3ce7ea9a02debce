/// A type-erasing subscriber.
///
/// The subscriber's methods are bound by closures where its type is known, so that they stay specialised.
public struct AnySubscriber<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let onSubscription: @Sendable (any Subscription) -> Void
    @usableFromInline let onValue: @Sendable (Input) -> Subscribers.Demand
    @usableFromInline let onCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
    @usableFromInline let concatenation: Concatenation<Input, Failure>?

    /// Creates a type-erasing subscriber that wraps another.
    ///
    /// - Parameter subscriber: The subscriber to wrap. An `AnySubscriber` is not wrapped again.
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

    /// Creates a subscriber from closures.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Takes the subscription; without it no value is requested.
    ///   - receiveValue: Takes a value and returns the additional demand.
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
