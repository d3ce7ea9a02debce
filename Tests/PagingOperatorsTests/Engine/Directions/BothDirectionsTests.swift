import Testing

@testable import PagingOperators

struct BothDirectionsTests {
    private let line = NumberLine(count: 100, perPage: 4)

    /// A list shorter than its threshold, so that a hint loads on both sides.
    private func list(_ policy: PagingRules.FailurePolicy = .hold) -> EngineDriver<Int, Int> {
        .loaded(PagingRules(threshold: 5, failurePolicy: policy), from: line, startingAt: 40)
    }

    private func paging() -> EngineDriver<Int, Int> {
        var list = list()
        list.send(.shown(row: 1))
        return list
    }

    @Test func bothDirectionsLoadAtOnce() {
        let list = paging()
        #expect(list.running == [.append(44), .prepend(36)])
        #expect(list.state.kinds == [.idle, .loading, .loading])
    }

    @Test func burstOfHintsMakesOneLoadInEachDirection() {
        var list = paging()
        list.send(.shown(row: 0), .loadMore, .loadPrevious, .shown(row: 3), .loadMore, .shown(row: 1))
        #expect(list.requests == [.refresh(40), .append(44), .prepend(36)])
    }

    @Test(arguments: [[1, 2], [2, 1]])
    func pagesMayArriveInAnyOrder(order: [Int]) {
        var list = paging()
        for index in order { list.answer(line.page(list.requests[index].key), to: index) }
        #expect(list.rows == Array(36..<48))
    }

    @Test func refreshCancelsBoth() {
        var list = paging()
        list.send(.refresh)
        #expect(list.cancelled == [1, 2])
        #expect(list.running == [.refresh(40)])
        #expect(list.state.kinds == [.loading, .idle, .idle])
        list.answer(line.page(44), to: 1)
        list.answer(line.page(36), to: 2)
        #expect(list.rows == Array(40..<44))
    }

    @Test func cancelStopsBoth() {
        var list = paging()
        list.send(.cancel)
        #expect(list.cancelled == [1, 2])
        #expect(list.state.kinds == [.idle, .idle, .idle])
    }

    @Test func resetStopsBoth() {
        var list = paging()
        list.send(.reset)
        #expect(list.cancelled == [1, 2])
        #expect(list.state.kinds == [.idle, .idle, .idle])
        #expect(list.rows == [])
    }

    @Test func oneFailureLeavesTheOtherDirectionAlone() {
        var list = paging()
        list.fail(at: 1)
        #expect(list.state.kinds == [.idle, .loading, .failed])
        list.answer(line.page(36), to: 2)
        #expect(list.rows == Array(36..<44))
        #expect(list.state.append.kind == .failed)
        #expect(list.running == [])
    }

    @Test func retryReloadsEveryDirectionThatHasFailed() {
        var list = paging()
        list.fail(.broken, at: 1)
        list.fail(.offline, at: 2)
        #expect(list.state.kinds == [.idle, .failed, .failed])
        list.send(.retry)
        #expect(list.running == [.append(44), .prepend(36)])
        #expect(list.state.kinds == [.idle, .loading, .loading])
    }

    @Test func retryLeavesADirectionThatIsLoadingAlone() {
        var list = paging()
        list.fail(at: 2)
        list.send(.retry)
        #expect(list.requests == [.refresh(40), .append(44), .prepend(36), .prepend(36)])
    }

    @Test func hintBeyondTheEndIsDropped() {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 0), from: NumberLine(count: 12, perPage: 4), startingAt: 8)
        list.send(.loadMore, .loadPrevious)
        #expect(list.running == [.prepend(4)])
        list.settle(with: line)
        #expect(list.running == [])
        #expect(list.requests == [.refresh(8), .prepend(4)])
    }
}
