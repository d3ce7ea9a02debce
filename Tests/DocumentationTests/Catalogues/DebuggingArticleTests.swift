import Flux
import FluxTesting
import FluxTimeline
import Foundation
import TestSupport
import Testing

/// The code and the lines of the article about debugging: each symptom is produced in virtual time.
struct DebuggingArticleTests {
    private let clock = VirtualTimeScheduler()
    private let lines = Log<String>()

    /// Checks that a line was written, and is printed in the article.
    private func expectArticle(
        hasLine line: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(lines.entries.contains(line), "\(lines.entries)", sourceLocation: sourceLocation)
        let article = try SourceFile.all(in: "Sources/PagingOperators/PagingOperators.docc", kind: "md")
            .first { $0.path.hasSuffix("/Debugging-a-list.md") }
        #expect(article?.lines.contains { $0 == line } == true, sourceLocation: sourceLocation)
    }

    private func makeList(
        _ pages: TestPages<Int, Int>, isLazy: Bool = true
    ) -> ListSimulator<Int> {
        let write: @Sendable (String) -> Void = { [lines] in lines.append($0) }
        return ListSimulator(viewport: isLazy ? 10 : 1000, scheduler: clock) { [clock] signals in
            signals.paginate(threshold: 5, from: pages).log("users", scheduler: clock, to: write)
        }
    }

    @Test func logOfARun() throws {
        let users = TestPages(Array(0..<60), perPage: 20, delay: .milliseconds(200), scheduler: clock)
        let write: @Sendable (String) -> Void = { [lines] in lines.append($0) }
        // snippet: begin
        let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: users).log("users", scheduler: clock, to: write)
        }
        list.runUntilIdle()
        list.scroll(by: 6)
        // snippet: end
        list.runUntilIdle()
        for line in lines.entries.prefix(5) { try expectArticle(hasLine: line) }
        try expectArticle(hasLine: "users 0.200  row 9 in view")
        try expectArticle(hasLine: "users 0.200  no next page needed: 10 rows beyond, threshold 5")
        try expectArticle(hasLine: "users 0.200  row 15 in view")
        try expectArticle(hasLine: "users 0.200  page 1 requested (append, load 2)")
    }

    @Test func feedWithALog() {
        let signals = PassthroughSubject<ListSignal, Never>()
        let users = TestPages(Array(0..<60), perPage: 20, scheduler: clock)
        // snippet: begin
        let feed = signals.paginate(threshold: 5, from: users).log("users")
        // snippet: end
        _ = feed
    }

    @Test func feedsAndModelsOfTheComments() {
        let signals = PassthroughSubject<ListSignal, Never>()
        let users = TestPages([User](), perPage: 20, scheduler: clock)
        do {
            // snippet: begin
            let feed = signals.paginate(threshold: 5, from: users).dedupe(by: \.id)
            let events = feed.events.sink { event in print(event) }
            // snippet: end
            events.cancel()
        }
        do {
            // snippet: begin
            let feed = signals.paginate(threshold: 5, from: users).log("users").dedupe(by: \.id)
            // snippet: end
            _ = feed
        }
    }

    @MainActor @Test func eventsOfAModel() {
        let model = PagingModel(
            threshold: 5, from: TestPages([User](), perPage: 20, scheduler: clock))
        // snippet: begin
        let log = model.events.sink { event in print(event) }
        // snippet: end
        log.cancel()
    }

    @Test func timelineOfARun() {
        let signals = PassthroughSubject<ListSignal, Never>()
        let users = TestPages([User](), perPage: 20, scheduler: clock)
        let avatars = ImageLoader<Data> { $0 }
        let write = { () throws in
            // snippet: begin
            let timeline = Timeline()
            let feed = signals.recorded(in: timeline, as: "signals")
                .paginate(threshold: 5, from: users)
                .recorded(in: timeline, as: "users")
            timeline.record(avatars, as: "avatars")

            try timeline.write(to: URL(filePath: "run.html"))
            // snippet: end
            _ = feed
        }
        // Compiled only: the file would be in the working folder.
        _ = write
    }

    @Test func eventsThatAreCounted() {
        let signals = PassthroughSubject<ListSignal, Never>()
        let users = TestPages(Array(0..<60), perPage: 20, scheduler: clock)
        let failures = Log<String>()
        // snippet: begin
        let feed = signals.paginate(threshold: 5, from: users)
        let events = feed.events.sink { event in
            if case .failed(let error) = event.kind { failures.append("\(error)") }
        }
        // snippet: end
        users.failAll()
        let list = feed.sink { _ in }
        #expect(failures.entries.count == 1)
        list.cancel()
        events.cancel()
    }

    @Test func nothingIsLoadedWhileTheListIsScrolled() throws {
        let list = makeList(TestPages(Array(0..<60), perPage: 20, scheduler: clock))
        list.scroll(by: 2)
        try expectArticle(hasLine: "users 0.000  no next page needed: 8 rows beyond, threshold 5")
    }

    @Test func listStopsAfterAFailure() throws {
        let pages = TestPages(Array(0..<60), perPage: 20, scheduler: clock)
        let list = makeList(pages)
        pages.failAll()
        list.scroll(by: 9)
        list.scroll(by: -2)
        list.scroll(by: 2)
        #expect(
            lines.entries.contains {
                $0.hasPrefix("users 0.000  no next page needed: held until a retry, since it failed: ")
            })
        let line = try #require(lines.entries.first { $0.contains("held until a retry") })
        try expectArticle(hasLine: line)
    }

    @Test func spinnerStays() throws {
        let pages = TestPages(Array(0..<60), perPage: 20, scheduler: clock)
        let write: @Sendable (String) -> Void = { [lines] in lines.append($0) }
        pages.failAll(with: HTTPUnavailable())
        let users = pages.retry(.constant(.seconds(30), attempts: 3), scheduler: clock)
        let list = ListSimulator(viewport: 10, scheduler: clock) { [clock] signals in
            signals.paginate(threshold: 5, from: users).log("users", scheduler: clock, to: write)
        }
        try expectArticle(
            hasLine: "users 0.000  load 1: attempt 1 failed, retries after 30 s: status 503")
        list.wait(.seconds(1))
    }

    @Test func listEndsTooEarly() throws {
        let pages = TestPages<Int, Int>(scheduler: clock) { _ in .page(Page(Array(0..<20), next: nil)) }
        let list = makeList(pages)
        list.scroll(by: 10)
        try expectArticle(hasLine: "users 0.000  load 1: 20 items loaded, 20 rows, the last page")
        try expectArticle(hasLine: "users 0.000  no next page needed: the list ends there")
    }

    @Test func wholeListIsLoadedAtOnce() throws {
        let list = makeList(TestPages(Array(0..<60), perPage: 20, scheduler: clock), isLazy: false)
        list.runUntilIdle()
        try expectArticle(hasLine: "users 0.000  row 19 in view")
        try expectArticle(hasLine: "users 0.000  row 39 in view")
        try expectArticle(hasLine: "users 0.000  page 2 requested (append, load 3)")
    }
}

private struct HTTPUnavailable: TransientError, CustomStringConvertible {
    var isTransient: Bool { true }
    var description: String { "status 503" }
}
