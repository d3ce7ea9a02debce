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
        /// When the head arrived.
        var head: ClockTimes?
    }

    private let observer: PageLoadObserver
    private let url: URL
    private let start: ClockTimes
    private let state = Locked(State())

    init(_ observer: PageLoadObserver, of request: URLRequest) {
        self.observer = observer
        url = request.urlOrBlank
        start = observer.now
    }

    func receive(_ event: DataEvent) {
        switch event {
        case .response(let response):
            let time = observer.now
            state.withLock { state in
                state.response = response
                state.head = time
            }
        case .bytes(let data):
            state.withLock { $0.bytes += data.count }
        case .finished:
            report(state.withLock { $0 })
        case .failed(let error):
            guard case .status(let status, _) = error.reason else { return }
            report(state.withLock { $0 }, error, status)
        }
    }

    private func report(_ state: State) {
        let http = state.response as? HTTPURLResponse
        observer.report(
            .response(
                MeasuredResponse(
                    address: (state.response?.url ?? url).shortened, status: http?.statusCode,
                    bytes: state.bytes, origin: http.map(PageResponse.Origin.init) ?? .local, start: start,
                    head: state.head, end: observer.now)))
    }

    private func report(_ state: State, _ error: LoadingError, _ status: Int) {
        observer.report(
            .response(
                MeasuredResponse(
                    address: error.url.shortened, status: status, bytes: error.body.size ?? state.bytes,
                    origin: .network, start: start, head: state.head, end: observer.now,
                    // The head of an error response is no event of its own.
                    bodyDuration: error.body.size.map { _ in error.body.duration })))
    }
}

extension PageResponse.Origin {
    /// The origin of a response over HTTP, by its field `Age`.
    fileprivate init(_ response: HTTPURLResponse) {
        let age = response.value(forHTTPHeaderField: "Age").flatMap { Int64($0) } ?? 0
        self = age > 0 ? .cache(age: .seconds(age)) : .network
    }
}
