import Foundation
import Streams

/// Fetches one image: loads its bytes, decodes them, and reports to the loader.
final class ImageFetch<Image: Sendable>: Sendable {
    typealias ID = ImageLoader<Image>.Table.FetchID

    private enum Stage: Sendable {
        case ready
        case loading((any Cancellable)?)
        case decoding
        case done
    }

    private struct State: Sendable {
        var stage = Stage.ready
        var body = Data()
        /// In bytes; `nil` if it is unknown.
        var bodyLength: Int?

        mutating func setBodyLength(_ length: Int64) {
            if length >= 0 { bodyLength = Int(clamping: length) }
        }
    }

    private let id: ID
    private let request: ImageRequest
    private let loader: ImageLoader<Image>
    private let state = Locked(State())

    init(id: ID, request: ImageRequest, loader: ImageLoader<Image>) {
        self.id = id
        self.request = request
        self.loader = loader
    }

    /// Starts, unless it was cancelled before.
    func start() {
        guard begin() else { return }
        // Another fetch may have ended after its observer looked into the cache and before this fetch was made.
        if let image = loader.cachedImage(for: request) {
            finish(with: .loaded(image, from: .memory))
        } else {
            attach(loader.configuration.dataLoader.load(request.urlRequest) { self.receive($0) })
        }
    }

    /// Stops; nothing is reported any more.
    func cancel() {
        if case .loading(let load) = end() { load?.cancel() }
    }

    private func begin() -> Bool {
        state.withLock { state in
            guard case .ready = state.stage else { return false }
            state.stage = .loading(nil)
            return true
        }
    }

    private func attach(_ load: any Cancellable) {
        let isLoading = state.withLock { state in
            guard case .loading = state.stage else { return false }
            state.stage = .loading(load)
            return true
        }
        if !isLoading { load.cancel() }
    }

    private func receive(_ event: DataEvent) {
        switch event {
        case .response(let response): advance { $0.setBodyLength(response.expectedContentLength) }
        case .bytes(let data): advance { $0.body.append(data) }
        case .finished: decode()
        case .failed(let error): finish(with: loader.failed(.notLoaded(error)))
        }
    }

    private func advance(_ change: (inout State) -> Void) {
        let progress: ImageProgress? = state.withLock { state in
            guard case .loading = state.stage else { return nil }
            change(&state)
            return ImageProgress(received: state.body.count, expected: state.bodyLength)
        }
        if let progress { loader.advance(id, to: progress) }
    }

    private func decode() {
        let load: Stage? = state.withLock { state in
            guard case .loading = state.stage else { return nil }
            let load = state.stage
            state.stage = .decoding
            return load
        }
        if load != nil { loader.configuration.decodeScheduler.schedule { self.decodeNow() } }
    }

    private func decodeNow() {
        let data: Data? = state.withLock { state in
            guard case .decoding = state.stage else { return nil }
            return state.body
        }
        guard let data else { return }
        do {
            let image = try loader.decode(data)
            guard case .decoding = end() else { return }
            loader.store(image, for: request, cost: loader.configuration.cost(image, data))
            loader.finish(id, with: .loaded(image, from: request.origin))
        } catch {
            finish(with: loader.failed(.notDecodable(request.url, description: "\(error)")))
        }
    }

    private func finish(with outcome: ImageState<Image>) {
        if case .done = end() { return }
        loader.finish(id, with: outcome)
    }

    /// Ends the fetch and releases what it held.
    private func end() -> Stage {
        var ended = State()
        ended.stage = .done
        return state.exchange(ended).stage
    }
}

extension ImageRequest {
    /// The origin of an image that was not cached.
    fileprivate var origin: ImageOrigin {
        switch url.scheme?.lowercased() {
        case "file": .disk
        case "data": .memory
        default: .network
        }
    }
}
