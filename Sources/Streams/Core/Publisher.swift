/// A type that sends a sequence of values, then possibly an end, to the subscribers that ask for them.
///
/// The names and semantics are Combine's; the rules are those of Reactive Streams 1.0. A publisher is a
/// description: nothing happens before a subscriber attaches, and a publisher that is a value (all but
/// subjects and ``Future``) does its work anew for every subscriber.
///
/// Signals reach one subscriber serially: `receive(subscription:)` first, then values, never more than were
/// asked for, then at most one completion. They may come from any thread.
public protocol Publisher<Output, Failure>: Sendable {
    /// The kind of values sent.
    associatedtype Output: Sendable

    /// The kind of error that may end the stream; `Never` when it cannot fail.
    associatedtype Failure: Error

    /// Attaches a subscriber. Implement this; call `subscribe(_:)`.
    ///
    /// - Parameter subscriber: The receiver. It is sent exactly one subscription before any other signal.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Attaches a subscriber to this publisher.
    ///
    /// - Parameter subscriber: The receiver of the subscription, the values and the completion.
    @inlinable
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }

    /// Attaches a subject, which passes everything on to its own subscribers.
    ///
    /// - Parameter subject: The subject to feed. It asks for an unlimited number of values.
    /// - Returns: A handle that detaches the subject when cancelled or released.
    @inlinable
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
    where S.Output == Output, S.Failure == Failure {
        let feeder = SubjectSubscriber(subject)
        receive(subscriber: feeder)
        return AnyCancellable(feeder.upstream)
    }
}

/// The namespace of the publishers that operators return.
public enum Publishers {}
