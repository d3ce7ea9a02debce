import Foundation

extension ExtraPublishers {
    /// The notifications of a name. See `publisher(for:object:)` of `NotificationCenter`.
    ///
    /// It is not a publisher, because a notification is not `Sendable`. Its methods return publishers of
    /// values that a closure reads from the notifications.
    public struct NamedNotifications: Sendable {
        let center: NotificationCenter
        // Unsafe: the object is only compared.
        nonisolated(unsafe) let object: AnyObject?

        /// The name of the notifications.
        public let name: Notification.Name

        init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Sends a value for each notification.
        ///
        /// - Parameter transform: Returns the value to send. Called on the thread that posts; by several at
        ///   once, if they post at the same time.
        public func map<Output: Sendable>(
            _ transform: @escaping @Sendable (Notification) -> Output
        ) -> Notifications<Output> {
            Notifications(center: center, name: name, object: object, transform: transform)
        }

        /// Sends the values that a closure reads from the notifications, unless they are `nil`.
        ///
        /// - Parameter transform: Returns the value to send, or `nil` for none. Called on the thread that
        ///   posts; by several at once, if they post at the same time.
        public func compactMap<Output: Sendable>(
            _ transform: @escaping @Sendable (Notification) -> Output?
        ) -> Notifications<Output> {
            Notifications(center: center, name: name, object: object, transform: transform)
        }

        /// Attaches a closure that receives the notifications.
        ///
        /// A notification is not `Sendable`, so that it cannot wait for another thread. To receive values one
        /// at a time, send them by ``map(_:)`` first.
        ///
        /// - Parameter receiveValue: Called with each notification, on the thread that posts; by several at
        ///   once, if they post at the same time.
        /// - Returns: A handle that ends the subscription when cancelled or released.
        public func sink(receiveValue: @escaping @Sendable (Notification) -> Void) -> AnyCancellable {
            map(receiveValue).sink { _ in }
        }

        /// Attaches closures that receive the notifications, which have no end. See ``sink(receiveValue:)``.
        ///
        /// - Parameters:
        ///   - receiveCompletion: Is not called.
        ///   - receiveValue: Called with each notification, as by ``sink(receiveValue:)``.
        /// - Returns: A handle that ends the subscription when cancelled or released.
        public func sink(
            receiveCompletion: @escaping @Sendable (Subscribers.Completion<Never>) -> Void,
            receiveValue: @escaping @Sendable (Notification) -> Void
        ) -> AnyCancellable {
            sink(receiveValue: receiveValue)
        }
    }
}

// A notification has no operators. Without these, the compiler gives up on most chains without a message.
extension ExtraPublishers.NamedNotifications {
    @available(*, unavailable, message: "Write 'map' first: a notification is not 'Sendable'.")
    public func receive(on scheduler: some Scheduler, options: SchedulerOptions? = nil) -> Self { self }

    @available(*, unavailable, message: "Write 'map' first: a notification is not 'Sendable'.")
    public func receive(on runLoop: RunLoop, options: SchedulerOptions? = nil) -> Self { self }

    @available(*, unavailable, message: "Write 'map' first: a notification is not 'Sendable'.")
    public func merge(with other: Self) -> Self { self }

    @available(*, unavailable, message: "Write 'map' first: a notification is not 'Sendable'.")
    public func filter(_ isIncluded: (Notification) -> Bool) -> Self { self }

    @available(*, unavailable, message: "Write 'map' first: a notification is not 'Sendable'.")
    public func first() -> Self { self }

    @available(*, unavailable, message: "Write 'map' first: a notification is not 'Sendable'.")
    public func handleEvents(receiveOutput: ((Notification) -> Void)? = nil) -> Self { self }

    @available(*, unavailable, message: "Write 'map' first: a notification is not 'Sendable'.")
    public func throttle(for interval: Seconds, scheduler: some Scheduler, latest: Bool) -> Self { self }

    @available(*, unavailable, message: "Write 'map' first: a notification is not 'Sendable'.")
    public func throttle(for interval: Seconds, scheduler: RunLoop, latest: Bool) -> Self { self }

    @available(*, unavailable, message: "Write 'map' first: a notification is not 'Sendable'.")
    public func share() -> Self { self }
}
