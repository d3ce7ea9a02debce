import FluxUI
import Foundation
import PagingOperators
import PagingSimulation
import UIKit

/// A cell with a text.
final class TextCell: UITableViewCell {
    var text = ""
}

/// A table view that shows the states of a feed, with cells of another type for placeholders.
@MainActor
final class TableFeedScreen: ListScreen {
    let geometry: ListGeometry
    let tableView: UITableView
    var state = ViewState<SimulatedRow>()
    /// What the delegate and the prefetching data source were told.
    private(set) var events: [String] = []
    private(set) var countCalls = 0
    /// The cells that were made.
    private(set) var cells: Set<ObjectIdentifier> = []

    init(_ geometry: ListGeometry) {
        self.geometry = geometry
        tableView = UITableView(
            frame: CGRect(x: 0, y: 0, width: ListGeometry.width, height: geometry.height))
        tableView.contentInset = UIEdgeInsets(top: geometry.insets.top, bottom: geometry.insets.bottom)
        for name in ["item", "placeholder"] {
            tableView.register(TextCell.self, forCellReuseIdentifier: name)
        }
        tableView.delegate = self
        tableView.dataSource = self
        layOut()
    }

    func show(_ state: ViewState<SimulatedRow>) {
        tableView.show(
            state, replacing: self.state, inSection: geometry.section, reloading: geometry.reloadedSections
        ) { self.state = state }
    }

    func layOut() { tableView.layoutIfNeeded() }

    var offset: CGFloat {
        get { tableView.contentOffset.y }
        set { tableView.contentOffset.y = newValue }
    }

    var contentHeight: CGFloat { tableView.contentSize.height }
    var rowsInView: Range<Int>? { tableView.rowsInView(inSection: geometry.section) }

    func minY(ofRow row: Int) -> CGFloat {
        tableView.rectForRow(at: IndexPath(row: row, section: geometry.section)).minY
    }

    var texts: [Int: String] {
        let paths = (tableView.indexPathsForVisibleRows ?? []).filter { $0.section == geometry.section }
        return Dictionary(
            uniqueKeysWithValues: paths.map { path in
                (path.row, (tableView.cellForRow(at: path) as? TextCell)?.text ?? "")
            })
    }

    func takeEvents() -> [String] {
        defer { events = [] }
        return events
    }
}

extension TableFeedScreen: UITableViewDataSource, UITableViewDelegate {
    func numberOfSections(in tableView: UITableView) -> Int { geometry.sectionCount }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        countCalls += 1
        return section == geometry.section ? state.rowCount : rowCount(ofOther: section)
    }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let isOfList = indexPath.section == geometry.section
        let isPlaceholder = isOfList && state.item(atRow: indexPath.row) == nil
        let cell = tableView.dequeueReusableCell(
            withIdentifier: isPlaceholder ? "placeholder" : "item", for: indexPath)
        cells.insert(ObjectIdentifier(cell))
        (cell as? TextCell)?.text = isOfList ? text(ofRow: indexPath.row) : "other"
        return cell
    }

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        if indexPath.section != geometry.section { return 25 }
        return state.item(atRow: indexPath.row) == nil ? geometry.placeholderHeight : geometry.rowHeight
    }

    func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {
        events.append("+\(indexPath.row)")
    }

    func tableView(
        _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {
        events.append("-\(indexPath.row)")
    }
}

/// A table view with a diffable data source.
@MainActor
class DiffableTableScreen: ListScreen {
    var showsAll: Bool { false }
    var isDiffable: Bool { true }

    let geometry: ListGeometry
    let tableView: UITableView
    private(set) var state = ViewState<SimulatedRow>()
    private var dataSource: UITableViewDiffableDataSource<String, Int>?

    required init(_ geometry: ListGeometry) {
        self.geometry = geometry
        tableView = UITableView(
            frame: CGRect(x: 0, y: 0, width: ListGeometry.width, height: geometry.height))
        tableView.rowHeight = geometry.rowHeight
        tableView.register(TextCell.self, forCellReuseIdentifier: "item")
        connect()
    }

    func connect() {
        dataSource = UITableViewDiffableDataSource(tableView: tableView) {
            [unowned self] tableView, path, id in
            let cell = tableView.dequeueReusableCell(withIdentifier: "item", for: path)
            (cell as? TextCell)?.text = state.items.first { $0.id == id }.map { "\($0)" } ?? "none"
            return cell
        }
    }

    func show(_ state: ViewState<SimulatedRow>) {
        self.state = state
        apply(state)
    }

    func apply(_ state: ViewState<SimulatedRow>) {
        dataSource?.apply(state, section: "rows", animatingDifferences: true)
    }

    func layOut() { tableView.layoutIfNeeded() }

    var offset: CGFloat {
        get { tableView.contentOffset.y }
        set { tableView.contentOffset.y = newValue }
    }

    var contentHeight: CGFloat { tableView.contentSize.height }
    var rowsInView: Range<Int>? { tableView.rowsInView() }
    func minY(ofRow row: Int) -> CGFloat { tableView.rectForRow(at: [0, row]).minY }

    var texts: [Int: String] {
        Dictionary(
            uniqueKeysWithValues: (tableView.indexPathsForVisibleRows ?? []).map { path in
                (path.row, (tableView.cellForRow(at: path) as? TextCell)?.text ?? "")
            })
    }
}

/// A table view with a diffable data source whose identifiers are those of rows.
final class DiffableRowScreen: DiffableTableScreen {
    private var dataSource: UITableViewDiffableDataSource<String, FeedRow<SimulatedRow>.ID>?

    override var showsAll: Bool { true }

    override func connect() {
        dataSource = UITableViewDiffableDataSource(tableView: tableView) {
            [unowned self] tableView, path, _ in
            let cell = tableView.dequeueReusableCell(withIdentifier: "item", for: path)
            (cell as? TextCell)?.text = text(ofRow: path.row)
            return cell
        }
    }

    override func apply(_ state: ViewState<SimulatedRow>) {
        dataSource?.apply(state, section: "rows", animatingDifferences: true)
    }
}
