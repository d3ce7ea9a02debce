import Streams

// Images that are loaded in place of others while the network is in Low Data Mode.
extension ImageFetch {
    /// Ends, and lets the observers observe the fetches of their images for Low Data Mode.
    ///
    /// - Returns: Whether a request has such an image.
    func continueInLowData() -> Bool {
        // Requests of one fetch may differ in it.
        let requests = [request] + pipeline.change { $0.observers(of: id) }.map(\.request)
        guard let usual = requests.first(where: { $0.lowDataURL != nil }) else { return false }
        // A reload may have the image.
        let observers = pipeline.change {
            $0.mayReceive(id) ? $0.takeObservers(of: id) : []
        } sending: {
            end(of: $0.first?.observer, as: .cancelled)
        }
        for (observer, need) in observers {
            let other = observer.request.lowDataURL == nil ? usual : observer.request
            guard let request = other.with(form: observer.request.key.form).inLowData else { continue }
            let substitute = LowDataObserver(of: request, for: observer) {
                // Before a row shows it: it counts as the image of the row.
                [loader] in loader.share(request, with: observer.request)
            }
            pipeline.fetch(request, need: need, for: substitute, with: loader)
        }
        return true
    }
}

/// Observes the fetch of an image in place of an observer of another one.
private final class LowDataObserver: FetchObserver {
    let request: ImageRequest
    private let observer: any FetchObserver
    private let onLoad: @Sendable () -> Void

    /// - Parameter onLoad: Called before the image is shown.
    init(of request: ImageRequest, for observer: any FetchObserver, onLoad: @escaping @Sendable () -> Void) {
        self.request = request
        self.observer = observer
        self.onLoad = onLoad
    }

    var livePriority: LiveImagePriority? { observer.livePriority }

    var use: ImageUse { observer.use }

    func follow(from progress: ImageProgress, hold: any Cancellable) {
        observer.follow(from: progress, hold: hold)
    }

    func advance(to progress: ImageProgress) { observer.advance(to: progress) }

    func preview(_ preview: AnyImageState, number: Int) { observer.preview(preview, number: number) }

    func show(_ state: AnyImageState, number: Int) {
        onLoad()
        observer.show(state, number: number)
    }

    func finish(with state: AnyImageState?) {
        onLoad()
        observer.finish(with: state)
    }
}
