import Foundation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Loops that continue at a checkpoint of an earlier one.
@Suite(.timeLimit(.minutes(1))) struct ResumedLoopTests {
    private let line = ServedNumbers(count: 95, perPage: 10)

    /// Encodes and decodes a checkpoint, as a program does between two runs.
    private func reread<Key: Codable>(_ checkpoint: PageCheckpoint<Key>) throws -> PageCheckpoint<Key> {
        try JSONDecoder().decode(PageCheckpoint<Key>.self, from: JSONEncoder().encode(checkpoint))
    }

    @Test(arguments: [0, 1, 3])
    func pagesContinueWhereTheyWereLeft(prefetch: Int) async throws {
        var saved: PageCheckpoint<Int>?
        var items: [Int] = []
        var runs = 0
        while saved?.isEnd != true {
            runs += 1
            var pages = 0
            for try await page in line.pages(prefetch: prefetch, resumingAt: saved) {
                items += page.items
                saved = try reread(page.checkpoint)
                pages += 1
                if pages == 4 { break }
            }
        }
        #expect(items == Array(0..<95))
        #expect(runs == 3)
    }

    @Test(arguments: [0, 1])
    func itemsContinueAfterTheLastCheckpoint(prefetch: Int) async throws {
        var saved: PageCheckpoint<Int>?
        var items: [Int] = []
        for try await (item, checkpoint) in line.items(prefetch: prefetch).withCheckpoints() {
            if item == 47 { break }
            items.append(item)
            if let checkpoint { saved = try reread(checkpoint) }
        }
        #expect(saved == PageCheckpoint(before: 40))
        items.removeSubrange(40...)
        for try await item in line.items(prefetch: prefetch, resumingAt: saved) { items.append(item) }
        #expect(items == Array(0..<95))
    }

    @Test func onlyTheLastItemOfAPageHasACheckpoint() async throws {
        var checkpoints: [Int: PageCheckpoint<Int>] = [:]
        for try await (item, checkpoint) in line.items().withCheckpoints() { checkpoints[item] = checkpoint }
        #expect(checkpoints.keys.sorted() == [9, 19, 29, 39, 49, 59, 69, 79, 89, 94])
        #expect(checkpoints[9]?.next == 10)
        #expect(checkpoints[94]?.isEnd == true)
    }

    /// A file of something else would count as the end, and the export as complete.
    @Test(arguments: [#"{"offset":10}"#, #"{"position":{"next":3}}"#, "3", "[]", #"{"next":"3"}"#])
    func otherDataIsNoCheckpoint(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PageCheckpoint<Int>.self, from: Data(json.utf8))
        }
    }

    @Test(arguments: [
        ("{}", nil), (#"{"next":null}"#, nil), (#"{"next":3}"#, 3), (#"{"next":3,"other":1}"#, 3),
    ])
    func checkpointIsRead(json: String, next: Int?) throws {
        let checkpoint = try JSONDecoder().decode(PageCheckpoint<Int>.self, from: Data(json.utf8))
        #expect(checkpoint.next == next)
        #expect(try reread(checkpoint) == checkpoint)
        let list = try PropertyListEncoder().encode(checkpoint)
        #expect(try PropertyListDecoder().decode(PageCheckpoint<Int>.self, from: list) == checkpoint)
    }

    @Test func endOfTheListLoadsNothing() async throws {
        let end = try reread(PageCheckpoint<Int>(before: nil))
        for try await _ in line.pages(prefetch: 2, resumingAt: end) { Issue.record("There is no page left.") }
        for try await _ in line.items(prefetch: 2, resumingAt: end) { Issue.record("There is no item left.") }
        #expect(line.requests == [])
    }

    @Test func startOfTheListIsNoCheckpoint() async throws {
        for try await _ in line.pages(resumingAt: nil) { break }
        #expect(line.requests == [.refresh])
    }

    @Test func continuedListDoesNotGoBackAtItsEnd() async throws {
        // Where a two-way list begins with an empty page, it begins with the items before it: here they were
        // read by the loop that was left.
        let source = KeysetPages(by: \Int.self, perPage: 5) { since, perPage in
            Array(((since ?? -1) + 1..<10).prefix(perPage))
        } before: { id, perPage in
            Array((0..<id).suffix(perPage))
        }
        var items: [Int] = []
        for try await item in source.items(resumingAt: PageCheckpoint(before: .after(4))) {
            items.append(item)
        }
        #expect(items == [5, 6, 7, 8, 9])
        for try await item in source.items(resumingAt: PageCheckpoint(before: .after(9))) {
            items.append(item)
        }
        #expect(items == [5, 6, 7, 8, 9])
    }

    @Test func failureOfAPageLeavesTheCheckpointBeforeIt() async throws {
        let source = ScriptedPages<Int>()
        let items = source.items(prefetch: 1).withCheckpoints().publisher.probe()
        source.answer(.rows(0..<2))
        source.fail()
        #expect(items.failure as? TestError == .offline)
        #expect(items.values.last?.checkpoint == PageCheckpoint(before: 2))
    }

    @Test func linkWithASecretIsNotEncoded() throws {
        let url = try #require(URL(string: "https://example.com/users?page=2&access_token=s3cr3t"))
        let checkpoint = PageCheckpoint(before: url)
        let error = #expect(throws: (any Error).self) { try JSONEncoder().encode(checkpoint) }
        #expect("\(String(describing: error))".contains("access_token"))
        #expect(!"\(String(describing: error))".contains("s3cr3t"))
    }

    @Test func keysOfOtherSourcesAreEncoded() throws {
        #expect(try reread(PageCheckpoint<KeysetKey<Int>>(before: 500)).next == .after(500))
        #expect(try reread(PageCheckpoint<PageOffset>(before: 60)).next == PageOffset(60))
        #expect(try reread(PageCheckpoint(before: "b3BhcXVl")).next == "b3BhcXVl")
    }
}
