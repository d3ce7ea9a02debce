/// A type-erasing subscriber.
///
/// It adds one indirect call for each value.
public struct AnySubscriber<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let box: ErasedSubscriber<Input, Failure>

    /// Creates a type-erasing subscriber that wraps another.
    ///
    /// - Parameter subscriber: The subscriber to wrap. An `AnySubscriber` is not wrapped again.
    @export(implementation)
    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        if let erased = subscriber as? AnySubscriber<Input, Failure> {
            self = erased
        } else {
            box = SubscriberBox(subscriber)
        }
    }

    /// Creates a subscriber from closures.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Takes the subscription; without it no value is requested.
    ///   - receiveValue: Takes a value and returns the additional demand.
    ///   - receiveCompletion: Takes the end of the stream.
    @export(implementation)
    public init(
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        box = SubscriberBox(
            ClosureSubscriber(
                onSubscription: receiveSubscription, onValue: receiveValue, onCompletion: receiveCompletion))
    }

    /// Creates a subscriber that attaches a subject to a publisher.
    ///
    /// - Parameter subject: The subject that sends the values and the completion to its own subscribers.
    @export(implementation)
    public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
        self.init(SubjectSubscriber(subject))
    }

    @export(implementation)
    public var flowControl: Subscribers.FlowControl? { box.flowControl }

    @export(implementation)
    public func receive(subscription: any Subscription) {
        box.onSubscription(box, subscription)
    }

    @export(implementation)
    public func receive(_ input: Input) -> Subscribers.Demand {
        box.onValue(box, input)
    }

    @export(implementation)
    public func receive(completion: Subscribers.Completion<Failure>) {
        box.onCompletion(box, completion)
    }
}

/// A subscriber whose type is erased.
///
/// The closures take the object that they belong to, and capture nothing: they are made, and stay
/// specialized, where the type is known, and need no objects of their own. An overridden method would run
/// unspecialized code.
@usableFromInline
class ErasedSubscriber<Input: Sendable, Failure: Error>: @unchecked Sendable {
    // Sendable: nothing changes, and the subscriber is `Sendable`.

    @usableFromInline final let onSubscription: @Sendable (ErasedSubscriber, any Subscription) -> Void
    @usableFromInline final let onValue: @Sendable (ErasedSubscriber, Input) -> Subscribers.Demand
    @usableFromInline final let onCompletion:
        @Sendable (ErasedSubscriber, Subscribers.Completion<Failure>) -> Void
    /// The concatenation of which the subscriber is a part, if it is.
    @usableFromInline final let concatenation: Concatenation<Input, Failure>?
    @usableFromInline final let flowControl: Subscribers.FlowControl?

    @export(implementation)
    init(
        onSubscription: @escaping @Sendable (ErasedSubscriber, any Subscription) -> Void,
        onValue: @escaping @Sendable (ErasedSubscriber, Input) -> Subscribers.Demand,
        onCompletion: @escaping @Sendable (ErasedSubscriber, Subscribers.Completion<Failure>) -> Void,
        concatenation: Concatenation<Input, Failure>?,
        flowControl: Subscribers.FlowControl?
    ) {
        self.onSubscription = onSubscription
        self.onValue = onValue
        self.onCompletion = onCompletion
        self.concatenation = concatenation
        self.flowControl = flowControl
    }
}

/// An erased subscriber with the subscriber itself.
@usableFromInline
final class SubscriberBox<Base: Subscriber>: ErasedSubscriber<Base.Input, Base.Failure>, @unchecked Sendable {
    // Sendable: as its superclass is, and the subscriber does not change.

    @usableFromInline let base: Base

    @export(implementation)
    init(_ base: Base) {
        self.base = base
        super.init(
            onSubscription: { unsafeDowncast($0, to: SubscriberBox.self).base.receive(subscription: $1) },
            onValue: { unsafeDowncast($0, to: SubscriberBox.self).base.receive($1) },
            onCompletion: { unsafeDowncast($0, to: SubscriberBox.self).base.receive(completion: $1) },
            concatenation: (base as? ConcatenationPart<Base.Input, Base.Failure>)?.concatenation,
            flowControl: base.flowControl)
    }
}

/// A subscriber made of closures.
@usableFromInline
struct ClosureSubscriber<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let onSubscription: (@Sendable (any Subscription) -> Void)?
    @usableFromInline let onValue: (@Sendable (Input) -> Subscribers.Demand)?
    @usableFromInline let onCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?

    @export(implementation)
    init(
        onSubscription: (@Sendable (any Subscription) -> Void)?,
        onValue: (@Sendable (Input) -> Subscribers.Demand)?,
        onCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
    ) {
        self.onSubscription = onSubscription
        self.onValue = onValue
        self.onCompletion = onCompletion
    }

    @export(implementation)
    func receive(subscription: any Subscription) { onSubscription?(subscription) }

    @export(implementation)
    func receive(_ input: Input) -> Subscribers.Demand { onValue?(input) ?? .none }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) { onCompletion?(completion) }
}
