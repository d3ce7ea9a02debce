import Flux
import Testing

@testable import Demo

/// Whole runs of the demo with other signals, from the middle, and through a window.
@Suite(.timeLimit(.minutes(5)))
struct TourTests {
    /// Runs the demo with 45 users on five pages, unless told otherwise.
    private func run(_ arguments: String...) async throws -> RunRecorder {
        let recorder = RunRecorder()
        let options = try Options(["--users", "45", "--per-page", "10"] + arguments)
        try await Demonstration(options: options).run(printing: recorder)
        #expect(recorder.screen.wasRight)
        #expect(!recorder.hasDuplicates)
        return recorder
    }

    private func ids(_ count: Int) -> [Int] { (0..<count).map(UserDirectory(count: count).id) }

    @Test(arguments: [Trigger.Kind.scrolled, .pulled, .button], Options.Source.allCases)
    func everyKindOfSignalShowsTheSameUsers(trigger: Trigger.Kind, source: Options.Source) async throws {
        let run = try await run("--trigger", trigger.rawValue, "--source", source.rawValue)
        #expect(run.summary?.ids == ids(45))
        #expect(run.screen.rows.map(\.id) == ids(45))
        #expect(run.screen.rows.allSatisfy { $0.image.isFinal })
        #expect(run.summary?.imageRequests == 45)
        #expect(run.summary?.repeatedRows == 1)
        #expect(run.failures == 1)
    }

    /// The first user, some in the middle, the last, and ids that nobody has.
    @Test(arguments: [0, 1, 4, 40, 67, 98, 119, 120, 9_999_999])
    func startsAnywhereAndSeesTheWholeList(id: Int) async throws {
        let run = try await run("--start-at", "\(id)")
        #expect(run.summary?.ids == ids(45))
        #expect(run.screen.rows.map(\.id) == ids(45))
        #expect(run.screen.rows.allSatisfy { $0.image.isFinal })
    }

    @Test(arguments: [0, 1, 7])
    func startsInAShortList(users: Int) async throws {
        let run = try await run("--users", "\(users)", "--start-at", "9", "--max-rows", "3")
        #expect(run.summary?.ids == ids(users))
    }

    /// Started at row 25, the page before it has the first row of the third page, and the one before that the first
    /// row of the second.
    @Test func pagesThatAreReadBackwardsAreFaultyToo() async throws {
        let id = UserDirectory(count: 45).id(at: 25)
        let run = try await run("--start-at", "\(id)", "--trigger", "button")
        #expect(run.summary?.ids == ids(45))
        #expect(run.summary?.repeatedRows == 1)
        #expect(run.failures == 1)
    }

    @Test(arguments: Trigger.Kind.allCases, Options.Source.allCases)
    func aWindowKeepsFewRowsAndShowsThemAll(trigger: Trigger.Kind, source: Options.Source) async throws {
        let run = try await run(
            "--trigger", trigger.rawValue, "--source", source.rawValue, "--max-rows", "42", "--users", "65")
        #expect(run.summary?.ids == ids(65))
        #expect(run.mostRows <= 42)
        #expect(run.removedRows > 0)
        #expect(run.screen.rows.map(\.id).starts(with: ids(10)))
        #expect(run.screen.rows.allSatisfy { $0.image.isFinal })
    }

    @Test(arguments: Trigger.Kind.allCases)
    func aWindowOnBothSidesOfTheMiddle(trigger: Trigger.Kind) async throws {
        let run = try await run(
            "--trigger", trigger.rawValue, "--max-rows", "42", "--start-at", "121", "--users", "95")
        #expect(run.summary?.ids == ids(95))
        #expect(run.removedRows > 0)
        #expect(run.screen.rows.first?.id == 1)
    }

    @Test(arguments: ["shown", "pulled", "button"], ["1", "3"])
    func theSmallestWindowsOfSmallPages(trigger: String, perPage: String) async throws {
        let run = try await run(
            "--trigger", trigger, "--max-rows", "1", "--per-page", perPage, "--users", "25")
        #expect(run.summary?.ids == ids(25))
        #expect(run.removedRows > 0)
    }

    @Test func rowsThatLoadNothingAreScrolledBackByAButton() async throws {
        let run = try await run(
            "--threshold", "0", "--start-at", "100", "--max-rows", "40", "--per-page", "10")
        #expect(run.summary?.ids == ids(95))
    }
}
