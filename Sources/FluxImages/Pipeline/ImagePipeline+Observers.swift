import FluxLoading
import Streams

// The observers of fetches.
extension ImagePipeline {
    /// Adds an observer to the fetch of an image, and starts the fetch if it is new.
    ///
    /// - Parameters:
    ///   - request: The request of the image.
    ///   - need: When the observer needs the image. The changes of its live priority are followed.
    ///   - observer: Observes the fetch.
    ///   - loader: Works on the images.
    func fetch(
        _ request: ImageRequest, need: ImageNeed, for observer: any FetchObserver,
        with loader: any ImageOperations
    ) {
        let image = observer.keepsInMemory ? loader.imageToProcess(for: request) : nil
        let plain = FetchKey(resource: request.key.resource, source: request.source)
        let ofImage = FetchKey(
            resource: request.key.resource, source: request.source,
            processed: image.map { _ in request.key.form })
        var starts: [Table.Start] = []
        let added = change(keeping: &starts) { table in
            // While newer bytes may follow those of the image in memory, that fetch has them.
            let key = image != nil && table.isProvisional(plain) ? plain : ofImage
            // What a cancelled reload has received may be older than this request.
            if request.source == .server { table.removeUnobserved(key) }
            return table.add(
                observer, need: need, for: key, reload: key.reload, variant: request.variant,
                group: request.transferGroup
            ) {
                ImageFetch(id: $0, request: request, pipeline: self, loader: loader, image: image)
            }
        } sending: { added in
            if case .share = added { [ImageEvent(request: request, kind: .joined)] } else { [] }
        }
        switch added {
        case .start(let fetch, let id):
            observer.follow(from: ImageProgress(), hold: FetchHold(self, id, observer.livePriority))
            observer.keepsInMemory ? fetch.start() : fetch.startOnDisk()
        case .share(let progress, let id):
            // Before its first state.
            sharePreview(of: id.fetch, with: observer, loader)
            observer.follow(from: progress, hold: FetchHold(self, id, observer.livePriority))
        }
        begin(starts)
    }

    /// Removes the observers of a fetch that need an image which is in memory. Prefetches to disk stay: they
    /// need the bytes.
    ///
    /// - Parameters:
    ///   - id: The fetch.
    ///   - request: The request of the image.
    /// - Returns: These observers, and whether the fetch has ended with them.
    func takeObservers(
        of id: Table.FetchID, for request: ImageRequest
    ) -> (observers: [any FetchObserver], hasEnded: Bool) {
        let form = request.key.form
        return change {
            $0.finishObservers(of: id, where: { $0.keepsInMemory && $0.request.key.form == form })
        } sending: { observers, _ in
            observers.isEmpty ? [] : [ImageEvent(request: request, kind: .hit(.memory))]
        }
    }

    fileprivate func remove(_ id: Table.ObserverID) {
        // The observer is released outside the lock.
        _ = change {
            $0.remove(id)
        } sending: { observer, fetch in
            fetch?.end(of: observer, as: .cancelled) ?? []
        }
    }

    fileprivate func setNeed(_ live: LiveImagePriority, of id: Table.ObserverID) {
        // Read under the lock, so that no older value is set last.
        change { $0.setNeed(live.need, of: id) }
    }
}

/// Holds an observer's place in a fetch, and follows its priority, until it is cancelled.
private final class FetchHold: Cancellable {
    private let pipeline: ImagePipeline
    private let id: ImageFetchTable.ObserverID
    private let live: (priority: LiveImagePriority, number: Int)?

    init(_ pipeline: ImagePipeline, _ id: ImageFetchTable.ObserverID, _ live: LiveImagePriority?) {
        self.pipeline = pipeline
        self.id = id
        self.live = live.map { live in (live, live.observe { pipeline.setNeed($0, of: id) }) }
        // It may have changed before.
        if let live { pipeline.setNeed(live, of: id) }
    }

    deinit {
        stopFollowing()
    }

    func cancel() {
        stopFollowing()
        pipeline.remove(id)
    }

    private func stopFollowing() {
        if let live { live.priority.removeObserver(live.number) }
    }
}
