import FluxImages
import Streams

/// Performs what a session requests of the loader of its images.
@usableFromInline
struct RowImageLoads<
    Key: Hashable & Sendable, Input: Sendable, Item: Sendable, Image: Sendable
>: Sendable {
    @usableFromInline
    typealias Session = EngineSession<ImageFeedEngine<Key, Input, Item, Image>>

    @usableFromInline let loader: ImageLoader<Image>
    @usableFromInline let list: ImageList<Image>
    @usableFromInline let results = ImageResults<Image>()
    /// Released with the session, which stops its prefetches.
    @usableFromInline let prefetches: PrefetchLoads<Image>

    @inlinable
    init(_ loader: ImageLoader<Image>) {
        self.loader = loader
        list = ImageList(loader)
        prefetches = PrefetchLoads(loader, to: .disk)
    }

    /// Performs a request.
    ///
    /// - Parameters:
    ///   - request: What is requested.
    ///   - id: The load of which it is requested.
    ///   - session: Receives the results.
    ///   - link: The link of the load.
    @inlinable
    func perform(
        _ request: RowImages<Item, Image>.Request, of id: ImageLoadID, for session: Session,
        link: SubscriptionLink
    ) {
        switch request {
        case .load(let request, let priority):
            loader.image(for: request, priority: priority).receive(
                subscriber: ImageReceiver(session: session, results: results, id: id, link: link))
        case .renumber(let load, let need):
            load.need = need
        case .move(let position, let isScrolled):
            list.move(to: position, isScrolled: isScrolled)
        case .prefetch(let start, let stop):
            prefetch(start, stopping: stop, for: session)
        case .observeMemory:
            list.onMemoryWarning { [weak session] in
                session?.submit(.engine(.images(.memoryWarning)))
            }
        case .hold(let shown, let released):
            if let room = list.changeImages(adding: shown, removing: released) {
                session.submit(.engine(.images(.room(images: room))))
            }
        case .pause(let duration):
            pause(id, for: duration, of: session, link: link)
        }
    }

    @inlinable
    func prefetch(_ start: [RowPrefetches.Start], stopping stop: [ImageRequest], for session: Session) {
        for prefetch in start {
            // Weakly, so that the prefetches are released at the end of the session.
            prefetches.begin(prefetch.request) { [weak session] _ in
                session?.submit(.engine(.images(.prefetchEnded(prefetch))))
            }
        }
        for request in stop { prefetches.cancel(request) }
    }

    @inlinable
    func pause(_ id: ImageLoadID, for duration: Duration, of session: Session, link: SubscriptionLink) {
        let timer = loader.configuration.retryScheduler.schedule(in: duration) {
            if link.finish() { session.submit(.loadEnded(.image(id), .images(.resume))) }
        }
        link.attach(request: { _ in }, cancel: { timer.cancel() })
    }
}
