import Streams

extension ImageLoader {
    /// Adds an observer to the fetch of an image, and starts the fetch if it is new.
    @usableFromInline
    func fetch(_ states: Publishers.ImageStates<Image>, for observer: any ImageObserver<Image>) {
        let priority = states.livePriority?.value ?? states.priority
        let id = fetch(states.request, priority: priority, live: states.livePriority, for: observer)
        states.livePriority.map { setPriority($0.value, of: id) }
    }

    /// Adds an observer to the fetch of an image, and starts the fetch if it is new.
    ///
    /// - Parameter live: A priority whose changes are followed until the observer is removed.
    @discardableResult
    func fetch(
        _ request: ImageRequest, priority: ImagePriority, live: LiveImagePriority? = nil,
        for observer: any ImageObserver<Image>
    ) -> Table.ObserverID {
        let added = fetches.withLock { table in
            table.add(
                observer, priority: priority, for: request.key.resource, variant: request.variant,
                group: request.url.host() ?? ""
            ) { ImageFetch(id: $0, request: request, loader: self) }
        }
        switch added {
        case .start(let fetch, let id):
            observer.follow(from: ImageProgress(), stop: makeStop(id, live))
            fetch.start()
            return id
        case .share(let progress, let id, let starts):
            hub.send(.joined, of: request)
            observer.follow(from: progress, stop: makeStop(id, live))
            perform(starts)
            return id
        }
    }

    private func makeStop(_ id: Table.ObserverID, _ live: LiveImagePriority?) -> @Sendable () -> Void {
        guard let live else { return { self.removeObserver(id) } }
        let number = live.observe { self.setPriority($0, of: id) }
        return {
            live.removeObserver(number)
            self.removeObserver(id)
        }
    }

    private func setPriority(_ priority: ImagePriority, of id: Table.ObserverID) {
        fetches.withLock { $0.setPriority(priority, of: id) }
    }

    private func removeObserver(_ id: Table.ObserverID) {
        let (removed, starts) = fetches.withLock { $0.remove(id) }
        if case .cancel(let fetch, _) = removed { fetch.cancel() }
        perform(starts)
    }

    /// Begins steps of fetches.
    func perform(_ starts: [Table.Start]) {
        for start in starts { steps.submit(start) { $0.fetch.begin($0.step) } }
    }

    func advance(_ id: Table.FetchID, to progress: ImageProgress) {
        for observer in fetches.withLock({ $0.advance(id, to: progress) }) { observer.advance(to: progress) }
    }

    /// Ends a fetch for all its observers.
    func finish(_ id: Table.FetchID, with state: ImageState<Image>) {
        let (observers, starts) = fetches.withLock { $0.finish(id) }
        perform(starts)
        for observer in observers { observer.finish(with: state) }
    }

    func failed(_ error: ImageError) -> ImageState<Image> {
        .failed(error, fallback: configuration.fallback)
    }

    @usableFromInline
    func loading(_ progress: ImageProgress) -> ImageState<Image> {
        .loading(progress, placeholder: configuration.placeholder)
    }
}
