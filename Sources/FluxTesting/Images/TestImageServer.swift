import FluxLoading
import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The server of ``TestImages``: instead of the bytes of an image it sends a token, by which the loader's
/// decoder finds the image.
final class TestImageServer<Image: Sendable>: DataLoading {
    private typealias Receive = @Sendable (DataEvent) -> Void
    typealias Answer = TestImageAnswer<Image>

    private struct State: Sendable {
        var delay: Duration
        var scripted: [URL: Answer] = [:]
        var answerToAll: Answer?
        var loads: [TestImageLoad] = []
        /// The receivers of the loads that are running, by their numbers.
        var receivers: [Int: Receive] = [:]
        /// The images that were sent, by their tokens.
        var images: [String: Image] = [:]
    }

    /// Cancels a load. Releasing it has no effect.
    private struct Load: Cancellable {
        let server: TestImageServer
        let index: Int

        func cancel() { withExtendedLifetime(server.finish(index, .cancelled)) {} }
    }

    private struct NotAnImage: Error, CustomStringConvertible {
        let description = "the test answers with bytes that are no image"
    }

    private let state: Locked<State>
    private let scheduler: VirtualTimeScheduler
    private let answer: @Sendable (URL) -> Answer
    private let isStoring = Locked(false)

    init(
        delay: Duration, scheduler: VirtualTimeScheduler, answer: @escaping @Sendable (URL) -> Answer
    ) {
        state = Locked(State(delay: delay))
        self.scheduler = scheduler
        self.answer = answer
    }

    var delay: Duration {
        get { state.withLock { $0.delay } }
        set { state.withLock { $0.delay = newValue } }
    }

    var loads: [TestImageLoad] { state.withLock { $0.loads } }

    // The old values are released outside the lock: a deinit may be the test's code.

    func script(_ answer: Answer, for url: URL) {
        withExtendedLifetime(state.withLock { $0.scripted.updateValue(answer, forKey: url) }) {}
    }

    func answerAll(with answer: Answer?) {
        let old = state.withLock { state in
            let old = state.answerToAll
            state.answerToAll = answer
            return old
        }
        withExtendedLifetime(old) {}
    }

    func answerRunning(_ url: URL, with answer: Answer) -> Int {
        let running = state.withLock { state in
            state.receivers.keys.filter { state.loads[$0].url == url }.sorted()
        }
        for index in running { send(answer, of: index) }
        return running.count
    }

    func load(_ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void) -> any Cancellable {
        let url = request.url ?? URL(filePath: "/")
        let start = scheduler.now
        let headers = request.allHTTPHeaderFields ?? [:]
        let (index, scripted, delay) = state.withLock { state in
            state.loads.append(TestImageLoad(url: url, headers: headers, start: start))
            let index = state.loads.count - 1
            state.receivers[index] = receive
            return (index, state.scripted[url] ?? state.answerToAll, state.delay)
        }
        let answer = scripted ?? answer(url)
        let time = answer.delay ?? delay
        if time <= .zero {
            send(answer, of: index)
        } else {
            scheduler.schedule(in: time) { [weak self] in self?.send(answer, of: index) }
        }
        return Load(server: self, index: index)
    }

    /// Keeps the images that are sent from now on as long as the process runs: their bytes may be on disk.
    func keepImages() { isStoring.withLock { $0 = true } }

    /// Returns the image whose bytes were received, or are on disk.
    func image(in data: Data) throws -> Image {
        let token = String(decoding: data, as: UTF8.self)
        guard let image = state.withLock({ $0.images[token] }) ?? TestImageStore.image(of: token) else {
            throw NotAnImage()
        }
        return image
    }

    private func send(_ answer: Answer, of index: Int) {
        switch answer.content {
        case .image(let image):
            let token = TestImageStore.nextToken()
            if isStoring.withLock({ $0 }) { TestImageStore.keep(image, of: token) }
            state.withLock { $0.images[token] = image }
            finish(index, .answered, sending: token)
        case .undecodable: finish(index, .answered, sending: "-")
        case .failure(let reason):
            guard let receive = finish(index, .failed) else { return }
            receive(.failed(LoadingError(url: loads[index].url, reason: reason)))
        case .silence: break
        }
    }

    private func finish(_ index: Int, _ outcome: TestImageLoad.Outcome, sending text: String) {
        guard let receive = finish(index, outcome) else { return }
        let data = Data(text.utf8)
        receive(
            .response(
                URLResponse(
                    url: loads[index].url, mimeType: nil, expectedContentLength: data.count,
                    textEncodingName: nil)))
        receive(.bytes(data))
        receive(.finished)
    }

    /// Ends a load.
    ///
    /// - Returns: Its receiver; `nil` if it has ended before.
    private func finish(_ index: Int, _ outcome: TestImageLoad.Outcome) -> Receive? {
        let now = scheduler.now
        return state.withLock { state in
            guard let receive = state.receivers.removeValue(forKey: index) else { return nil }
            state.loads[index].outcome = outcome
            state.loads[index].end = now
            return receive
        }
    }
}
