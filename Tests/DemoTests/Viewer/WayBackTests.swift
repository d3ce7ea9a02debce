import Flux
import LoopbackServer
import Testing

@testable import Demo

/// A viewer before a list that is longer than what is loaded of it, on both sides.
struct WayBackTests {
    private func state(
        _ ids: Range<Int>, prepend: LoadState = .end, append: LoadState = .end, change: RowChange = .none
    ) throws -> UserListState {
        let image = try ImageState<PNG>.there()
        return UserListState(
            items: PagedItems(ids.map { .user($0, image) }), prepend: prepend, append: append, change: change)
    }

    /// Observes a state and scrolls over it as far as possible.
    private func views(_ viewer: inout ListViewer, _ state: UserListState) -> [Viewport] {
        viewer.observe(state)
        var views: [Viewport] = []
        while let view = viewer.scroll(over: state) { views.append(view) }
        return views
    }

    private func finishes(_ viewer: inout ListViewer, _ state: UserListState) -> Bool {
        if case .finish = viewer.action(for: state) { true } else { false }
    }

    private func pulls(_ viewer: inout ListViewer, _ state: UserListState) -> Viewport? {
        if case .pull(let view) = viewer.action(for: state) { view } else { nil }
    }

    @Test func viewerScrollsBackToTheStart() throws {
        var viewer = ListViewer(goesBack: true)
        let list = try state(0..<14)
        let views = views(&viewer, list)
        #expect(views.map(\.rows) == [0...7, 4...11, 6...13, 6...13, 2...9, 0...7])
        #expect(views.map(\.heading) == [.down, .down, .down, .up, .up, .up])
        #expect(finishes(&viewer, list))
    }

    @Test func viewerStaysAtTheEndByDefault() throws {
        var viewer = ListViewer()
        let list = try state(0..<14, prepend: .idle)
        #expect(views(&viewer, list).last?.rows == 6...13)
        #expect(finishes(&viewer, list))
    }

    @Test func viewerPullsBeforeTheFirstRowOnTheWayBack() throws {
        var viewer = ListViewer(goesBack: true)
        let list = try state(10..<24, prepend: .idle)
        #expect(views(&viewer, list).last?.rows == 0...7)
        #expect(pulls(&viewer, list) == Viewport(edge: 0, of: 14, heading: .up))
        // What has left on the other side is of no interest any more.
        let window = try state(
            0..<20, append: .idle, change: RowChange(removed: [10..<14], inserted: [0..<10]))
        #expect(views(&viewer, window).map(\.rows) == [10...17, 6...13, 2...9, 0...7])
        #expect(finishes(&viewer, window))
    }

    @Test func shortListTurnsRoundAtOnce() throws {
        var viewer = ListViewer(goesBack: true)
        let list = try state(5..<8, prepend: .idle)
        // The row at the start has to be reported: only a hint makes the list load the page before it.
        #expect(views(&viewer, list).map(\.edge) == [2, 0])
        #expect(pulls(&viewer, list)?.heading == .up)
    }

    @Test func emptyListFinishesAtOnce() throws {
        var viewer = ListViewer(goesBack: true)
        let list = try state(0..<0)
        #expect(views(&viewer, list).isEmpty)
        #expect(finishes(&viewer, list))
    }

    @Test func viewerKeepsItsPlaceWhenRowsAreInsertedBefore() throws {
        var viewer = ListViewer(goesBack: true)
        _ = views(&viewer, try state(10..<18, prepend: .loading, append: .idle))
        let longer = try state(0..<18, append: .idle, change: RowChange(inserted: [0..<10]))
        // The same rows are reported again, as they have other numbers.
        #expect(views(&viewer, longer) == [Viewport(edge: 17, of: 18, heading: .down)])
    }

    @Test func viewerKeepsItsPlaceWhenRowsAreRemovedBefore() throws {
        var viewer = ListViewer(goesBack: true)
        _ = views(&viewer, try state(0..<20, append: .loading))
        let window = try state(
            10..<30, prepend: .idle, append: .idle,
            change: RowChange(removed: [0..<10], inserted: [10..<20]))
        #expect(views(&viewer, window).map(\.rows) == [2...9, 6...13, 10...17, 12...19])
    }

    @Test func viewerContinuesAtTheNearestRowWhenItsOwnIsRemoved() throws {
        var viewer = ListViewer(goesBack: true)
        _ = views(&viewer, try state(0..<8, append: .loading))
        let window = try state(
            8..<18, prepend: .idle, change: RowChange(removed: [0..<8], inserted: [0..<10]))
        #expect(views(&viewer, window).first?.rows == 0...0)

        let before = try state(
            0..<8, append: .idle, change: RowChange(removed: [0..<10], inserted: [0..<8]))
        #expect(views(&viewer, before).first?.rows == 7...7)
    }
}
