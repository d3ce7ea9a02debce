/// A type that asks a publisher for values and receives them.
///
/// A publisher calls the three methods serially, `receive(subscription:)` first. They may be called on any
/// thread. The semantics are Combine's.
public protocol Subscriber<Input, Failure>: Sendable {
    /// The kind of values received.
    associatedtype Input: Sendable

    /// The kind of error that may end the stream; `Never` when it cannot fail.
    associatedtype Failure: Error

    /// Takes the subscription through which values are requested.
    ///
    /// - Parameter subscription: The connection to the publisher. Nothing is sent before it is asked for.
    func receive(subscription: any Subscription)

    /// Takes one value.
    ///
    /// - Parameter input: The value.
    /// - Returns: How many values are wanted on top of those asked for before.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Takes the end of the stream; nothing follows it.
    ///
    /// - Parameter completion: Whether the stream finished or failed.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// Takes one occurrence of an event that carries no value.
    @inlinable
    public func receive() -> Subscribers.Demand {
        receive(())
    }
}

/// The namespace of the ready-made subscribers and of the values they exchange with publishers.
public enum Subscribers {}
