import Streams
import Synchronization

/// Sends events to the observers of a loader. Without observers, an event costs one read of a counter.
@usableFromInline
final class ImageEventHub: Sendable {
    private let subject = PassthroughSubject<ImageEvent, Never>()
    /// Sends the events, in the order in which they were submitted.
    private let drain = Drain<[ImageEvent]>()
    // Relaxed: the count publishes no other memory; an event that is concurrent with a subscription may be
    // missed.
    private let observers = Atomic<Int>(0)

    @usableFromInline var isObserved: Bool { observers.load(ordering: .relaxed) > 0 }

    @usableFromInline
    func send(_ kind: @autoclosure () -> ImageEvent.Kind, of request: ImageRequest) {
        if isObserved { drain.submit([ImageEvent(request: request, kind: kind())]) { send($0) } }
    }

    /// Brings events into the order in which they are sent. Calls nothing, so that a caller can hold the lock
    /// of what they are events of.
    ///
    /// - Returns: To be passed to ``leave(after:_:)`` outside the lock.
    func enter(_ events: [ImageEvent]) -> Drain<[ImageEvent]>.Entry { drain.enter(orQueue: events) }

    /// Sends events after ``enter(_:)``, and those that were submitted meanwhile.
    func leave(after entry: Drain<[ImageEvent]>.Entry, _ events: [ImageEvent]) {
        if case .entered = entry { send(events) }
        drain.leave(after: entry) { send($0) }
    }

    private func send(_ events: [ImageEvent]) {
        for event in events { subject.send(event) }
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
    /// Sent one at a time, on the threads of the loader. The events of a fetch are in order, and none follows
    /// its end. Without a subscriber, events cost nothing.
    public var events: AnyPublisher<ImageEvent, Never> { hub.events }
}
