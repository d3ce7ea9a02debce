@testable import FluxLoading
import Dispatch
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Sessions on several threads that are stored at the same time.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct StoredFeedRaceTests {
    @Test func sessionsThatScrollRefreshAndEndLeaveWholeLists() async {
        let folder = TemporaryFolder()
        let store = PageStore(folder.url)
        let errors = Log<PageStoreError>()
        let subscription = store.errors.sink { errors.append($0) }
        for round in 0..<20 {
            let signals = PassthroughSubject<ListSignal, Never>()
            let recorder = StateRecorder<Int>()
            let source = CountingPages(count: 200, perPage: 4)
                .stored(in: store, validFor: round.isMultiple(of: 3) ? .seconds(60) : .zero)
            signals.paginate(threshold: 3, from: source).subscribe(recorder)
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for row in 0..<200 { signals.send(row == 100 ? .refresh : .shown(row: row)) }
                    if round.isMultiple(of: 2) { recorder.cancel() }
                }
                group.addTask { for _ in 0..<5 { await store.flush() } }
            }
            recorder.cancel()
            #expect(recorder.rows == Array(0..<recorder.rows.count))
        }
        await store.flush()
        #expect(errors.entries == [])
        let (last, offline) = (StateRecorder<Int>(), ScriptedPages<Int>())
        Empty<ListSignal, Never>(completeImmediately: false)
            .paginate(threshold: 1, from: offline.stored(in: store, as: "Swift.Int, Swift.Int")).subscribe(
                last)
        await store.flush()
        #expect(last.rows == Array(0..<last.rows.count))
        #expect(last.rows.count >= 4)
        last.cancel()
        subscription.cancel()
    }
}
