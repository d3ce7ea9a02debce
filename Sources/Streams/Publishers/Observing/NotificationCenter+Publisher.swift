import Foundation
import Synchronization

extension ExtraPublishers {
    /// Sends a value for each notification. See `publisher(for:object:_:)` of `NotificationCenter`.
    public struct Notifications<Output: Sendable>: Publisher {
        public typealias Failure = Never

        private let center: NotificationCenter
        // Unsafe: the object is only compared.
        private nonisolated(unsafe) let object: AnyObject?
        private let transform: @Sendable (Notification) -> Output?

        /// The name of the notifications.
        public let name: Notification.Name

        init(
            center: NotificationCenter, name: Notification.Name, object: AnyObject?,
            transform: @escaping @Sendable (Notification) -> Output?
        ) {
            self.center = center
            self.name = name
            self.object = object
            self.transform = transform
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let subject = PassthroughSubject<Output, Never>()
            let observation = NotificationObserver(center)
            observation.observe(name, of: object) { [transform] notification in
                if let value = transform(notification) { subject.send(value) }
            }
            subject.handleEvents(receiveCancel: { observation.remove() }).receive(subscriber: subscriber)
        }
    }
}

/// The registration of an observer.
private final class NotificationObserver: Sendable {
    /// Unchecked: tokens are only passed to the center, on any thread.
    private struct Token: @unchecked Sendable {
        let base: any NSObjectProtocol
    }

    private let center: NotificationCenter
    private let token = Locked<Token?>(nil)
    // Relaxed: a notification in flight when another thread cancels may be delivered.
    private let isRemoved = Atomic<Bool>(false)

    init(_ center: NotificationCenter) {
        self.center = center
    }

    func observe(
        _ name: Notification.Name, of object: AnyObject?,
        _ receive: @escaping @Sendable (Notification) -> Void
    ) {
        let base = center.addObserver(forName: name, object: object, queue: nil) { [self] notification in
            // A post that has begun calls observers that were removed meanwhile as well.
            if !isRemoved.load(ordering: .relaxed) { receive(notification) }
        }
        _ = token.exchange(Token(base: base))
    }

    func remove() {
        isRemoved.store(true, ordering: .relaxed)
        if let token = token.exchange(nil) { center.removeObserver(token.base) }
    }
}

extension NotificationCenter {
    /// A publisher of notifications, or of values that a closure reads from them.
    ///
    /// ```swift
    /// let heights = center.publisher(for: .keyboardWillShow) { notification in
    ///     notification.userInfo?["height"] as? Double
    /// }
    /// ```
    ///
    /// A notification is not `Sendable`. Therefore the stream sends values that are read from it; in Combine
    /// it sends the notification itself. A subscriber without demand misses a notification; a loop over
    /// ``Publisher/values`` receives all.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object that posts them; `nil` for any.
    ///   - transform: Returns the value to send, or `nil` for none. Called on the thread that posts; by
    ///     several at once, if they post at the same time.
    public func publisher<Output: Sendable>(
        for name: Notification.Name, object: AnyObject? = nil,
        _ transform: @escaping @Sendable (Notification) -> Output?
    ) -> ExtraPublishers.Notifications<Output> {
        ExtraPublishers.Notifications(center: self, name: name, object: object, transform: transform)
    }

    /// The notifications of a name, from which ``ExtraPublishers/NamedNotifications/map(_:)`` or
    /// ``ExtraPublishers/NamedNotifications/compactMap(_:)`` makes a publisher, as code for Combine does.
    ///
    /// ```swift
    /// let names = center.publisher(for: .userDidLogIn).compactMap { $0.userInfo?["name"] as? String }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object that posts them; `nil` for any.
    public func publisher(
        for name: Notification.Name, object: AnyObject? = nil
    ) -> ExtraPublishers.NamedNotifications {
        ExtraPublishers.NamedNotifications(center: self, name: name, object: object)
    }
}
