import AppKit
import FluxUI
import Foundation
import PagingOperators
import PagingSimulation

/// A view with a text.
final class TextView: NSView {
    var text = ""
}

/// An item with a text.
final class TextItem: NSCollectionViewItem {
    var text = ""
}

/// Makes a scroll view of a list.
@MainActor
private func scrollView(with document: NSView, _ geometry: ListGeometry) -> NSScrollView {
    let view = NSScrollView(
        frame: NSRect(x: 0, y: 0, width: ListGeometry.width, height: geometry.height))
    view.contentInsets = NSEdgeInsets(
        top: geometry.insets.top, left: 0, bottom: geometry.insets.bottom, right: 0)
    view.documentView = document
    return view
}

/// A list in a scroll view.
@MainActor
class WindowScreen<Document: NSView> {
    let geometry: ListGeometry
    let list: Document
    let scrollView: NSScrollView
    var state = ViewState<SimulatedRow>()

    init(_ geometry: ListGeometry, list: Document) {
        self.geometry = geometry
        self.list = list
        scrollView = FluxUIOnStandIns.scrollView(with: list, geometry)
    }

    func layOut() { list.layoutSubtreeIfNeeded() }

    var offset: CGFloat {
        get { scrollView.contentView.bounds.minY }
        set { scrollView.contentView.scroll(to: NSPoint(x: 0, y: newValue)) }
    }

    var contentHeight: CGFloat { list.frame.height }
}

private let reused = NSUserInterfaceItemIdentifier("item")

/// Returns a view with a text, used again if there is one.
@MainActor
private func textView(_ text: String, in tableView: NSTableView) -> NSView {
    let view = tableView.makeView(withIdentifier: reused, owner: nil) as? TextView ?? TextView()
    view.identifier = reused
    view.text = text
    return view
}

extension NSTableView {
    fileprivate var texts: [Int: String] {
        let rows = rowsInView ?? 0..<0
        return Dictionary(
            uniqueKeysWithValues: rows.map { row in
                (row, (view(atColumn: 0, row: row, makeIfNecessary: false) as? TextView)?.text ?? "")
            })
    }
}

extension NSCollectionView {
    fileprivate func texts(inSection section: Int) -> [Int: String] {
        let paths = indexPathsForVisibleItems().filter { path in
            let frame = layoutAttributesForItem(at: path)?.frame ?? .zero
            return path.section == section && frame.minY < visibleRect.maxY && frame.maxY > visibleRect.minY
        }
        return Dictionary(
            uniqueKeysWithValues: paths.map { ($0.item, (item(at: $0) as? TextItem)?.text ?? "") })
    }
}

/// A table view that shows the states of a feed.
@MainActor
final class TableFeedScreen: WindowScreen<NSTableView>, ListScreen {
    required init(_ geometry: ListGeometry) {
        super.init(geometry, list: NSTableView())
        list.delegate = self
        list.dataSource = self
    }

    func show(_ state: ViewState<SimulatedRow>) { list.show(state) { self.state = state } }

    var rowsInView: Range<Int>? { list.rowsInView }
    func minY(ofRow row: Int) -> CGFloat { list.rect(ofRow: row).minY }
    var texts: [Int: String] { list.texts }
}

extension TableFeedScreen: NSTableViewDataSource, NSTableViewDelegate {
    func numberOfRows(in tableView: NSTableView) -> Int { state.rowCount }

    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
        textView(text(ofRow: row), in: tableView)
    }

    func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat {
        state.item(atRow: row) == nil ? geometry.placeholderHeight : geometry.rowHeight
    }
}

/// A collection view that shows the states of a feed.
@MainActor
final class CollectionFeedScreen: WindowScreen<NSCollectionView>, ListScreen {
    required init(_ geometry: ListGeometry) {
        super.init(geometry, list: NSCollectionView())
        let layout = NSCollectionViewFlowLayout()
        layout.itemSize.width = ListGeometry.width / CGFloat(geometry.columns)
        layout.itemSize.height = geometry.rowHeight
        layout.minimumLineSpacing = 2
        list.collectionViewLayout = layout
        list.register(TextItem.self, forItemWithIdentifier: reused)
        list.dataSource = self
    }

