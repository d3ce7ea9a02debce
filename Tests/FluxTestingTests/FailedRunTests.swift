import Flux
import FluxTimeline
import Foundation
import TestSupport
import Testing

@testable import FluxTesting

/// The picture of a failed test.
struct FailedRunTests {
    @Test func timelineOfASimulatedListHasItsLoads() throws {
        let clock = VirtualTimeScheduler()
        let pages = TestPages(Array(0..<60), perPage: 20, delay: .milliseconds(200), scheduler: clock)
        let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: pages)
        }
        list.runUntilIdle()
        list.scroll(by: 8)
        list.runUntilIdle()
        #expect(list.timeline.html().contains("2 loads"))
        let folder = FileManager.default.temporaryDirectory
        let file = try #require(FailedRun.write(list.timeline, of: "list", to: folder))
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try String(contentsOf: file, encoding: .utf8).contains("list: pages"))
    }

    @Test func folderThatDoesNotExistIsNoFailureOfItsOwn() {
        let folder = URL(filePath: "/nowhere/at all")
        #expect(FailedRun.write(Timeline(), of: "list", to: folder) == nil)
    }
}
