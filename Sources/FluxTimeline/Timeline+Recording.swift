import FluxImages
import PagingOperators
import Streams

extension Timeline {
    /// Records the events of an image loader, as long as the timeline exists.
    ///
    /// - Parameters:
    ///   - loader: The loader.
    ///   - name: The name of its lane.
    public func record<Image>(_ loader: ImageLoader<Image>, as name: String) {
        let source = source(name, .images)
        let recording = beginRecording()
        keep(
            loader.events.sink { [weak self] event in
                self?.record(.image(event, recording: recording), of: source)
            })
    }

    /// Records a value.
    package func record(_ text: String, as name: String, at time: Duration) {
        record(.value(text), of: source(name, .values), at: time)
    }

    /// Records the end of a stream.
    package func recordEnd(_ text: String, isFailure: Bool, as name: String, at time: Duration) {
        record(.end(text, isFailure: isFailure), of: source(name, .values), at: time)
    }

    /// Records the events of all feeds that a closure makes.
    package func recordFeeds<Feed>(as name: String, _ makeFeed: () -> Feed) -> Feed {
        PageEventHub(nil, scheduler: scheduler, receive: recordPages(as: name)).ofAllFeeds(makeFeed)
    }

    /// Returns a closure that records the events of a list.
    func recordPages(as name: String) -> @Sendable (PageEvent) -> Void {
        let source = source(name, .pages)
        let recording = beginRecording()
        return { [self] event in
            record(.page(event, recording: recording), of: source, at: event.time)
        }
    }
}

extension Publisher {
    /// Records each value in a timeline, and the end or the cancellation of the stream.
    ///
    /// - Parameters:
    ///   - timeline: Records the values.
    ///   - name: The name of their lane.
    @_disfavoredOverload
    public func recorded(in timeline: Timeline, as name: String) -> Publishers.HandleEvents<Self> {
        let source = timeline.source(name, .values)
        return handleEvents(
            receiveOutput: { value in
                let signal = value as? ListSignal
                timeline.record(
                    .value(signal.map { PageEvent.Kind($0).description } ?? "\(value)".inOneLine), of: source)
            },
            receiveCompletion: { completion in
                switch completion {
                case .finished: timeline.record(.end("finished", isFailure: false), of: source)
                case .failure(let error):
                    timeline.record(.end("failed: \(error)".inOneLine, isFailure: true), of: source)
                }
            },
            receiveCancel: { timeline.record(.end("cancelled", isFailure: false), of: source) })
    }
}

extension PageEvent.Kind {
    fileprivate init(_ signal: ListSignal) {
        if case .shown(let rows) = signal { self = .reported(rows: rows) } else { self = .signal(signal) }
    }
}

extension ExtraPublishers.Paginate {
    /// Records what the list does in a timeline: its loads, states, rows and the rows in view.
    ///
    /// - Parameters:
    ///   - timeline: Records the events.
    ///   - name: Begins the names of the list's lanes.
    /// - Returns: The feed with the recording.
    public func recorded(in timeline: Timeline, as name: String) -> Self {
        observed(scheduler: timeline.scheduler, by: timeline.recordPages(as: name))
    }
}

extension ExtraPublishers.Images {
    /// Records what the list does in a timeline. Its images are those of the loader: see
    /// ``Timeline/record(_:as:)``.
    ///
    /// - Parameters:
    ///   - timeline: Records the events.
    ///   - name: Begins the names of the list's lanes.
    /// - Returns: The feed with the recording.
    public func recorded(in timeline: Timeline, as name: String) -> Self {
        observed(scheduler: timeline.scheduler, by: timeline.recordPages(as: name))
    }
}

extension PagingModel {
    /// Records what the list does from now on in a timeline.
    ///
    /// - Parameters:
    ///   - timeline: Records the events.
    ///   - name: Begins the names of the list's lanes.
    public func record(in timeline: Timeline, as name: String) {
        hub.observe(scheduler: timeline.scheduler, by: timeline.recordPages(as: name))
    }
}

extension PageSource {
    /// Records each load of the source in a timeline, for code that reads pages without a list.
    ///
    /// - Parameters:
    ///   - timeline: Records the events.
    ///   - name: The name of their lane.
    public func recorded(in timeline: Timeline, as name: String) -> some PageSource<Key, Item, Failure> {
        handleEvents(scheduler: timeline.scheduler, receiveEvent: timeline.recordPages(as: name))
    }
}
