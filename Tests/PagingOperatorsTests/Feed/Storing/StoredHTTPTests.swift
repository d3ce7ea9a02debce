@testable import FluxLoading
import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Lists over HTTP that are stored between sessions, with a real folder and real queues.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct StoredHTTPTests {
    private struct Row: Codable, Identifiable, Equatable {
        let id: Int
    }

    private let folder = TemporaryFolder()
    private let shape = ShapedAPI(shape: .pages, count: 25, size: 10)

    private func store() -> PageStore { PageStore(folder.url) }

    private func makeServer(intercept: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil })
        throws -> EmbeddedServer
    {
        let shape = shape
        return try EmbeddedServer { intercept($0) ?? shape.respond(to: $0) }
    }

    /// Scrolls a list until it is at rest at its end or has failed, and returns its states.
    ///
    /// - Parameter rowLimit: The number of rows from which on no more are loaded.
    private func scroll(
        _ url: URL, in store: PageStore, validFor duration: Duration = .zero, upTo rowLimit: Int = .max
    ) async -> [ViewState<Row>] {
        let signals = PassthroughSubject<ListSignal, Never>()
        let pages = HTTPPages<Row>(url).stored(in: store, as: "list", validFor: duration)
        var states: [ViewState<Row>] = []
        for await state in signals.paginate(threshold: 5, from: pages).values {
            states.append(state)
            if state.isLoading || state.isPaging { continue }
            if state.error != nil || !state.hasMore || state.items.count >= rowLimit { break }
            signals.send(.loadMore)
        }
        await store.flush()
        return states
    }

    @Test func listIsShownWithTheServerGone() async throws {
        let server = try makeServer()
        let url = try server.url("/list")
        let first = await scroll(url, in: store())
        #expect(first.last?.items.map(\.id) == Array(0..<25))
        #expect(!first.contains { $0.isStored })
        server.stop()
        let offline = await scroll(url, in: store())
        let last = try #require(offline.last)
        #expect(last.items.map(\.id) == Array(0..<25))
        #expect(last.isStored)
        #expect(last.append.isEnd)
        #expect(last.total == 25)
        #expect(!offline.contains { $0.phase == .failed })
        let error = try #require(last.refresh.error as? HTTPPageError)
        #expect("\(error)".contains("127.0.0.1"))
    }

    @Test func rowsPrecedeAFailureThatIsThereAtOnce() async {
        let signals = PassthroughSubject<ListSignal, Never>()
        let lists = store()
        let saved = CountingPages(count: 10, perPage: 10).stored(in: lists, as: "numbers")
        for await state in signals.paginate(threshold: 5, from: saved).values where !state.items.isEmpty {
            break
        }
        await lists.flush()
        let failing = ClosurePages { (_: PageRequest<Int>) in
            Fail<Page<Int, Int>, TestError>(error: .offline)
        }
        var offline: [ViewState<Int>] = []
        let feed = signals.paginate(threshold: 5, from: failing.stored(in: store(), as: "numbers"))
        for await state in feed.values {
            offline.append(state)
            if state.error != nil { break }
        }
        #expect(offline.map(\.phase).contains(.failed) == false)
        #expect(offline.last?.items.map { $0 } == Array(0..<10))
        #expect(offline.last?.isStored == true)
    }

    @Test func storedKeysGoOnWhereTheListWas() async throws {
        let server = try makeServer()
        let url = try server.url("/list")
        _ = await scroll(url, in: store(), upTo: 10)
        #expect(server.requests.count == 1)
        let next = await scroll(url, in: store(), validFor: .seconds(3600))
        #expect(next.last?.items.map(\.id) == Array(0..<25))
        #expect(next.last?.isStored == true)
        // Nothing is detected anew, and the first page is not requested.
        #expect(server.requests.map(\.target) == ["/list", "/list?page=2", "/list?page=3"])
    }

    @Test func changedListArrivesAsADifference() async throws {
        let hasChanged = Box(false)
        let server = try makeServer { _ in
            let changed = "{\"items\":[{\"id\":100},{\"id\":0},{\"id\":2}],\"total\":3,\"page\":1}"
            return hasChanged.value ? .text(changed) : nil
        }
        let url = try server.url("/list")
        _ = await scroll(url, in: store(), upTo: 10)
        hasChanged.value = true
        let signals = PassthroughSubject<ListSignal, Never>()
        // So that the store is read first.
        let pages = HTTPPages<Row>(url).stored(in: store(), as: "list", validFor: .seconds(3600))
        var states: [ViewState<Row>] = []
        for await state in signals.paginate(threshold: 5, from: pages).values where !state.isLoading {
            states.append(state)
            if !state.isStored { break }
            signals.send(.refresh)
        }
        #expect(states.map { $0.items.map(\.id) } == [Array(0..<10), [100, 0, 2]])
        #expect(states.last?.change == RowChange(removed: [1..<2, 3..<10], inserted: [0..<1]))
    }
}
