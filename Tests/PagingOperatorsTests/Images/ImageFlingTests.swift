import FluxImages
import Foundation
import LoadingTestSupport
import PagingOperators
import Streams
import Testing

/// Lists that are flung, in virtual time.
@Suite(.timeLimit(.minutes(1)))
struct ImageFlingTests {
    private static let rowCount = 100_000

    /// Synchronous pages of two hundred numbers each.
    private struct Numbers: PageSource {
        typealias Key = Int
        typealias Item = Int
        typealias Failure = Never

        func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
            let first = request.key ?? 0
            let next = first + 200
            return Just(Page(Array(first..<next), next: next < rowCount ? next : nil))
        }
    }

    private let fixture = ImageFixture()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let last = CurrentValueSubject<ViewState<ImageRow<Int, Picture>>?, Never>(nil)

    private func show() -> AnyCancellable {
        signals.paginate(threshold: 5, from: Numbers())
            .images(from: fixture.loader) { .named("\($0)") }
            .sink { [last] state in last.send(state) }
    }

    /// Shows screens of ten rows, one after the other.
    private func fling(screenEvery interval: Duration) {
        for row in stride(from: 0, to: Self.rowCount, by: 10) {
            signals.send(.shown(rows: row..<row + 10))
            fixture.time.advance(by: interval)
        }
    }

    private func imagesInView() -> [ImageState<Picture>] {
        last.value.map { state in
            (Self.rowCount - 10..<Self.rowCount).map { state.items[$0].image }
        } ?? []
    }

    // row: `isRateLimiterEnabled`
    @Test func flingThroughManyRowsLoadsFewOfThemAndThoseOfItsEnd() {
        let feed = show()
        // Ten seconds for all rows.
        fling(screenEvery: .milliseconds(1))
        #expect(fixture.loads.count < 200)
        fixture.time.advance(by: .seconds(1))
        for load in fixture.loads where !load.isCancelled { load.finish("cat") }
        #expect(imagesInView() == Array(repeating: .loaded(Picture("cat"), from: .network), count: 10))
        #expect(fixture.loads.count < 250)
        feed.cancel()
        #expect(fixture.loads.filter { !$0.isCancelled }.count <= 30)
    }

    @Test func scrollingSlowlyLoadsEveryRow() {
        let source = ImageFixture(onLoad: { $0.finish("cat") })
        let feed = signals.paginate(threshold: 5, from: Numbers())
            .images(from: source.loader) { .named("\($0)") }
            .sink { _ in }
        for row in 0..<2_000 { signals.send(.shown(rows: row..<row + 10)) }
        #expect(source.loads.count == 2_029)
        feed.cancel()
    }
}