    func show(_ state: ViewState<SimulatedRow>) {
        list.show(state, inSection: geometry.section, reloading: geometry.reloadedSections) {
            self.state = state
        }
    }

    var rowsInView: Range<Int>? { list.rowsInView(inSection: geometry.section) }

    func minY(ofRow row: Int) -> CGFloat {
        list.layoutAttributesForItem(at: [geometry.section, row])?.frame.minY ?? 0
    }

    var texts: [Int: String] { list.texts(inSection: geometry.section) }
}

extension CollectionFeedScreen: NSCollectionViewDataSource {
    func numberOfSections(in collectionView: NSCollectionView) -> Int { geometry.sectionCount }

    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
        section == geometry.section ? state.rowCount : rowCount(ofOther: section)
    }

    func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
        let view = collectionView.makeItem(withIdentifier: reused, for: indexPath)
        (view as? TextItem)?.text =
            indexPath.section == geometry.section ? text(ofRow: indexPath.item) : "other"
        return view
    }
}

/// A table view with a diffable data source.
@MainActor
final class DiffableTableScreen: WindowScreen<NSTableView>, ListScreen {
    var showsAll: Bool { false }
    var isDiffable: Bool { true }

    private var dataSource: NSTableViewDiffableDataSource<String, Int>?

    required init(_ geometry: ListGeometry) {
        super.init(geometry, list: NSTableView())
        dataSource = NSTableViewDiffableDataSource(tableView: list) { [unowned self] tableView, _, _, id in
            textView(state.items.first { $0.id == id }.map { "\($0)" } ?? "none", in: tableView)
        }
    }

    func show(_ state: ViewState<SimulatedRow>) {
        self.state = state
        dataSource?.apply(state, section: "rows", animatingDifferences: true)
    }

    var rowsInView: Range<Int>? { list.rowsInView }
    func minY(ofRow row: Int) -> CGFloat { list.rect(ofRow: row).minY }
    var texts: [Int: String] { list.texts }
}

/// A table view with a diffable data source whose identifiers are those of rows.
@MainActor
final class DiffableRowScreen: WindowScreen<NSTableView>, ListScreen {
    var isDiffable: Bool { true }

    private var dataSource: NSTableViewDiffableDataSource<String, FeedRow<SimulatedRow>.ID>?

    required init(_ geometry: ListGeometry) {
        super.init(geometry, list: NSTableView())
        dataSource = NSTableViewDiffableDataSource(tableView: list) {
            [unowned self] tableView, _, row, _ in textView(text(ofRow: row), in: tableView)
        }
    }

    func show(_ state: ViewState<SimulatedRow>) {
        self.state = state
        dataSource?.apply(state, section: "rows", animatingDifferences: true)
    }

    var rowsInView: Range<Int>? { list.rowsInView }
    func minY(ofRow row: Int) -> CGFloat { list.rect(ofRow: row).minY }
    var texts: [Int: String] { list.texts }
}

/// A collection view with a diffable data source.
@MainActor
final class DiffableCollectionScreen: WindowScreen<NSCollectionView>, ListScreen {
    var showsAll: Bool { false }
    var isDiffable: Bool { true }

    private var dataSource: NSCollectionViewDiffableDataSource<Int, Int>?

    required init(_ geometry: ListGeometry) {
        super.init(geometry, list: NSCollectionView())
        list.register(TextItem.self, forItemWithIdentifier: reused)
        dataSource = NSCollectionViewDiffableDataSource(collectionView: list) {
            [unowned self] view, path, id in
            let cell = view.makeItem(withIdentifier: reused, for: path)
            (cell as? TextItem)?.text = state.items.first { $0.id == id }.map { "\($0)" } ?? "none"
            return cell
        }
    }

    func show(_ state: ViewState<SimulatedRow>) {
        self.state = state
        dataSource?.apply(state, section: 7)
    }

    var rowsInView: Range<Int>? { list.rowsInView() }

    func minY(ofRow row: Int) -> CGFloat { list.layoutAttributesForItem(at: [0, row])?.frame.minY ?? 0 }

    var texts: [Int: String] { list.texts(inSection: 0) }
}
