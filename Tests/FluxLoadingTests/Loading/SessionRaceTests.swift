import Dispatch
import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads that are cancelled while their task awaits an answer: to a redirect, or to a challenge. With Swift
/// 6.3 on Linux a process traps if a task is cancelled before the answer is handled.
@Suite(.prompt, .timeLimit(.minutes(1))) struct SessionRaceTests {
    /// A load, and what it has received.
    private final class Load: Sendable {
        private struct State {
            var received = Data()
            var hasEnded = false
        }

        let path: String
        private let ended: Turnstile
        private let faults: Log<String>
        private let state = Locked(State())

        init(_ path: String, ended: Turnstile, faults: Log<String>) {
            (self.path, self.ended, self.faults) = (path, ended, faults)
        }

        func receive(_ event: DataEvent, expecting body: Data) {
            switch event {
            case .response: break
            case .bytes(let bytes): state.withLock { $0.received += bytes }
            case .finished: end(state.withLock { $0.received == body } ? nil : "another body")
            case .failed(let error): end("\(error)")
            }
        }

        func end(_ fault: String? = nil) {
            let isFirst = state.withLock { state in
                defer { state.hasEnded = true }
                return !state.hasEnded
            }
            if let fault { faults.append("\(path): \(fault)") }
            if isFirst { ended.pass() }
        }
    }

    /// The loads to cancel, by the number of the request that the server has then received.
    private final class Cancellations: Sendable {
        private struct State {
            var requests = 0
            var due: [Int: [@Sendable () -> Void]] = [:]
        }

        private let state = Locked(State())

        func add(after requests: Int, _ cancel: @escaping @Sendable () -> Void) {
            state.withLock { $0.due[$0.requests + requests, default: []].append(cancel) }
        }

        func countRequest() {
            let due = state.withLock { state in
                state.requests += 1
                return state.due.removeValue(forKey: state.requests) ?? []
            }
            for cancel in due { DispatchQueue.global().async(execute: cancel) }
        }
    }

    /// Answers each challenge.
    private final class Password: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping AuthChallengeHandler
        ) {
            completionHandler(.useCredential, URLCredential(user: "a", password: "b", persistence: .none))
        }
    }

    private static let body = makeBody()

    private static func makeBody() -> Data {
        Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0) })
    }

    /// The body of a response. To make it takes a while, in which other threads of the test have no
    /// processor; with a sanitizer, it would take a hundred times as long.
    private static func bodyOfResponse() -> Data {
        ProcessInfo.processInfo.environment["FLUX_SANITIZE"] == nil ? makeBody() : body
    }

    @Test(arguments: Seeds.make(1))
    func cancelledLoadsDoNotDisturbOthers(seed: UInt64) async throws {
        let cancellations = Cancellations()
        let server = try EmbeddedServer { request in
            cancellations.countRequest()
            let redirects = Int(request.path.dropFirst()) ?? 0
            if redirects == 0, request.headers["Authorization"] == nil {
                return .failure(status: 401, message: "No password")
                    .with("WWW-Authenticate", "Basic realm=\"files\"")
            }
            return redirects > 0
                ? .redirect(to: "/\(redirects - 1)") : HTTPResponse(body: Self.bodyOfResponse())
        }
        let loader = URLSessionDataLoader(challengeDelegate: Password())
        var random = SeededGenerator(seed: seed)
        let ended = Turnstile()
        let faults = Log<String>()
        for number in 0..<400 {
            await ended.reached(number - 30)
            let load = Load("/\(random.number(below: 5))", ended: ended, faults: faults)
            let request = URLRequest(url: try server.url(load.path))
            let running = loader.load(request) { load.receive($0, expecting: Self.body) }
            guard random.chance(35) else { continue }
            cancellations.add(after: random.number(below: 30) + 1) {
                running.cancel()
                load.end()
            }
        }
        await ended.reached(400)
        #expect(faults.entries == [], "FLUX_SEED=\(seed)")
    }

    #if canImport(FoundationNetworking)
        @Test func redirectIsAnsweredUntilItsTaskIsRemoved() throws {
            let url = try #require(URL(string: "http://localhost/moved"))
            let response = try #require(
                HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: nil))
            let delegate = TransferDelegate(SessionQueue(), nil)
            let session = HTTPSession(
                .ephemeral, maximumBytes: 1, maximumRedirects: 1, mayRedirect: { _ in true }, deadline: nil,
                scheduler: VirtualTimeScheduler())
            let task = URLSession.shared.dataTask(with: url)
            let request = URLRequest(url: url)
            delegate.add(HTTPLoad(request, session, .queued) { _ in }, for: task, maximumBytes: 1)
            let answers = Box(0)
            let redirect = {
                delegate.urlSession(
                    .shared, task: task, willPerformHTTPRedirection: response, newRequest: request
                ) { if $0 == nil { answers.increment() } }
            }
            redirect()
            #expect(answers.value == 1)
            delegate.remove(task)
            redirect()
            #expect(answers.value == 1)
        }
    #endif
}
