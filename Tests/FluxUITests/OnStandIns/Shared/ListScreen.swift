import Foundation
import PagingOperators
import PagingSimulation

extension SimulatedRow: Identifiable {}

/// The places on the screen of a list.
struct ListGeometry {
    var height: CGFloat = 100
    /// What bars cover.
    var insets: (top: CGFloat, bottom: CGFloat) = (0, 0)
    var rowHeight: CGFloat = 10
    var placeholderHeight: CGFloat = 10
    /// The number of rows of another section before the list.
    var rowsBefore = 0
    /// The number of rows of another section after the list.
    var rowsAfter = 0
    /// Whether a section after the list has a row while a page is loaded.
    var hasLoadingSection = false
    /// The number of items side by side, in a collection view.
    var columns = 1

    static let width: CGFloat = 300

    var section: Int { rowsBefore > 0 ? 1 : 0 }
    var sectionCount: Int { section + (rowsAfter > 0 || hasLoadingSection ? 2 : 1) }

    /// The sections that depend on the state.
    var reloadedSections: IndexSet { hasLoadingSection ? [section + 1] : [] }
}

/// A list of one of the frameworks that shows states by FluxUI.
@MainActor
protocol ListScreen: AnyObject {
    init(_ geometry: ListGeometry)

    /// Whether a list has rows for placeholders.
    var showsAll: Bool { get }

    /// Whether a data source compares identities, and leaves the place to the view.
    var isDiffable: Bool { get }

    var state: ViewState<SimulatedRow> { get }
    func show(_ state: ViewState<SimulatedRow>)

    /// Lays out the view, as each turn of the run loop does.
    func layOut()

    /// The offset of the viewport, with what bars cover.
    var offset: CGFloat { get set }
    var contentHeight: CGFloat { get }
    var geometry: ListGeometry { get }

    var rowsInView: Range<Int>? { get }
    func minY(ofRow row: Int) -> CGFloat

    /// The texts of the cells on the screen by row.
    var texts: [Int: String] { get }
}

extension ListScreen {
    var showsAll: Bool { true }
    var isDiffable: Bool { false }

    var firstOffset: CGFloat { -geometry.insets.top }
    var lastOffset: CGFloat { max(firstOffset, contentHeight + geometry.insets.bottom - geometry.height) }

    /// Scrolls until a row, or a part of it, is at the top below the bar, as far as there is content.
    func scroll(toRow row: Int, plus distance: CGFloat = 0) {
        layOut()
        guard row < rowCount else { return }
        offset = rest(minY(ofRow: row) - geometry.insets.top + distance)
        layOut()
    }

    /// The nearest offset at rest.
    func rest(_ offset: CGFloat) -> CGFloat { min(max(firstOffset, offset), lastOffset) }

    /// The number of rows of another section than the list's.
    func rowCount(ofOther section: Int) -> Int {
        if section < geometry.section { return geometry.rowsBefore }
        return geometry.hasLoadingSection ? (state.isPaging ? 1 : 0) : geometry.rowsAfter
    }

    var rowCount: Int { showsAll ? state.rowCount : state.items.count }

    func item(atRow row: Int) -> SimulatedRow? { showsAll ? state.item(atRow: row) : state.items[row] }

    func text(ofRow row: Int) -> String { item(atRow: row).map { "\($0)" } ?? "…" }

    /// The distance of a row from the top of the screen.
    func distance(ofRow row: Int) -> CGFloat { minY(ofRow: row) - offset }
}
