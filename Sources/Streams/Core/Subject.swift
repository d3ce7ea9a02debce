/// A publisher that sends the values passed to its `send` methods.
///
/// `send` may be called from several threads at once and from inside a subscriber. Every subscriber receives
/// the values serially and in the same order; a value sent while another is delivered follows it.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to the subscribers.
    func send(_ value: Output)

    /// Ends the stream; later values and completions are ignored.
    func send(completion: Subscribers.Completion<Failure>)

    /// Attaches an upstream by its subscription, and requests values from it.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Sends an event that carries no value.
    @export(implementation)
    public func send() {
        send(())
    }
}
