import Flux
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

/// Whole runs of the demo with other signals, from the middle, and through a window.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct TourTests {
    /// Runs the demo with 25 users on five pages, by default.
    private func run(_ arguments: String...) async throws -> RunRecorder {
        let recorder = RunRecorder()
        let options = try Options(["--users", "25", "--per-page", "6"] + arguments)
        try await Demonstration(options: options).run(printing: recorder)
        #expect(recorder.mismatch == nil)
        #expect(!recorder.hasDuplicates)
        return recorder
    }

    private func ids(_ count: Int) -> [Int] { (0..<count).map(UserDirectory(count: count).id) }

    @Test(arguments: [Trigger.Kind.scrolled, .pulled, .button], Options.Source.allCases)
    func everyTriggerShowsTheSameUsers(trigger: Trigger.Kind, source: Options.Source) async throws {
        let run = try await run("--trigger", trigger.rawValue, "--source", source.rawValue)
        #expect(run.summary?.ids == ids(25))
        #expect(run.rows.map(\.id) == ids(25))
        #expect(run.rows.allSatisfy { $0.image.isFinal })
        #expect(run.summary?.imageRequests == 25)
        #expect(run.summary?.repeatedRows == 1)
        #expect(run.failures == 1)
    }

    /// The first user, some in the middle, the last, and ids that no user has.
    @Test(arguments: [0, 1, 4, 26, 40, 64, 65, 9_999_999])
    func tourFromTheMiddleShowsTheWholeList(id: Int) async throws {
        let run = try await run("--start-at", "\(id)")
        #expect(run.summary?.ids == ids(25))
        #expect(run.rows.map(\.id) == ids(25))
        #expect(run.rows.allSatisfy { $0.image.isFinal })
    }

    @Test(arguments: [0, 1, 7])
    func tourFromTheMiddleOfAShortListShowsAll(users: Int) async throws {
        let run = try await run("--users", "\(users)", "--start-at", "9", "--max-rows", "3")
        #expect(run.summary?.ids == ids(users))
    }

    /// Started at row 15, the page before it has the first row of the third page, and the one before that the
    /// first row of the second.
    @Test func faultsAppearInPagesReadBackwards() async throws {
        let id = UserDirectory(count: 25).id(at: 15)
        let run = try await run("--start-at", "\(id)", "--trigger", "button")
        #expect(run.summary?.ids == ids(25))
        #expect(run.summary?.repeatedRows == 1)
        #expect(run.failures == 1)
    }

    /// Every trigger, and every source.
    @Test(arguments: [
        (Trigger.Kind.shown, Options.Source.keyset), (.scrolled, .offset), (.pulled, .page),
        (.button, .cursor),
    ])
    func windowKeepsFewRowsAndShowsAll(trigger: Trigger.Kind, source: Options.Source) async throws {
        let run = try await run(
            "--trigger", trigger.rawValue, "--source", source.rawValue, "--max-rows", "38", "--users", "50")
        #expect(run.summary?.ids == ids(50))
        #expect(run.mostRows <= 38)
        #expect(run.removedRows > 0)
        #expect(run.rows.map(\.id).starts(with: ids(6)))
        #expect(run.rows.allSatisfy { $0.image.isFinal })
    }

    @Test(arguments: Trigger.Kind.allCases)
    func windowAroundTheMiddleShowsAll(trigger: Trigger.Kind) async throws {
        let run = try await run(
            "--trigger", trigger.rawValue, "--max-rows", "38", "--start-at", "70", "--users", "50")
        #expect(run.summary?.ids == ids(50))
        #expect(run.removedRows > 0)
        #expect(run.rows.first?.id == 1)
    }

    @Test(arguments: ["shown", "pulled", "button", "scrolled"], ["1", "3"])
    func smallestWindowsOfSmallPagesShowAll(trigger: String, perPage: String) async throws {
        let run = try await run(
            "--trigger", trigger, "--max-rows", "1", "--per-page", perPage, "--users", "40")
        #expect(run.summary?.ids == ids(40))
        #expect(run.warnings == 1)
        #expect(run.removedRows > 0)
    }

    @Test func thresholdZeroScrollsBackByButton() async throws {
        let run = try await run("--threshold", "0", "--start-at", "40", "--max-rows", "12")
        #expect(run.summary?.ids == ids(25))
    }
}
