import TestSupport
import Testing

@testable import PagingOperators

struct LoadStateTests {
    private struct Incomparable: Error {
        var text: String
    }

    @Test func statesSayWhatTheyAre() {
        let failed = LoadState.failed(TestError.boom)
        #expect([LoadState.idle, .loading, failed, .end].map(\.isIdle) == [true, false, false, false])
        #expect([LoadState.idle, .loading, failed, .end].map(\.isLoading) == [false, true, false, false])
        #expect([LoadState.idle, .loading, failed, .end].map(\.isFailed) == [false, false, true, false])
        #expect([LoadState.idle, .loading, failed, .end].map(\.isEnd) == [false, false, false, true])
    }

    @Test func failuresAreEqualWhereTheirErrorsAre() {
        #expect(LoadState.failed(TestError.boom) == .failed(TestError.boom))
        #expect(LoadState.failed(TestError.boom) != .failed(TestError.offline))
        #expect(LoadState.failed(TestError.boom) != .failed(PagingError.noPage))
        #expect(LoadState.failed(TestError.boom) != .idle)
        #expect(LoadState.loading == .loading)
        #expect(LoadState.loading != .end)
    }

    @Test func errorsThatAreNotEquatableAreComparedByTheirDescriptions() {
        #expect(LoadState.failed(Incomparable(text: "a")) == .failed(Incomparable(text: "a")))
        #expect(LoadState.failed(Incomparable(text: "a")) != .failed(Incomparable(text: "b")))
        #expect(LoadState.failed(Incomparable(text: "boom")) != .failed(TestError.boom))
    }
}
