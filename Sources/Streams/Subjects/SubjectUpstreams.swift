/// The upstreams that are attached to a subject.
///
/// An unlimited number of values is requested from each, and each is cancelled when the subject ends or is released.
@usableFromInline
package struct SubjectUpstreams: ~Copyable, Sendable {
    /// `nil` once the subject has ended.
    private let subscriptions = Locked<[any Subscription]?>([])

    @usableFromInline
    package init() {}

    deinit {
        cancelAll()
    }

    /// Takes the subscription of an upstream; cancels it if the subject has ended.
    @usableFromInline
    package func attach(_ subscription: any Subscription) {
        let isOpen = subscriptions.withLock { subscriptions in
            // Stopped links are left by connections that were cancelled, and hold nothing.
            subscriptions?.removeAll { ($0 as? SubscriptionLink)?.isStopped == true }
            subscriptions?.append(subscription)
            return subscriptions != nil
        }
        isOpen ? subscription.request(.unlimited) : subscription.cancel()
    }

    /// Cancels the upstreams of a subject that has ended.
    @usableFromInline
    package func cancelAll() {
        for subscription in subscriptions.exchange(nil) ?? [] { subscription.cancel() }
    }
}
