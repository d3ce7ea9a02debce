/// A type-erasing publisher.
///
/// It adds one indirect call for each value.
public struct AnyPublisher<Output: Sendable, Failure: Error>: Publisher {
    @usableFromInline let box: ErasedPublisher<Output, Failure>

    /// Creates a type-erasing publisher that wraps another.
    ///
    /// - Parameter publisher: The publisher to wrap. An `AnyPublisher` is not wrapped again.
    @export(implementation)
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let erased = publisher as? AnyPublisher<Output, Failure> {
            self = erased
        } else {
            box = PublisherBox(publisher)
        }
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        box.onReceive(box, AnySubscriber(subscriber))
    }

    @export(implementation)
    public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
        box.onImmediateResult(box, receiver)
    }
}

/// A publisher whose type is erased; see ``ErasedSubscriber``.
@usableFromInline
class ErasedPublisher<Output: Sendable, Failure: Error>: @unchecked Sendable {
    // Sendable: nothing changes, and the publisher is `Sendable`.

    @usableFromInline final let onReceive: @Sendable (ErasedPublisher, AnySubscriber<Output, Failure>) -> Void
    @usableFromInline final let onImmediateResult:
        @Sendable (ErasedPublisher, _ResultReceiver) -> Result<Output?, Failure>?

    @export(implementation)
    init(
        onReceive: @escaping @Sendable (ErasedPublisher, AnySubscriber<Output, Failure>) -> Void,
        onImmediateResult: @escaping @Sendable (ErasedPublisher, _ResultReceiver) -> Result<Output?, Failure>?
    ) {
        self.onReceive = onReceive
        self.onImmediateResult = onImmediateResult
    }
}

/// An erased publisher with the publisher itself.
@usableFromInline
final class PublisherBox<Base: Publisher>: ErasedPublisher<Base.Output, Base.Failure>, @unchecked Sendable {
    // Sendable: as its superclass is, and the publisher does not change.

    @usableFromInline let base: Base

    @export(implementation)
    init(_ base: Base) {
        self.base = base
        super.init(
            onReceive: { unsafeDowncast($0, to: PublisherBox.self).base.receive(subscriber: $1) },
            onImmediateResult: { unsafeDowncast($0, to: PublisherBox.self).base._immediateResult(for: $1) })
    }
}

extension Publisher {
    /// Wraps this publisher with a type eraser, so that it can be named, stored and replaced.
    @export(implementation)
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}
