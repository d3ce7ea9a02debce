import Streams
import Synchronization

/// Sends events to the observers of a loader. Costs one look at a number while there are none.
@usableFromInline
final class ImageEventHub: Sendable {
    private let subject = PassthroughSubject<ImageEvent, Never>()
    private let observers = Atomic<Int>(0)

    @usableFromInline var isObserved: Bool { observers.load(ordering: .relaxed) > 0 }

    @usableFromInline
    func send(_ kind: @autoclosure () -> ImageEvent.Kind, of request: ImageRequest) {
        if isObserved { subject.send(ImageEvent(request: request, kind: kind())) }
    }

    /// The events; each subscription counts as an observer until it is cancelled.
    var events: AnyPublisher<ImageEvent, Never> {
        subject
            .handleEvents(
                receiveSubscription: { [self] _ in _ = observers.wrappingAdd(1, ordering: .relaxed) },
                receiveCancel: { [self] in _ = observers.wrappingSubtract(1, ordering: .relaxed) }
            )
            .eraseToAnyPublisher()
    }
}

extension ImageLoader {
    /// The way of each request through the loader: hits, joins, transfers, their ends.
    ///
    /// ```swift
    /// let log = avatars.events.sink { event in print(event.request.url.lastPathComponent, event.kind) }
    /// ```
    ///
    /// Sent on the threads of the loader, in the order of each request. Without a subscriber, events cost
    /// nothing.
    public var events: AnyPublisher<ImageEvent, Never> { hub.events }
}
