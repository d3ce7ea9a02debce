/// The connection between a publisher and one subscriber.
///
/// Both methods may be called from any thread at any time: concurrently, from inside a value, after the end,
/// and more than once.
public protocol Subscription: Cancellable {
    /// Asks for more values.
    ///
    /// - Parameter demand: How many values are wanted on top of those asked for before. `.none` does nothing.
    func request(_ demand: Subscribers.Demand)
}

/// The namespace of the ready-made subscriptions.
public enum Subscriptions {
    /// A subscription that has nothing to give: requests and cancellation do nothing.
    public static var empty: any Subscription { EmptySubscription() }
}

@usableFromInline
struct EmptySubscription: Subscription {
    @usableFromInline
    func request(_ demand: Subscribers.Demand) {}

    @usableFromInline
    func cancel() {}
}
