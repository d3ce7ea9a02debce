import Streams

extension ImageLoader {
    /// Adds an observer to the fetch of an image, and starts the fetch if it is new.
    ///
    /// - Parameters:
    ///   - request: The request of the image.
    ///   - priority: The priority of the observer, unless it may change.
    ///   - live: A priority whose changes are followed until the observer is removed.
    ///   - observer: Observes the fetch.
    @usableFromInline
    func fetch(
        _ request: ImageRequest, priority: ImagePriority, live: LiveImagePriority? = nil,
        for observer: any ImageObserver<Image>
    ) {
        let need = live?.need ?? .priority(priority)
        let added = change { table in
            table.add(
                observer, need: need, for: FetchKey(resource: request.key.resource, source: request.source),
                variant: request.variant,
                group: request.url.host() ?? ""
            ) { ImageFetch(id: $0, request: request, loader: self) }
        }
        switch added {
        case .start(let fetch, let id):
            observer.follow(from: ImageProgress(), stop: makeStop(id, live))
            observer.keepsInMemory ? fetch.start() : fetch.startOnDisk()
        case .share(let progress, let id, let starts):
            hub.send(.joined, of: request)
            observer.follow(from: progress, stop: makeStop(id, live))
            perform(starts)
        }
    }

    private func makeStop(_ id: Table.ObserverID, _ live: LiveImagePriority?) -> @Sendable () -> Void {
        guard let live else { return { self.removeObserver(id) } }
        let number = live.observe { self.setNeed($0, of: id) }
        // It may have changed before.
        setNeed(live, of: id)
        return {
            live.removeObserver(number)
            self.removeObserver(id)
        }
    }

    private func setNeed(_ live: LiveImagePriority, of id: Table.ObserverID) {
        // Read under the lock, so that no older value is set last.
        change { $0.setNeed(live.need, of: id) }
    }

    private func removeObserver(_ id: Table.ObserverID) {
        let (removed, starts) = change { $0.remove(id) }
        if case .cancel(let fetch, _) = removed { fetch.cancel() }
        perform(starts)
    }

    /// Changes the table of the fetches at the present time.
    func change<Result: Sendable>(_ body: (inout Table) -> Result) -> Result {
        // Only lists depend on it.
        let now = lists.count > 0 ? configuration.retryScheduler.now : nil
        return fetches.withLock { table in
            table.now = now
            return body(&table)
        }
    }

    /// Begins steps of fetches.
    func perform(_ starts: [Table.Start]) {
        for start in starts { steps.submit(start) { $0.fetch.begin($0.step) } }
    }

    func advance(_ id: Table.FetchID, to progress: ImageProgress) {
        for observer in change({ $0.advance(id, to: progress) }) { observer.advance(to: progress) }
    }

    /// Ends a fetch for all its observers.
    func finish(_ id: Table.FetchID, with state: ImageState<Image>) {
        let (observers, starts) = change { $0.finish(id) }
        perform(starts)
        for observer in observers.typed(Image.self) { observer.finish(with: state) }
    }

    func failed(_ error: ImageError) -> ImageState<Image> {
        .failed(error, fallback: configuration.fallback)
    }
}

extension [any FetchObserver] {
    /// The observers, all of which observe images of a type.
    func typed<Image>(_ image: Image.Type) -> [any ImageObserver<Image>] {
        compactMap { $0 as? any ImageObserver<Image> }
    }
}
