import FluxLoading
import Foundation
import LoopbackServer
import PagingOperators
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A list over HTTP whose server answers by a script, and the source that a client makes of it.
///
/// Loads that would last have their deadline at once: the client's time is virtual.
struct HostileList {
    struct Row: Decodable, Identifiable, Sendable {
        let id: Int
    }

    private static let deadline = Duration.seconds(30)

    let server: EmbeddedServer
    let source: HTTPPages<Row>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - shape: The form of the list of 25 items.
    ///   - answers: The answers to the first requests but those that redirects lead to; `nil` for a page.
    ///   - fault: A fault of the list.
    init(_ shape: ListShape, _ answers: [HostileAnswer?], fault: ListFault? = nil) throws {
        let list = ListService(count: 25, as: shape, fault: fault)
        let script = Locked(answers[...])
        let gate = ResponseGate()
        let time = VirtualTimeScheduler()
        server = try EmbeddedServer { request in
            let page = list.respond(to: request)
            if request.query[HostileAnswer.circleName] != nil {
                return HostileAnswer.circle.response(to: request, page, gate)
            }
            if request.query[HostileAnswer.movedName] != nil { return page }
            guard let answer = script.withLock({ $0.popFirst() ?? nil }) else { return page }
            // The request has arrived, so that its load has a deadline.
            switch answer {
            case .stalled, .dripping: time.advance(by: Self.deadline)
            case .stalledBody:
                // Not at the priority of other tests, which would all run first.
                Task(priority: .high) {
                    await gate.reached()
                    await time.advance(by: Self.deadline)
                }
            default: break
            }
            return answer.response(to: request, page, gate)
        }
        let loader = URLSessionDataLoader(
            maximumBytes: 256 * 1024, maximumRedirects: 3, deadline: Self.deadline, scheduler: time)
        source = HTTPPages(
            try server.url("/the/list"), next: shape == .since ? .keyset() : .detected, loader: loader)
    }

    /// Scrolls to the end, and retries each failure.
    ///
    /// - Parameter maximumRetries: The number of failures that are retried.
    /// - Returns: The ids of the last state's rows, and the failures.
    func scroll(maximumRetries: Int = 0) async -> (ids: [Int], failures: [any Error]) {
        let signals = PassthroughSubject<ListSignal, Never>()
        var failures: [any Error] = []
        var ids: [Int] = []
        for await state in signals.paginate(threshold: 5, from: source).dedupe(by: \.id).values {
            ids = state.items.map(\.id)
            if state.isLoading || state.isPaging { continue }
            if let error = state.error {
                failures.append(error)
                if failures.count > maximumRetries { break }
                signals.send(.retry)
            } else if state.hasMore {
                signals.send(.loadMore)
            } else {
                break
            }
        }
        return (ids, failures)
    }
}
