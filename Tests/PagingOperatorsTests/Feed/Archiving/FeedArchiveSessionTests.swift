import Dispatch
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// When lists can be saved, and on which thread.
@Suite(.timeLimit(.minutes(1)))
struct FeedArchiveSessionTests {
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<Int>()
    private let archive = FeedArchive<Int, Int>()

    private func subscribe(_ onState: @escaping @Sendable (ViewState<Int>) -> Void = { _ in })
        -> StateRecorder<Int>
    {
        let recorder = StateRecorder<Int>(onState: onState)
        signals.paginate(threshold: 2, from: source).archived(by: archive).subscribe(recorder)
        return recorder
    }

    @Test func saveWithoutASessionGivesNil() async {
        #expect(archive.saved == nil)
        #expect(await archive.snapshot() == nil)
    }

    @Test func saveBeforeTheFirstPageGivesNil() {
        let list = subscribe()
        #expect(archive.saved == nil)
        source.answer(.rows(0..<5))
        #expect(archive.saved?.pages.map(\.page) == [.rows(0..<5)])
        list.cancel()
    }

    @Test func saveAfterCancellationGivesNil() async {
        let list = subscribe()
        source.answer(.rows(0..<5))
        list.cancel()
        #expect(archive.saved == nil)
        #expect(await archive.snapshot() == nil)
    }

    @Test func saveAfterTheEndGivesNil() {
        let list = subscribe()
        source.answer(.rows(0..<5))
        signals.send(completion: .finished)
        #expect(list.isFinished)
        #expect(archive.saved == nil)
    }

    @Test func saveWithinAStateHasItsRows() {
        let archive = archive
        let saved = Log<[Int]?>()
        let isInside = Locked(false)
        let list = subscribe { state in
            guard !state.items.isEmpty else { return }
            _ = isInside.exchange(true)
            archive.save { snapshot in
                #expect(!isInside.withLock { $0 }, "The list was still handling the state.")
                saved.append(snapshot?.pages.flatMap(\.page.items))
            }
            _ = isInside.exchange(false)
        }
        source.answer(.rows(0..<5))
        #expect(saved.entries == [Array(0..<5)])
        signals.send(.shown(row: 4))
        source.answer(.rows(5..<8))
        #expect(saved.entries.last == Array(0..<8))
        list.cancel()
    }

    @Test func receiverOfASnapshotMayUseTheList() {
        let (archive, signals) = (archive, signals)
        let list = subscribe()
        source.answer(.rows(0..<5))
        let counts = Log<Int?>()
        archive.save { first in
            counts.append(first?.pages.count)
            signals.send(.loadMore)
            archive.save { counts.append($0?.pages.count) }
        }
        #expect(counts.entries == [1, 1])
        #expect(source.running == [.append(5)])
        list.cancel()
    }

    @Test func mostRecentSessionIsSaved() {
        let first = subscribe()
        source.answer(.rows(0..<5))
        let second = subscribe()
        source.answer(.rows(10..<12))
        #expect(archive.saved?.pages.flatMap(\.page.items) == [10, 11])
        first.cancel()
        #expect(archive.saved?.pages.flatMap(\.page.items) == [10, 11])
        second.cancel()
    }

    @Test func sharedSessionIsSavedOnce() {
        let feed = signals.paginate(threshold: 2, from: source).archived(by: archive).share(replay: 1)
        let (one, other) = (StateRecorder<Int>(), StateRecorder<Int>())
        feed.subscribe(one)
        source.answer(.rows(0..<5))
        feed.subscribe(other)
        one.cancel()
        #expect(archive.saved?.pages.flatMap(\.page.items) == Array(0..<5))
        other.cancel()
        #expect(archive.saved == nil)
    }

    /// Saves during scrolling, refreshing and finally a cancellation: each is answered once, with whole
    /// pages.
    @Test func savesFromOtherThreadsAreEachAnsweredOnce() {
        for round in 0..<20 {
            let signals = PassthroughSubject<ListSignal, Never>()
            let archive = FeedArchive<Int, Int>()
            let recorder = StateRecorder<Int>()
            signals.paginate(threshold: 3, from: CountingPages(count: 200, perPage: 4)).archived(by: archive)
                .subscribe(recorder)
            let saved = Log<[Int]?>()
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                switch thread {
                case 0:
                    for row in 0..<200 { signals.send(row == 100 ? .refresh : .shown(row: row)) }
                    if round.isMultiple(of: 2) { recorder.cancel() }
                default:
                    for _ in 0..<50 { archive.save { saved.append($0?.pages.flatMap(\.page.items)) } }
                }
            }
            #expect(saved.count == 100)
            for case let rows? in saved.entries {
                #expect(rows == Array(0..<rows.count))
                #expect(rows.count.isMultiple(of: 4))
            }
            recorder.cancel()
        }
    }

    @Test func archiveKeepsNoSessionAlive() {
        weak var source: ScriptedPages<Int>?
        weak var list: StateRecorder<Int>?
        do {
            let (strongSource, strongList) = (ScriptedPages<Int>(), StateRecorder<Int>())
            (source, list) = (strongSource, strongList)
            signals.paginate(threshold: 2, from: strongSource).archived(by: archive).subscribe(strongList)
            strongSource.answer(.rows(0..<5))
            #expect(archive.saved != nil)
            strongList.cancel()
        }
        #expect(source == nil)
        #expect(list == nil)
        #expect(archive.saved == nil)
    }
}
