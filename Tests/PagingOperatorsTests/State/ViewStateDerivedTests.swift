import PagingOperators
import TestSupport
import Testing

struct ViewStateDerivedTests {
    private let failed = LoadState.failed(TestError.offline)
    private let rows = PagedItems([1, 2])

    @Test func phaseWithRowsIsContent() {
        for refresh in [LoadState.idle, .loading, failed] {
            #expect(ViewState(items: rows, refresh: refresh).phase == .content)
        }
        #expect(ViewState(items: rows, append: failed).phase == .content)
    }

    @Test func phaseWithoutRowsGivesTheReason() {
        #expect(ViewState<Int>(refresh: .loading).phase == .firstLoad)
        #expect(ViewState<Int>(append: .loading).phase == .firstLoad)
        #expect(ViewState<Int>(refresh: failed).phase == .failed)
        #expect(ViewState<Int>(append: failed).phase == .failed)
        #expect(ViewState<Int>(append: .end).phase == .empty)
        #expect(ViewState<Int>().phase == .idle)
        #expect(ViewState<Int>(prepend: .idle, append: .end).phase == .idle)
        #expect(ViewState<Int>(refresh: .loading, append: failed).phase == .firstLoad)
    }

    @Test func footerFollowsAppend() {
        #expect(ViewState(items: rows, append: .idle).footer == .none)
        #expect(ViewState(items: rows, append: .loading).footer == .loading)
        #expect(ViewState(items: rows, append: failed).footer == .failed(TestError.offline))
        #expect(ViewState(items: rows, append: failed).footer.error as? TestError == .offline)
        #expect(ViewState(items: rows, append: .end).footer == .end)
    }

    @Test func footerWithoutRowsIsNone() {
        for append in [LoadState.idle, .loading, failed, .end] {
            #expect(ViewState<Int>(append: append).footer == .none)
        }
    }

    @Test func flagsFollowTheirDirections() {
        #expect(ViewState<Int>(refresh: .loading).isLoading)
        #expect(!ViewState<Int>(refresh: .loading).isPaging)
        #expect(ViewState<Int>(append: .loading).isPaging)
        #expect(ViewState<Int>(prepend: .loading).isPaging)
        #expect(!ViewState<Int>(append: .loading).isLoading)
        #expect(ViewState<Int>(append: .idle).hasMore)
        #expect(ViewState<Int>(append: failed).hasMore)
        #expect(!ViewState<Int>(append: .end).hasMore)
    }

    @Test func errorOfARefreshComesBeforeThatOfAPage() {
        #expect(ViewState<Int>().error == nil)
        let broken = LoadState.failed(TestError.broken)
        #expect(ViewState<Int>(refresh: failed, append: broken).error as? TestError == .offline)
        #expect(ViewState<Int>(append: broken).error as? TestError == .broken)
        #expect(ViewState<Int>(prepend: broken).error as? TestError == .broken)
    }

    @Test func loadStateFlagsMatchItsCase() {
        #expect(LoadState.loading.isLoading)
        #expect(!LoadState.idle.isLoading)
        #expect(LoadState.end.isEnd)
        #expect(!failed.isEnd)
        #expect(failed.error as? TestError == .offline)
        #expect(LoadState.end.error == nil)
    }
}
