import Flux
import FluxTimeline
import Foundation
import TestSupport
import Testing

@testable import FluxTesting

/// The picture of a failed test.
struct FailedRunTests {
    private let clock = VirtualTimeScheduler()
    private let folder = TemporaryFolder()
    private let lines = Log<String>()

    /// Runs a test that fails, and returns the page that it has written where the only line says.
    private func page(ofFailed name: String, _ test: () -> Void) throws -> String {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let output = FailedRun.Output(folder: folder.url, print: { [lines] in lines.append($0) })
        FailedRun.$output.withValue(output, operation: test)
        let file = try #require(folder.names.first)
        #expect(folder.names.count == 1)
        #expect(lines.entries == ["The timeline of the failed \(name) is at \(folder.file(file).path)"])
        return try String(contentsOf: folder.file(file), encoding: .utf8)
    }

    @Test func listWhoseChangesAreWrongWritesItsTimeline() throws {
        let pages = TestPages(Array(0..<60), perPage: 20, delay: .milliseconds(200), scheduler: clock)
        let states = PassthroughSubject<ViewState<Int>, Never>()
        let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: pages).merge(with: states)
        }
        list.runUntilIdle()
        list.scroll(by: 8)
        list.runUntilIdle()
        states.send(ViewState(items: PagedItems([1, 2]), change: .none))
        let page = try page(ofFailed: "list") {
            #expect(throws: ListMismatch.self) { try list.checkChanges() }
        }
        #expect(page.contains("list: pages"))
        #expect(page.contains("2 loads"))
    }

    @Test func listWhoseChangesAreRightWritesNothing() throws {
        let pages = TestPages(Array(0..<60), perPage: 20, scheduler: clock)
        let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: pages)
        }
        list.runUntilIdle()
        let output = FailedRun.Output(folder: folder.url, print: { [lines] in lines.append($0) })
        try FailedRun.$output.withValue(output) { try list.checkChanges() }
        #expect(lines.isEmpty)
        #expect(folder.names == [])
    }

    @Test func marblesThatDifferWriteBothStreams() throws {
        let page = try page(ofFailed: "marbles") {
            #expect(throws: MarbleMismatch.self) { try ("a-b|" as Marbles).check("a--c|") }
        }
        #expect(page.contains("\"name\":\"expected\""))
        #expect(page.contains("\"name\":\"actual\""))
        #expect(page.contains("[2000,\"note\",\"b\"]"))
        #expect(page.contains("[3000,\"note\",\"c\"]"))
    }

    @Test func folderIsMade() {
        let output = FailedRun.Output(
            folder: folder.file("new/timelines"), print: { [lines] in lines.append($0) })
        let file = FailedRun.$output.withValue(output) { FailedRun.write(Timeline(), of: "list") }
        #expect(file.map { FileManager.default.fileExists(atPath: $0.path) } == true)
    }

    @Test func folderThatCannotBeMadeIsNoFailureOfItsOwn() throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data().write(to: folder.file("file"))
        let output = FailedRun.Output(
            folder: folder.file("file/timelines"), print: { [lines] in lines.append($0) })
        FailedRun.$output.withValue(output) {
            #expect(FailedRun.write(Timeline(), of: "list") == nil)
        }
        #expect(lines.entries.count == 1)
        #expect(lines.entries.first?.hasPrefix("The timeline of the failed list was not written: ") == true)
    }

    /// In the words of the view model that is tested.
    @Test func failuresHaveTheirTextsForPeople() throws {
        #expect(TestFailure("offline").localizedDescription == "offline")
        #expect(ListMismatch.updatedInsertion(.none).localizedDescription.hasPrefix("A change updates rows"))
        let marbles = #expect(throws: MarbleMismatch.self) { try ("a-b|" as Marbles).check("a--c|") }
        #expect(marbles?.localizedDescription.hasPrefix("expected  a--c|") == true)
    }
}
