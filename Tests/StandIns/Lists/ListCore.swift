import Foundation

/// A cell that is used again.
@MainActor
protocol ReusableCell: AnyObject {
    var reusableName: String? { get }

    func prepareForReuse()
}

/// A view with a list, such as a table or collection view.
@MainActor
protocol ListHost<Cell>: AnyObject {
    associatedtype Cell: ReusableCell

    /// What the view calls a row.
    var rowName: String { get }

    /// Asks the data source for the number of rows of each section.
    func readCounts() -> [Int]
    func makeLayout(_ counts: [Int]) -> ListLayout
    func makeCell(_ path: IndexPath) -> Cell?
    func willDisplay(_ cell: Cell, _ path: IndexPath)
    func didEndDisplaying(_ cell: Cell, _ path: IndexPath)

    /// The rows or their places have changed.
    func contentDidChange()
}

/// What table and collection views have in common: the rows as last counted, their places, and the cells on
/// the screen.
@MainActor
final class ListCore<Host: ListHost> {
    private unowned let host: Host
    private var knownCounts: [Int]?
    private var knownLayout: ListLayout?
    /// The cells on the screen.
    private(set) var cells: [IndexPath: Host.Cell] = [:]
    /// The cells of rows that are gone, and of rows that get other ones: they leave the screen when it is
    /// laid out.
    private var oldCells: [(path: IndexPath, cell: Host.Cell)] = []
    private var unused: [String: [Host.Cell]] = [:]
    private var reconfigured: Host.Cell?
    private var updates = ListUpdates()
    private var depth = 0
    private var isLayingOut = false

    init(_ host: Host) { self.host = host }

    var counts: [Int] {
        if let knownCounts { return knownCounts }
        let counts = host.readCounts()
        knownCounts = counts
        return counts
    }

    var layout: ListLayout {
        if let knownLayout { return knownLayout }
        let layout = host.makeLayout(counts)
        knownLayout = layout
        return layout
    }

    /// The rows with cells on the screen, from the top.
    var paths: [IndexPath] { cells.keys.sorted() }

    func invalidateLayout() {
        knownLayout = nil
        host.contentDidChange()
    }

    /// All rows get other cells. They are counted when they are needed.
    func reload() {
        oldCells += cells.map { ($0.key, $0.value) }
        cells = [:]
        knownCounts = nil
        invalidateLayout()
    }

    /// Performs updates as one batch.
    func batch(_ work: () -> Void) {
        if depth == 0 { _ = counts }
        depth += 1
        work()
        depth -= 1
        if depth > 0 { return }
        let batch = updates
        updates = ListUpdates()
        apply(batch, leadingTo: host.readCounts())
    }

    /// Performs an update, as a batch of its own outside of one.
    func update(_ change: (inout ListUpdates) -> Void) {
        batch { change(&updates) }
    }

    func apply(_ batch: ListUpdates, leadingTo new: [Int]) {
        if isLayingOut, !batch.isEmpty {
            return Exceptions.raise("attempt to update rows while the visible cells are laid out")
        }
        if let problem = batch.problem(from: counts, to: new, row: host.rowName) {
            Exceptions.raise(problem)
            return reload()
        }
        let old = cells
        cells = [:]
        for (path, cell) in old {
            if let new = batch.path(after: path) { cells[new] = cell } else { oldCells.append((path, cell)) }
        }
        knownCounts = new
        invalidateLayout()
    }

    /// Configures the present cells of rows anew.
    func reconfigure(_ paths: [IndexPath]) {
        for path in paths {
            guard counts.contains(path) else {
                Exceptions.raise("attempt to reconfigure \(host.rowName) \(path), which does not exist")
                continue
            }
            guard let cell = cells[path] else { continue }
            reconfigured = cell
            let other = host.makeCell(path)
            reconfigured = nil
            if other === cell { continue }
            Exceptions.raise(
                "The cell returned from the data source for a reconfigured \(host.rowName) is not the existing one."
            )
        }
    }

    /// Returns a cell to be configured: while a row is reconfigured the one that it has, or else one that
    /// left the screen.
    func dequeue(_ name: String, else make: () -> Host.Cell) -> Host.Cell {
        if let reconfigured {
            if reconfigured.reusableName == name { return reconfigured }
            Exceptions.raise(
                """
                Attempted to dequeue a cell for a different registration or reuse identifier than the existing cell \
                when reconfiguring an item, which is not allowed. You must dequeue a cell using the same registration \
                or reuse identifier that was used to dequeue the cell for the existing item.
                """)
        }
        guard let cell = unused[name]?.popLast() else { return make() }
        cell.prepareForReuse()
        return cell
    }

    /// Makes the cells of rows that come into view, then removes the others, as UIKit does.
    func layOut(in rect: CGRect) {
        if isLayingOut { return }
        isLayingOut = true
        defer { isLayingOut = false }
        let visible = layout.paths(in: rect)
        for path in visible where cells[path] == nil {
            guard let cell = host.makeCell(path) else { continue }
            cells[path] = cell
            host.willDisplay(cell, path)
        }
        let hidden = Set(cells.keys).subtracting(visible)
        oldCells += hidden.map { ($0, cells[$0]!) }  // One of its keys.
        for path in hidden { cells[path] = nil }
        let leaving = oldCells.sorted { $0.path < $1.path }
        oldCells = []
        for (path, cell) in leaving {
            host.didEndDisplaying(cell, path)
            if let name = cell.reusableName { unused[name, default: []].append(cell) }
        }
    }
}
