import Foundation
import Testing

@testable import FluxLoading

struct DiskUsageTests {
    @Test func fileThatReplacesAnotherCountsByItsGrowth() {
        var usage = DiskUsage(limit: 100)
        usage.list(totalSize: 95)
        for _ in 0..<2 {
            usage.write(5, replacing: 5)
            #expect(!usage.isSweepDue)
        }
        usage.write(6, replacing: 0)
        #expect(usage.isSweepDue)
    }

    @Test func filesAreListedAfterATenthOfTheLimitWasWritten() {
        var usage = DiskUsage(limit: 100)
        usage.list(totalSize: 95)
        usage.write(11, replacing: 11)
        #expect(usage.isSweepDue)
        usage.list(totalSize: 95)
        #expect(!usage.isSweepDue)
    }
}

struct DiskSweepTests {
    private let now = Date(timeIntervalSince1970: 100_000)

    private func file(_ name: String, size: Int, age: Double, kind: DiskFileName.Kind = .entry) -> DiskFile {
        DiskFile(name: name, kind: kind, size: size, used: now.addingTimeInterval(-age))
    }

    private func removed(_ files: [DiskFile], limit: Int, expiry: Duration? = nil) -> [String] {
        DiskSweep(sizeLimit: limit, expiry: expiry, now: now).plan(for: files).removed.map(\.name)
    }

    @Test func nothingIsRemovedWithinTheLimit() {
        let files = (0..<10).map { file("\($0)", size: 10, age: Double($0)) }
        #expect(removed(files, limit: 100) == [])
    }

    @Test func leastRecentlyUsedFilesAreRemovedDownToSeventyPercent() {
        let files = (0..<10).map { file("\($0)", size: 10, age: Double($0)) }
        let plan = DiskSweep(sizeLimit: 99, expiry: nil, now: now).plan(for: files.shuffled())
        #expect(plan.removed.map(\.name) == ["9", "8", "7", "6"])
        #expect(plan.totalSize == 60)
    }

    @Test func filesOfTheSameTimeAreRemovedInOrderOfTheirNames() {
        let files = ["c", "a", "b"].map { file($0, size: 10, age: 0) }
        #expect(removed(files, limit: 29) == ["a"])
    }

    @Test func expiredFilesAreRemovedAndDoNotCount() {
        let files = [file("old", size: 90, age: 61), file("new", size: 90, age: 60)]
        #expect(removed(files, limit: 100, expiry: .seconds(60)) == ["old"])
    }

    @Test func filesOfTheFutureAreTheFirstToBeRemoved() {
        // The clock was set back.
        let future = (0..<9).map { file("future \($0)", size: 10, age: -1e8) }
        let new = [file("a", size: 10, age: 1), file("b", size: 10, age: -30)]
        let removed = removed(future + new, limit: 100)
        #expect(removed == ["future 0", "future 1", "future 2", "future 3"])
        #expect(self.removed(future + new, limit: 1000, expiry: .seconds(60)).count == 9)
    }

    @Test func unfinishedFilesAreRemovedAfterAnHour() {
        let files = [
            file("running", size: 10, age: 3600, kind: .temporary),
            file("abandoned", size: 10, age: 3601, kind: .temporary),
        ]
        #expect(removed(files, limit: 1000) == ["abandoned"])
        #expect(removed(files, limit: 0) == ["abandoned"], "A process may still be writing the other.")
    }

    @Test func latestFileStaysIfItDoesNotExceedTheLimitAlone() {
        let files = [file("old", size: 30, age: 2), file("new", size: 80, age: 1)]
        #expect(removed(files, limit: 100) == ["old"])
        #expect(removed(files, limit: 80) == ["old"])
        #expect(removed(files, limit: 79) == ["old", "new"])
        let running = file("running", size: 10, age: 0, kind: .temporary)
        #expect(removed(files + [running], limit: 90) == ["old"])
        #expect(removed(files + [running], limit: 89) == ["old", "new"])
    }

    @Test func limitOfZeroKeepsNothing() {
        #expect(removed([file("a", size: 1, age: 0)], limit: 0) == ["a"])
    }

    @Test(arguments: [
        (String(repeating: "0a", count: 32), DiskFileName.Kind.entry),
        (DiskFileName.makeTemporary(for: String(repeating: "f9", count: 32)), .temporary),
        (String(repeating: "0A", count: 32), nil), ("notes.txt", nil), ("", nil),
        (String(repeating: "0a", count: 32) + ".txt", nil), (String(repeating: "0", count: 65), nil),
    ])
    func onlyFilesOfTheCacheAreRecognized(name: String, kind: DiskFileName.Kind?) {
        #expect(DiskFileName.kind(of: name) == kind)
    }
}
