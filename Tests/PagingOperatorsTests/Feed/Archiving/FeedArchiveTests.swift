import Foundation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Lists that are saved and restored through real sessions, as JSON.
struct FeedArchiveTests {
    private typealias Archive = FeedArchive<Int, Int>

    private let signals = PassthroughSubject<ListSignal, Never>()
    private let line = ServedNumbers(count: 60, perPage: 5)

    private func subscribe(
        _ source: some PageSource<Int, Int, Never>, archive: Archive,
        rules: PagingRules = PagingRules(threshold: 2), startingAt key: Int? = nil,
        signals: PassthroughSubject<ListSignal, Never>
    ) -> StateRecorder<Int> {
        let recorder = StateRecorder<Int>()
        signals.paginate(rules, from: source, startingAt: key).archived(by: archive).subscribe(recorder)
        return recorder
    }

    /// A session's snapshot after encoding and decoding.
    private func archived(_ archive: Archive) throws -> Archive.Snapshot {
        let data = try JSONEncoder().encode(try #require(archive.saved))
        return try JSONDecoder().decode(Archive.Snapshot.self, from: data)
    }

    /// The snapshot of a list with the pages at 20, 25 and 30 that shows row 7.
    private func middle() throws -> Archive.Snapshot {
        let archive = Archive()
        let list = subscribe(line, archive: archive, startingAt: 20, signals: signals)
        signals.send(.shown(row: 3))
        signals.send(.shown(row: 7))
        signals.send(.shown(row: 8))
        signals.send(.shown(row: 7))
        let snapshot = try archived(archive)
        list.cancel()
        return snapshot
    }

    @Test func restoredListHasTheRowsAndLoadsNothing() throws {
        let snapshot = try middle()
        #expect(snapshot.pages.flatMap(\.page.items) == Array(20..<35))
        #expect(snapshot.shownRows == 7..<8)
        let restored = ServedNumbers(count: 60, perPage: 5)
        let list = subscribe(restored, archive: Archive(restoring: snapshot), signals: signals)
        #expect(list.rows == Array(20..<35))
        #expect(list.states.count == 1)
        #expect(list.state.phase == .content)
        #expect(restored.requests == [])
    }

    @Test func signalsBeforeSubscriptionApplyToTheRestoredRows() throws {
        let restored = ServedNumbers(count: 60, perPage: 5)
        let list = StateRecorder<Int>()
        Just(ListSignal.shown(row: 14)).paginate(threshold: 2, from: restored)
            .archived(by: Archive(restoring: try middle())).subscribe(list)
        #expect(list.rows == Array(20..<40))
        #expect(restored.requests == [.append(35)])
    }

    @Test func restoredListLoadsInBothDirections() throws {
        let restored = ServedNumbers(count: 60, perPage: 5)
        let list = subscribe(restored, archive: Archive(restoring: try middle()), signals: signals)
        signals.send(.shown(row: 14))
        #expect(restored.requests == [.append(35)])
        #expect(list.rows == Array(20..<40))
        signals.send(.shown(row: 0))
        #expect(restored.requests.last == PageRequest(key: 15, direction: .prepend))
        #expect(list.rows == Array(15..<40))
    }

    @Test func restoredListKnowsItsPosition() throws {
        let archive = Archive(restoring: try middle())
        let list = subscribe(line, archive: archive, signals: signals)
        #expect(try archived(archive) == middle())
        // Rows inserted before it move the shown row.
        signals.send(.loadPrevious)
        #expect(list.rows == Array(15..<35))
        #expect(try archived(archive).shownRows == 12..<13)
    }

    @Test func restoredPositionNearTheEndLoadsTheNextPage() throws {
        var snapshot = try middle()
        snapshot.shownRows = 14..<15
        let restored = ServedNumbers(count: 60, perPage: 5)
        let list = subscribe(restored, archive: Archive(restoring: snapshot), signals: signals)
        #expect(restored.requests == [.append(35)])
        #expect(list.rows == Array(20..<40))
    }

    @Test func revalidatedListKeepsItsRowsAndReloadsAroundTheShownRow() throws {
        let source = ScriptedPages<Int>()
        let archive = FeedArchive<Int, Int>(restoring: try middle(), then: .revalidating)
        let list = StateRecorder<Int>()
        signals.paginate(threshold: 2, from: source).archived(by: archive).subscribe(list)
        #expect(source.requests == [PageRequest(key: 25, direction: .refresh)])
        #expect(list.rows == Array(20..<35))
        #expect(list.state.isLoading)
        source.answer(Page(Array(125..<130), previous: 20, next: 30))
        #expect(list.rows == Array(125..<130))
    }

    @Test func revalidationThatFailsLeavesTheRows() throws {
        let source = ScriptedPages<Int>()
        let archive = FeedArchive<Int, Int>(restoring: try middle(), then: .revalidating)
        let list = StateRecorder<Int>()
        signals.paginate(threshold: 2, from: source).archived(by: archive).subscribe(list)
        source.fail()
        #expect(list.rows == Array(20..<35))
        #expect(list.state.refresh.kind == .failed)
        signals.send(.retry)
        #expect(source.requests.last == PageRequest(key: 25, direction: .refresh))
    }

    @Test func pagesOutsideTheWindowAreRestoredAsUnloaded() throws {
        let counting = CountingPages(count: 100, perPage: 5)
        let archive = Archive()
        let rules = PagingRules(threshold: 2, maxRows: 15)
        let list = subscribe(counting, archive: archive, rules: rules, signals: signals)
        for _ in 0..<6 { signals.send(.shown(row: max(0, list.rows.count - 1))) }
        let rows = list.rows
        #expect(rows.first != 0)
        let snapshot = try archived(archive)
        list.cancel()

        let restored = subscribe(
            counting, archive: Archive(restoring: snapshot), rules: rules, signals: signals)
        #expect(restored.rows == rows)
        while let first = restored.rows.first, first > 0 {
            signals.send(.shown(row: 0))
            try #require(restored.rows.first != first)
        }
        #expect(restored.rows.first == 0)
        #expect(!restored.state.hasPrevious)
    }

    @Test func placeholdersAreRestored() throws {
        let counted = ServedNumbers(count: 60, perPage: 5, isCounted: true)
        let feed = signals.paginate(
            PagingRules(threshold: 1, showsPlaceholders: true), from: counted, startingAt: 20)
        let states = Log<ViewState<Int>>()
        let archive = Archive()
        let subscription = feed.archived(by: archive).sink { states.append($0) }
        signals.send(.shown(row: 22))
        let saved = try #require(states.entries.last)
        let snapshot = try archived(archive)
        subscription.cancel()
        #expect(snapshot.shownRows == 22..<23)

        let restoring = Archive(restoring: snapshot)
        let restored = feed.archived(by: restoring).sink { states.append($0) }
        let state = try #require(states.entries.last)
        #expect(state.rows == saved.rows)
        let rows: [Int?] = (0..<60).map { row in (20..<25).contains(row) ? row : nil }
        #expect(state.rows == rows)
        #expect(state.change.isReload)
        #expect(restoring.saved == snapshot)
        restored.cancel()
    }

    @Test func transformsAreAppliedToRestoredItems() throws {
        let archive = Archive(restoring: try middle())
        let list = StateRecorder<String>()
        signals.paginate(threshold: 0, from: line).archived(by: archive)
            .filter { $0.isMultiple(of: 2) }.map { "row \($0)" }.subscribe(list)
        #expect(list.rows == [20, 22, 24, 26, 28, 30, 32, 34].map { "row \($0)" })
        #expect(try archived(archive).pages.flatMap(\.page.items) == Array(20..<35))
    }

    @Test func emptySnapshotBeginsWithTheFirstPage() {
        let restored = ServedNumbers(count: 60, perPage: 5)
        let list = subscribe(
            restored, archive: Archive(restoring: Archive.Snapshot(pages: [])), signals: signals)
        #expect(restored.requests == [.refresh])
        #expect(list.rows == Array(0..<5))
    }
}
