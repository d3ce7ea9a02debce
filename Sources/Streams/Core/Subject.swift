/// A publisher that imperative code feeds by calling `send`.
///
/// `send` may be called from several threads at once and from inside a subscriber: every subscriber gets the
/// values serially, all in the same order, and a value sent from inside a value comes after it.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to the subscribers.
    func send(_ value: Output)

    /// Ends the stream; later values and completions are ignored.
    func send(completion: Subscribers.Completion<Failure>)

    /// Takes the subscription of an upstream that is attached to this subject, and asks it for values.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Sends an event that carries no value.
    @inlinable
    public func send() {
        send(())
    }
}
