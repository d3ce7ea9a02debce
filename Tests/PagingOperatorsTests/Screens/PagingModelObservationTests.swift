import Observation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Notifications of observers of a model's properties.
@MainActor
struct PagingModelObservationTests {
    private typealias Model = PagingModel<Int>

    private let source = ScriptedPages<Int>()
    private let model: Model

    init() {
        model = PagingModel(threshold: 2, from: source)
    }

    /// The properties that an action writes.
    private func written(of other: Model? = nil, by action: () -> Void) -> Set<String> {
        let model = other ?? model
        let written = Locked<Set<String>>([])
        func track<Value>(_ name: String, _ read: () -> Value) {
            withObservationTracking {
                _ = read()
            } onChange: {
                written.withLock { _ = $0.insert(name) }
            }
        }
        track("items") { model.items }
        track("isLoading") { model.isLoading }
        track("isPaging") { model.isPaging }
        track("error") { model.error }
        track("hasMore") { model.hasMore }
        track("phase") { model.phase }
        track("footer") { model.footer }
        track("state") { model.state }
        track("rows") { model.rows }
        track("newFailure") { model.newFailure == nil }
        action()
        return written.withLock { $0 }
    }

    @Test func onlyChangedPropertiesAreWritten() {
        #expect(written { model.loadInitial() } == ["isLoading", "state"])
        #expect(written { source.answer(.rows(0..<5)) } == ["items", "rows", "isLoading", "phase", "state"])
        #expect(written { model.shown(row: 0) } == [])
        #expect(written { model.shown(row: 4) } == ["isPaging", "footer", "state"])
        #expect(written { source.answer(.rows(5..<10)) } == ["items", "rows", "isPaging", "footer", "state"])
        #expect(written { model.loadMore() } == ["isPaging", "footer", "state"])
        #expect(written { source.fail() } == ["isPaging", "footer", "error", "newFailure", "state"])
        #expect(written { model.retry() } == ["isPaging", "footer", "error", "newFailure", "state"])
        #expect(
            written { source.answer(.last(10..<11)) }
                == ["items", "rows", "isPaging", "footer", "hasMore", "state"])
        #expect(written { model.send(.refresh) } == ["isLoading", "state"])
        #expect(written { source.answer(.last(0..<1)) } == ["items", "rows", "isLoading", "state"])
    }

    @Test func rowsThatARefreshDoesNotChangeAreNotWritten() {
        let model = Model { [source] in $0.paginate(threshold: 2, from: source).identified(by: \.self) }
        model.loadInitial()
        source.answer(.last(0..<5))
        model.send(.refresh)
        #expect(written(of: model) { source.answer(.last(0..<5)) } == ["isLoading", "state"])
        model.send(.refresh)
        let written = written(of: model) { source.answer(.last(0..<6)) }
        #expect(written == ["items", "rows", "isLoading", "state"])
    }

    @Test func unchangedErrorIsNotWrittenAgain() {
        model.loadInitial()
        source.answer(Page([0, 1], previous: -2, next: 2))
        model.loadMore()
        source.fail(.offline)
        #expect(written { model.send(.loadPrevious) }.contains("error") == false)
        #expect(written { source.fail(.broken) }.contains("error") == false)
        #expect(model.error as? TestError == .offline)
    }

    @Test func anotherErrorIsWritten() {
        model.loadInitial()
        source.answer(.rows(0..<5))
        model.loadMore()
        source.fail(.offline)
        model.send(.refresh)
        #expect(model.error as? TestError == .offline)
        #expect(written { source.fail(.broken) }.contains("error"))
        #expect(model.error as? TestError == .broken)
    }

    @Test func errorsThatAreNotEquatableAreWrittenByEachState() {
        let model = PagingModel { signals in
            signals.paginate(threshold: 2) { (request: PageRequest<Int>) in
                request.key == nil
                    ? Result<Page<Int, Int>, Incomparable>.success(Page([0], previous: -1, next: 1)).publisher
                    : Result.failure(Incomparable()).publisher
            }
        }
        model.loadInitial()
        model.loadMore()
        #expect(model.error is Incomparable)
        let isWritten = Locked(false)
        withObservationTracking {
            _ = model.error
        } onChange: {
            _ = isWritten.exchange(true)
        }
        model.send(.loadPrevious)
        #expect(isWritten.withLock { $0 })
    }

    @Test func observersReadAConsistentModelAfterwards() {
        let model = model
        let signals = Locked(0)
        withObservationTracking {
            _ = model.items
        } onChange: {
            signals.withLock { $0 += 1 }
        }
        model.loadInitial()
        source.answer(.last(0..<3))
        #expect(signals.withLock { $0 } == 1)
        #expect(Array(model.items) == Array(model.state.items))
        #expect(model.hasMore == model.state.hasMore)
        #expect(model.footer == model.state.footer)
    }

    /// An observer that requests more during the model's update with a page.
    @Test func observerMayCallTheModel() {
        let model = model
        withObservationTracking {
            _ = model.items
        } onChange: {
            MainActor.assumeIsolated { model.loadMore() }
        }
        model.loadInitial()
        source.answer(.rows(0..<5))
        #expect(source.running == [.append(5)])
        #expect(model.isPaging)
        #expect(model.items.count == 5)
    }
}

private struct Incomparable: Error {}
