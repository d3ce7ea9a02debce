import Flux
import FluxTesting
import Foundation
import Observation
import Synchronization
import TestSupport
import Testing

// snippet: begin
@MainActor @Observable
final class UserSearch {
    @ObservationIgnored let query = PassthroughSubject<String, Never>()
    let results: PagingModel<User>

    init(_ github: GitHub, scheduler: any Scheduler = DispatchQueue.main) {
        let sources =
            query
            .debounce(for: .milliseconds(300), scheduler: scheduler)
            .removeDuplicates()
            .map { query in
                KeysetPages(by: \User.id, perPage: 30) { since, perPage in
                    try await github.users(named: query, since: since, perPage: perPage)
                }
            }
        results = PagingModel { signals in signals.paginate(threshold: 5, from: sources).dedupe(by: \.id) }
        results.loadInitial()
    }
}
// snippet: end

/// The code of the article about search lists.
@Suite(.timeLimit(.minutes(1)))
struct SearchListArticleTests {
    @MainActor @Test func resultsAreThoseOfTheQuery() async throws {
        let clock = VirtualTimeScheduler()
        let search = UserSearch(GitHub(users: 1...200), scheduler: clock)
        var shown = search.results.state
        for query in ["1", "19"] {
            search.query.send(query)
            await clock.advance(by: .seconds(1))
            while search.results.isLoading || search.results.state.items.first == shown.items.first {
                await Task.yield()
            }
            shown = search.results.state
        }
        #expect(search.results.items.map(\.id) == [19] + Array(190...199))
    }

    @Test func onlyTheLastQueryIsRequested() throws {
        let words = ["sparrow", "starling", "swallow", "swan", "swift", "stork"]
        // snippet: begin
        let clock = VirtualTimeScheduler()
        let queries = PassthroughSubject<String, Never>()
        let requested = Mutex<[String]>([])
        let list = ListSimulator(viewport: 4, scheduler: clock) { signals in
            signals.paginate(
                threshold: 2,
                from: queries.debounce(for: .milliseconds(300), scheduler: clock).map { query in
                    requested.withLock { $0.append(query) }
                    let found = words.filter { $0.hasPrefix(query) }
                    return TestPages(found, perPage: 5, delay: .milliseconds(100), scheduler: clock)
                })
        }
        queries.send("s")
        queries.send("sw")
        list.wait(.seconds(1))
        #expect(requested.withLock { $0 } == ["sw"])
        #expect(list.frame.items == ["swallow", "swan", "swift"])
        // snippet: end
        try list.checkChanges()
    }

    @Test func feedOfAPublisherOfSources() {
        let signals = PassthroughSubject<ListSignal, Never>()
        let queries = PassthroughSubject<String, Never>()
        // snippet: begin
        let results = signals.paginate(
            threshold: 5,
            from: queries.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main).map {
                SearchPages($0)
            })
        // snippet: end
        let sink = results.sink { _ in }
        sink.cancel()
    }

    @MainActor @Test func modelOfAPublisherOfSources() {
        let queries = CurrentValueSubject<String, Never>("flux")
        // snippet: begin
        let results = PagingModel(threshold: 5, from: queries.map { SearchPages($0) })
        // snippet: end
        results.loadInitial()
        #expect(Array(results.items) == ["flux 0", "flux 1"])
    }
}

private struct SearchPages: PageSource {
    typealias Item = String

    let query: String

    init(_ query: String) {
        self.query = query
    }

    func page(for request: PageRequest<Int>) -> Just<Page<Int, String>> {
        Just(Page(["\(query) 0", "\(query) 1"], next: nil))
    }
}

extension GitHub {
    fileprivate func users(named name: String, since: Int?, perPage: Int) async throws -> [User] {
        let all = try await users(since: since, perPage: .max)
        return Array(all.filter { $0.login.hasPrefix("user \(name)") }.prefix(perPage))
    }
}
