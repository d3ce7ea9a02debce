extension ImageLoader {
    /// Adds an observer to the fetch of an image, and starts the fetch if it is new.
    @usableFromInline
    func fetch(_ request: ImageRequest, for observer: any ImageObserver<Image>) {
        let added = fetches.withLock { table in
            table.add(observer, for: request.key) { ImageFetch(id: $0, request: request, loader: self) }
        }
        switch added {
        case .start(let fetch, let id):
            observer.follow(from: ImageProgress()) { self.removeObserver(id) }
            fetch.start()
        case .share(let progress, let id):
            observer.follow(from: progress) { self.removeObserver(id) }
        }
    }

    private func removeObserver(_ id: Table.ObserverID) {
        if case .cancel(let fetch, _) = fetches.withLock({ $0.remove(id) }) { fetch.cancel() }
    }

    func advance(_ id: Table.FetchID, to progress: ImageProgress) {
        for observer in fetches.withLock({ $0.advance(id, to: progress) }) { observer.advance(to: progress) }
    }

    func finish(_ id: Table.FetchID, with state: ImageState<Image>) {
        for observer in fetches.withLock({ $0.finish(id) }) { observer.finish(with: state) }
    }

    func failed(_ error: ImageError) -> ImageState<Image> {
        .failed(error, fallback: configuration.fallback)
    }

    @usableFromInline
    func loading(_ progress: ImageProgress) -> ImageState<Image> {
        .loading(progress, placeholder: configuration.placeholder)
    }
}
