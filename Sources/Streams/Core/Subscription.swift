/// The connection between a publisher and one subscriber.
///
/// Both methods may be called from any thread at any time: concurrently, from inside a value, after the end,
/// and more than once.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Requests more values.
    ///
    /// - Parameter demand: The number of values requested in addition to earlier demand. `.none` does
    ///   nothing.
    func request(_ demand: Subscribers.Demand)
}

/// The namespace of the ready-made subscriptions.
public enum Subscriptions {
    /// A subscription without values, whose requests and cancellation do nothing.
    public static var empty: any Subscription { EmptySubscription() }
}

@usableFromInline
struct EmptySubscription: Subscription {
    @usableFromInline let combineIdentifier = CombineIdentifier()

    @usableFromInline
    init() {}

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {}

    @usableFromInline
    func cancel() {}
}
