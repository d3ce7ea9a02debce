import Flux
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

/// The whole demo, but for the printing.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct DemonstrationTests {
    /// A run with its options, and what it has to come to.
    struct Run: Sendable, CustomTestStringConvertible {
        var source: Options.Source
        var users: Int
        var perPage = 30
        var threshold = 5
        var hasFaults = true

        var arguments: [String] {
            [
                "--source", source.rawValue, "--users", "\(users)", "--per-page", "\(perPage)",
                "--threshold", "\(threshold)",
            ] + (hasFaults ? [] : ["--no-faults"])
        }

        var testDescription: String { arguments.joined(separator: " ") }

        /// As many rows as the server puts into a page.
        private var size: Int { min(perPage, 100) }

        /// Where only an empty page ends the list, it takes one more request.
        var pageRequests: Int {
            let pages = (users + size - 1) / size
            let failures = hasFaults && users > 2 * size ? 1 : 0
            switch source {
            case .keyset, .offset: return pages + 1 + failures
            case .page, .cursor: return max(1, pages) + failures
            }
        }

        var ids: [Int] { (0..<users).map(UserDirectory(count: users).id) }
    }

    /// Every source over several pages with all faults; the ends and odd sizes over one source or two.
    static let runs: [Run] =
        Options.Source.allCases.flatMap { source in [61, 95].map { Run(source: source, users: $0) } }
        + [0, 1, 30, 31].map { Run(source: .keyset, users: $0) }
        + [
            Run(source: .page, users: 0), Run(source: .page, users: 30),
            Run(source: .cursor, users: 61, hasFaults: false),
            Run(source: .offset, users: 31, hasFaults: false),
            Run(source: .keyset, users: 61, threshold: 0),
            Run(source: .offset, users: 0, threshold: 0, hasFaults: false),
            Run(source: .page, users: 61, threshold: 200),
            Run(source: .cursor, users: 31, perPage: 1),
            Run(source: .keyset, users: 7, perPage: 1, threshold: 0, hasFaults: false),
            Run(source: .page, users: 101, perPage: 120),
            Run(source: .keyset, users: 31, perPage: 1_000_000),
        ]

    @Test(arguments: runs)
    func everyUserIsShownOnceAndInOrder(run: Run) async throws {
        let recorder = RunRecorder()
        try await Demonstration(options: Options(run.arguments)).run(printing: recorder)
        let summary = try #require(recorder.summary)
        #expect(summary.ids == run.ids)
        #expect(summary.pageRequests == run.pageRequests)
        #expect(summary.imageRequests == run.users)
        #expect(recorder.mismatch == nil)
        #expect(recorder.rows.map(\.id) == run.ids)

        let failures = recorder.failures
        #expect(failures == (run.hasFaults && run.users > 2 * min(run.perPage, 100) ? 1 : 0))
        let broken = recorder.rows.indices.filter { recorder.rows[$0].image.error != nil }
        #expect(broken == (run.hasFaults && run.users > 6 ? [6] : []))
    }

    /// The server caps pages at 100 and repeats a row: two pages have 201 rows, but not all of the 201 users.
    @Test func cappedPageWithARepeatedRowIsNotTakenForTheLast() async throws {
        let run = Run(source: .page, users: 201, perPage: 200)
        let recorder = RunRecorder()
        try await Demonstration(options: Options(run.arguments)).run(printing: recorder)
        #expect(recorder.summary?.ids == run.ids)
    }

    @Test func jsonLinesHaveTheSameKeys() async throws {
        let lines = Log<String>()
        let options = try Options(["--json"])
        try await Demonstration(options: options).run(printing: JSONPrinter<UserRow> { lines.append($0) })
        let objects = try lines.entries.map(JSONLine.read)
        for (seq, line) in objects.dropLast().enumerated() {
            #expect(Set(line.keys) == JSONLine.keys)
            #expect(line["seq"] as? Int == seq)
            let isFailed = ["refresh", "prepend", "append"].contains { line[$0] as? String == "failed" }
            #expect((line["error"] is String) == isFailed)
            #expect((line["error"] is NSNull) == !isFailed)
        }
        #expect(objects.dropLast().contains { $0["error"] is String })
        let requests = objects.dropLast().flatMap { $0["requests"] as? [[String: Any]] ?? [] }
        for event in ["started", "loaded", "failed"] {
            let count = ["started": 6, "loaded": 5, "failed": 1][event]
            #expect(requests.count { $0["event"] as? String == event } == count)
        }
        let times = objects.dropLast().compactMap { $0["time"] as? Double }
        #expect(times.count == objects.count - 1 && times == times.sorted())
        let last = try #require(objects.last)
        #expect(Set(last.keys) == ["done", "rows", "ids", "repeated", "requests"])
        #expect(last["repeated"] as? Int == 1)
        #expect(last["done"] as? Bool == true)
        #expect(last["rows"] as? Int == 95)
        #expect(last["ids"] as? [Int] == (0..<95).map(UserDirectory(count: 95).id))
        #expect(last["requests"] as? [String: Int] == ["pages": 6, "images": 95])
        let images = try #require(objects.dropLast().last?["images"] as? [String: Int])
        #expect(images == ["loading": 0, "loaded": 94, "failed": 1])
    }

    @Test func textEndsWithASummary() async throws {
        let lines = Log<String>()
        let printer = TextPrinter<UserRow>(width: 80, usesColor: false) { lines.append($0) }
        try await Demonstration(options: try Options()).run(printing: printer)
        let end = lines.entries.suffix(2).joined(separator: " ")
        #expect(
            end.hasPrefix(
                "95 users, 1 repeated and dropped; 6 page requests, 1 failed and retried; 95 avatar requests; "
            ))
        // The pages are the story, not the avatars.
        #expect(lines.entries.count < 40)
        for line in lines.entries { #expect(line.terminalColumns <= 80) }
        #expect(lines.entries.contains { $0.contains("avatar broken, fallback shown") })
    }

    @Test func optionChoosesThePrinter() throws {
        let json: any StatePrinter<UserRow> = try Options(["--json"]).makePrinter()
        let text: any StatePrinter<UserRow> = try Options(["--verbose"]).makePrinter()
        #expect(json is JSONPrinter<UserRow>)
        #expect(text is TextPrinter<UserRow>)
    }
}
