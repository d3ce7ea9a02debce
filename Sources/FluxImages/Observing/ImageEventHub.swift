import Streams
import Synchronization

/// Sends events to the observers of a loader. Without observers, an event costs one read of a counter.
@usableFromInline
final class ImageEventHub: Sendable {
    private let subject = PassthroughSubject<ImageEvent, Never>()
    // Relaxed: the count publishes no other memory; an event that is concurrent with a subscription may be
    // missed.
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
    /// The events of each request: cache hits, joined fetches, transfers and their results.
    ///
    /// ```swift
    /// let log = avatars.events.sink { event in print(event.request.url.lastPathComponent, event.kind) }
    /// ```
    ///
    /// Sent on the threads of the loader; the events of one request are in order. Without a subscriber,
    /// events cost nothing.
    public var events: AnyPublisher<ImageEvent, Never> { hub.events }
}
