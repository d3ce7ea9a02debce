import Foundation

/// A list of rows of one height.
final class UITableView: UIScrollView {
    enum Style {
        case plain
    }

    enum RowAnimation {
        case automatic
        case none
    }

    weak var dataSource: (any UITableViewDataSource)? { didSet { reloadData() } }
    weak var delegate: (any UITableViewDelegate)?
    weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
    var rowHeight = 44.0
    var tableFooterView: UIView?

    private var cells = SectionedCells<UITableViewCell>()
    private var batch: SectionedCells<UITableViewCell>.Batch?
    private var prefetched: Set<IndexPath> = []

    /// The texts of a section's visible rows.
    func visibleTexts(section: Int) -> [String] {
        visiblePaths.filter { $0.section == section }.compactMap {
            text(of: cells[$0]?.contentConfiguration)
        }
    }

    override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

    override var contentSize: CGSize {
        let height = Double(cells.count) * rowHeight + Double(tableFooterView?.frame.height ?? 0)
        return CGSize(width: frame.width, height: height)
    }

    func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}

    func dequeueReusableCell(
        withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell {
        UITableViewCell()
    }

    func reloadData() {
        cells.reload(counts: rowCounts)
        prefetched = []
        needsLayout = true
    }

    func performBatchUpdates(_ updates: (() -> Void)?) {
        batch = .init()
        updates?()
        if let batch = batch.take() { apply(batch) }
    }

    func insertRows(at paths: [IndexPath], with animation: RowAnimation) {
        update { $0.inserted += paths }
    }

    func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {
        update { $0.removed += paths }
    }

    func moveRow(at path: IndexPath, to newPath: IndexPath) {
        update { $0.moved.append((path, newPath)) }
    }

    func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        update { $0.reloadedSections.formUnion(sections) }
    }

    func reconfigureRows(at paths: [IndexPath]) {
        for path in paths { cells[path] = nil }
        needsLayout = true
    }

    /// Makes the cells of visible rows, and removes the others.
    override func layOutSubviews() {
        let visible = visiblePaths
        for path in Set(cells.paths).subtracting(visible) { cells[path] = nil }
        for path in visible where cells[path] == nil {
            guard let cell = dataSource?.tableView(self, cellForRowAt: path) else { continue }
            cells[path] = cell
            delegate?.tableView(self, willDisplay: cell, forRowAt: path)
        }
        prefetch(after: visible)
    }

    /// Rows within a viewport below the visible ones are prefetched once, and again when they return.
    private func prefetch(after visible: [IndexPath]) {
        let ahead = paths(from: bounds.maxY, to: bounds.maxY + bounds.height)
        prefetched.formIntersection(visible + ahead)
        let new = ahead.filter { prefetched.insert($0).inserted }
        if !new.isEmpty { prefetchDataSource?.tableView(self, prefetchRowsAt: new) }
    }

    private var visiblePaths: [IndexPath] { paths(from: bounds.minY, to: bounds.maxY) }

    private func paths(from top: Double, to bottom: Double) -> [IndexPath] {
        cells.paths.enumerated().filter { row, _ in
            Double(row + 1) * rowHeight > top && Double(row) * rowHeight < bottom
        }.map(\.element)
    }

    private var rowCounts: [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
            dataSource.tableView(self, numberOfRowsInSection: $0)
        }
    }

    private func update(_ change: (inout SectionedCells<UITableViewCell>.Batch) -> Void) {
        if batch != nil { return change(&batch!) }  // Checked in the same line.
        var single = SectionedCells<UITableViewCell>.Batch()
        change(&single)
        apply(single)
    }

    private func apply(_ batch: SectionedCells<UITableViewCell>.Batch) {
        cells.apply(batch, counts: rowCounts)
        needsLayout = true
    }
}

@MainActor
class UITableViewCell {
    var contentConfiguration: (any UIContentConfiguration)?

    func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
}

@MainActor
protocol UITableViewDataSource: AnyObject {
    func numberOfSections(in tableView: UITableView) -> Int
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

@MainActor
protocol UITableViewDelegate: UIScrollViewDelegate {
    func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
}

@MainActor
protocol UITableViewDataSourcePrefetching: AnyObject {
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
}
