/// A type that requests values from a publisher and receives them.
///
/// A publisher calls the three methods serially, `receive(subscription:)` first. They may be called on any
/// thread. The semantics are those of Combine.
public protocol Subscriber<Input, Failure>: Sendable {
    /// The type of values received.
    associatedtype Input: Sendable

    /// The type of error that may end the stream; `Never` if it cannot fail.
    associatedtype Failure: Error

    /// Takes the subscription through which values are requested.
    ///
    /// - Parameter subscription: The connection to the publisher, which sends no value before it is
    ///   requested.
    func receive(subscription: any Subscription)

    /// Takes one value.
    ///
    /// - Parameter input: The value.
    /// - Returns: The number of values requested in addition to earlier demand.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Takes the end of the stream. No signal follows it.
    ///
    /// - Parameter completion: Whether the stream finished or failed.
    func receive(completion: Subscribers.Completion<Failure>)

    /// The flow control of a subscriber that keeps values in excess of its demand; `nil` by default.
    ///
    /// A subject drops values for which a subscriber has no demand, unless this is set. The subscriber of an
    /// operator returns that of its downstream if it delivers all values that it receives, whatever was
    /// requested.
    var flowControl: Subscribers.FlowControl? { get }
}

extension Subscriber {
    @export(implementation)
    public var flowControl: Subscribers.FlowControl? { nil }
}

extension Subscriber where Input == Void {
    /// Takes one occurrence of an event that carries no value.
    @export(implementation)
    public func receive() -> Subscribers.Demand {
        receive(())
    }
}

/// The namespace of the ready-made subscribers and of the values they exchange with publishers.
public enum Subscribers {}
