/// A type that sends a sequence of values, and possibly a completion, to subscribers on demand.
///
/// The names and semantics are Combine's; the rules are those of Reactive Streams 1.0. A publisher is a
/// description: no work begins before a subscriber attaches, and a publisher repeats its work for every
/// subscriber, except for subjects, ``Future``, and what `share()`, `share(replay:)`, `multicast`,
/// `autoconnect()` and `makeConnectable()` return.
///
/// A subscriber receives signals serially: `receive(subscription:)` first, then values, never more than
/// requested, then at most one completion. Signals may be sent on any thread.
public protocol Publisher<Output, Failure>: Sendable {
    /// The type of values sent.
    associatedtype Output: Sendable

    /// The type of error that may end the stream; `Never` if it cannot fail.
    associatedtype Failure: Error

    /// Attaches a subscriber. Implement this; call `subscribe(_:)`.
    ///
    /// - Parameter subscriber: The subscriber. It receives exactly one subscription before any other signal.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure

    /// The result of a publisher that sends at most one value, and sends it as soon as there is demand.
    ///
    /// An optimization, with a default that returns `nil`: an operator that has demand takes the result, and
    /// makes no subscription. Call it only in place of a subscription: operators run their closures in it.
    ///
    /// - Parameter receiver: What takes the result. For a stage, it is not computed from several values.
    /// - Returns: The value, or no value where the stream finishes without one, or the failure; `nil` if the
    ///   result is not known, and a subscription is needed.
    func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>?

    /// Whether the values are known, as those of a sequence are, and sent as soon as there is demand.
    ///
    /// An optimization, with a default that returns `false`.
    var _hasKnownValues: Bool { get }

    /// Sends the values of a publisher that has known values to a closure.
    ///
    /// Call it only in place of a subscription with unlimited demand: operators run their closures in it.
    ///
    /// - Parameter receive: Takes a value and returns whether to continue.
    /// - Returns: The completion that follows the values.
    func _sendKnownValues(to receive: (Output) -> Bool) -> Subscribers.Completion<Failure>

    /// Attaches a sink to a subject, in fewer steps than a subscription takes.
    ///
    /// An optimization, with a default that returns `nil`. An operator that transforms each value, and
    /// neither requests nor cancels, passes it on.
    ///
    /// - Parameter makeSubscriber: Makes the subscriber from the subject's end of the connection. It receives
    ///   no subscription, and an unlimited number of values.
    /// - Returns: A handle that ends the connection; `nil` if a subscription is needed.
    func _attach<S: Subscriber>(_ makeSubscriber: (Unmanaged<AnyObject>) -> S) -> AnyCancellable?
    where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    @export(implementation)
    public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? { nil }

    @export(implementation)
    public var _hasKnownValues: Bool { false }

    @export(implementation)
    public func _sendKnownValues(to receive: (Output) -> Bool) -> Subscribers.Completion<Failure> {
        preconditionFailure("A publisher that has known values has to send them.")
    }

    @export(implementation)
    public func _attach<S: Subscriber>(_ makeSubscriber: (Unmanaged<AnyObject>) -> S) -> AnyCancellable?
    where S.Input == Output, S.Failure == Failure { nil }
}

extension Publisher {
    /// Attaches a subscriber to this publisher.
    ///
    /// - Parameter subscriber: The subscriber that receives the subscription, the values and the completion.
    @export(implementation)
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }

    /// Attaches a subject, which sends the values and the completion to its own subscribers.
    ///
    /// - Parameter subject: The subject. A ``CurrentValueSubject`` requests an unlimited number of values at
    ///   once, the other subjects when one of their subscribers first requests values.
    /// - Returns: A handle that detaches the subject when cancelled or released.
    @export(implementation)
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
    where S.Output == Output, S.Failure == Failure {
        let feeder = SubjectSubscriber(subject)
        receive(subscriber: feeder)
        return AnyCancellable(feeder.upstream)
    }
}

/// The namespace of the publishers that operators return.
public enum Publishers {}

/// The namespace of publishers that Combine does not have.
///
/// They have a namespace of their own, so that a project may declare types such as `Publishers.Materialize`.
public enum ExtraPublishers {}

/// The receiver of the immediate result of a publisher.
public enum _ResultReceiver: Sendable {
    /// A sink, which cannot be cancelled before it has a handle: the result may be computed from any number
    /// of values.
    case sink
    /// An operator, which may be cancelled meanwhile.
    case stage
}
