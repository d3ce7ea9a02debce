import FluxLoading
import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures a response while it is received, and reports it.
final class ResponseTimer: Sendable {
    private struct State: Sendable {
        var response: URLResponse?
        var bytes = 0
        var timeToResponse: Duration?
    }

    private let observer: PageLoadObserver
    private let url: URL
    private let start: Duration
    private let state = Locked(State())

    init(_ observer: PageLoadObserver, of request: URLRequest) {
        self.observer = observer
        url = request.urlOrBlank
        start = observer.now
    }

    func receive(_ event: DataEvent) {
        let time = observer.now - start
        switch event {
        case .response(let response):
            state.withLock { state in
                state.response = response
                state.timeToResponse = time
            }
        case .bytes(let data):
            state.withLock { $0.bytes += data.count }
        case .finished:
            report(state.withLock { $0 }, after: time)
        case .failed(let error):
            guard case .status(let status, _) = error.reason else { return }
            let state = state.withLock { $0 }
            // The head of an error response is no event of its own.
            let head =
                state.timeToResponse ?? error.body.size.map { _ in max(.zero, time - error.body.duration) }
            observer.report(
                .response(
                    PageResponse(
                        address: error.url.shortened, status: status, bytes: error.body.size ?? state.bytes,
                        timeToResponse: head, duration: time, origin: .network)))
        }
    }

    private func report(_ state: State, after time: Duration) {
        let http = state.response as? HTTPURLResponse
        observer.report(
            .response(
                PageResponse(
                    address: (state.response?.url ?? url).shortened, status: http?.statusCode,
                    bytes: state.bytes, timeToResponse: state.timeToResponse, duration: time,
                    origin: http.map(PageResponse.Origin.init) ?? .local)))
    }
}

extension PageResponse.Origin {
    /// The origin of a response over HTTP, by its field `Age`.
    fileprivate init(_ response: HTTPURLResponse) {
        let age = response.value(forHTTPHeaderField: "Age").flatMap { Int64($0) } ?? 0
        self = age > 0 ? .cache(age: .seconds(age)) : .network
    }
}
