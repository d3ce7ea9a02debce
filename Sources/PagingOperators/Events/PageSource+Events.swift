import Dispatch
import Streams
import Synchronization

/// A source whose loads are observed. See ``PageSource/handleEvents(scheduler:receiveEvent:)``.
struct ObservedPages<Base: PageSource>: WrappingPages {
    typealias Key = Base.Key
    typealias Item = Base.Item
    typealias Failure = Base.Failure

    let base: Base
    let hub: PageEventHub

    func page(for request: PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, Failure> {
        Deferred { [base, hub] in
            let load = ObservedLoad(request, in: hub)
            var observed = request
            observed.observer = load.observer
            load.begin()
            return base.page(for: observed).handleEvents(
                receiveOutput: { load.end(.loaded($0, towards: request.direction)) },
                receiveCompletion: { completion in
                    switch completion {
                    case .failure(let error): load.end(.failed(error))
                    // Without effect after a page.
                    case .finished: load.end(.failed(PagingError.noPage))
                    }
                },
                receiveCancel: { load.end(.cancelled) })
        }
        .eraseToAnyPublisher()
    }
}

/// The events of one load of a source.
private final class ObservedLoad: Sendable {
    private let hub: PageEventHub
    private let number: Int
    private let key: String?
    private let direction: LoadDirection
    // Relaxed: one of several ends wins, and publishes no other memory.
    private let hasEnded = Atomic<Bool>(false)
    let observer: PageLoadObserver

    init<Key>(_ request: PageRequest<Key>, in hub: PageEventHub) {
        self.hub = hub
        number = hub.beginSession()
        key = PageEvent.text(of: request.key)
        direction = request.direction
        observer = hub.observer(
            ofLoad: number, session: 1, key: key, direction: direction, next: request.observer)
    }

    func begin() { send(.started(key: key, direction: direction, attempt: 1)) }

    /// Ends the load, unless it has ended.
    func end(_ kind: PageEvent.Kind) {
        if hasEnded.exchange(true, ordering: .relaxed) { return }
        observer.end()
        send(kind)
    }

    private func send(_ kind: PageEvent.Kind) {
        hub.send(PageEvent(kind, load: number, session: 1))
    }
}

extension PageEvent.Kind {
    fileprivate static func loaded<Key, Item>(
        _ page: Page<Key, Item>, towards direction: LoadDirection
    ) -> Self {
        let next = direction == .prepend ? page.previous : page.next
        return .loaded(items: page.items.count, presented: nil, next: PageEvent.text(of: next))
    }
}

extension PageSource {
    /// Calls a closure with the events of each load: the request, retries, the responses of ``HTTPPages``,
    /// and its end.
    ///
    /// For loops over pages, which have no list. A list has further events: see
    /// ``Streams/ExtraPublishers/Paginate/events``. The events of a load are in order; those of several loads
    /// are sent one at a time.
    ///
    /// - Parameters:
    ///   - scheduler: The clock of the events.
    ///   - receiveEvent: Called with each event, on the thread where it happens.
    @_disfavoredOverload  // A closure without a label is that of the other form.
    public func handleEvents(
        scheduler: any Scheduler = DispatchQueue.global(),
        receiveEvent: @escaping @Sendable (PageEvent) -> Void
    ) -> some PageSource<Key, Item, Failure> {
        ObservedPages(base: self, hub: PageEventHub(nil, scheduler: scheduler, receive: receiveEvent))
    }

    /// Writes a line for each event of each load: see
    /// ``Streams/ExtraPublishers/Paginate/log(_:scheduler:to:)``.
    ///
    /// - Parameters:
    ///   - name: Begins each line.
    ///   - scheduler: The clock of the log.
    ///   - write: Writes a line; by default to standard error.
    public func log(
        _ name: String, scheduler: any Scheduler = DispatchQueue.global(),
        to write: @escaping @Sendable (String) -> Void = PageLog.standardError
    ) -> some PageSource<Key, Item, Failure> {
        handleEvents(scheduler: scheduler, receiveEvent: PageLog.lines(name, to: write))
    }
}
