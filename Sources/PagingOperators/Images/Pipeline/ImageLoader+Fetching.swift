extension ImageLoader {
    /// Has an observer join the fetch of an image, and starts it if there was none.
    @usableFromInline
    func fetch(_ request: ImageRequest, for observer: any ImageObserver<Image>) {
        let joined = fetches.withLock { table in
            table.join(observer, for: request.key) { ImageFetch(id: $0, request: request, loader: self) }
        }
        switch joined {
        case .start(let fetch, let ticket):
            observer.follow(from: ImageProgress()) { self.leave(ticket) }
            fetch.start()
        case .wait(let progress, let ticket):
            observer.follow(from: progress) { self.leave(ticket) }
        }
    }

    private func leave(_ ticket: Table.Ticket) {
        if case .cancel(let fetch, _) = fetches.withLock({ $0.leave(ticket) }) { fetch.cancel() }
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
