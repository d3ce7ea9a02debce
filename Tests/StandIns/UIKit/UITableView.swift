import Foundation

/// A list of rows, one below the other.
@MainActor
open class UITableView: UIScrollView {
    public enum Style: Int, @unchecked Sendable {
        // Sendable: an enumeration without payloads, imported from C.
        case plain = 0
        case grouped = 1
    }

    public enum RowAnimation: Int, @unchecked Sendable {
        // Sendable: an enumeration without payloads, imported from C.
        case fade = 0
        case right = 1
        case left = 2
        case top = 3
        case bottom = 4
        case none = 5
        case middle = 6
        case automatic = 100
    }

    public enum ScrollPosition: Int, @unchecked Sendable {
        // Sendable: an enumeration without payloads, imported from C.
        case none = 0
        case top = 1
        case middle = 2
        case bottom = 3
    }

    open weak var dataSource: (any UITableViewDataSource)? { didSet { reloadData() } }
    open weak var delegate: (any UITableViewDelegate)?
    open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
    open var rowHeight: CGFloat = 44
    open var tableHeaderView: UIView? { didSet { core.invalidateLayout() } }
    open var tableFooterView: UIView? { didSet { core.invalidateLayout() } }

    /// Not UIKit's: the number of batches of updates that were animated.
    public private(set) var animatedBatchCount = 0

    private lazy var core = ListCore(self)
    private var classes: [String: UITableViewCell.Type] = [:]
    private var prefetched: Set<IndexPath> = []

    public init(frame: CGRect = .zero, style: Style = .plain) {
        super.init(frame: frame)
    }

    open override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        classes[identifier] = cellClass as? UITableViewCell.Type
    }

    open func dequeueReusableCell(
        withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell {
        core.dequeue(identifier) {
            if classes[identifier] == nil {
                Exceptions.raise(
                    """
                    unable to dequeue a cell with identifier \(identifier) - must register a nib or a class for the \
                    identifier or connect a prototype cell in a storyboard
                    """)
            }
            return (classes[identifier] ?? UITableViewCell.self).init(
                style: .default, reuseIdentifier: identifier)
        }
    }

    open var numberOfSections: Int { core.counts.count }
    open func numberOfRows(inSection section: Int) -> Int { core.counts[section] }
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { core.cells[indexPath] }
    open func rectForRow(at indexPath: IndexPath) -> CGRect { core.layout.frame(indexPath) ?? .zero }

    open var indexPathsForVisibleRows: [IndexPath]? {
        layoutIfNeeded()
        return core.paths
    }

    open func reloadData() {
        prefetched = []
        core.reload()
        _ = core.counts
    }

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        if UIView.areAnimationsEnabled { animatedBatchCount += 1 }
        core.batch { updates?() }
        completion?(true)
    }

    open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
        core.update { $0.inserted += indexPaths }
    }

    open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
        core.update { $0.removed += indexPaths }
    }

    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        core.update { $0.moved.append((indexPath, newIndexPath)) }
    }

    open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
        core.update { $0.reloaded += indexPaths }
    }

    open func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
        core.update { $0.reloadedSections.formUnion(sections) }
    }

    open func reconfigureRows(at indexPaths: [IndexPath]) { core.reconfigure(indexPaths) }

    open func scrollToRow(
        at indexPath: IndexPath, at scrollPosition: UITableView.ScrollPosition, animated: Bool
    ) {
        guard let frame = core.layout.frame(indexPath) else {
            return Exceptions.raise(
                "Attempted to scroll the table view to an out-of-bounds row (\(indexPath.row)).")
        }
        precondition(scrollPosition == .top, "The stand-in scrolls rows to the top.")
        scroll(toOffset: frame.minY - adjustedContentInset.top)
    }

    open override func layoutSubviews() {
        core.layOut(in: bounds)
        prefetch()
    }

    /// Rows within a viewport below the visible ones are prefetched once, and again when they return.
    private func prefetch() {
        let ahead = core.layout.paths(in: bounds.offsetBy(dx: 0, dy: bounds.height))
            .filter { core.cells[$0] == nil }
        prefetched.formIntersection(core.paths + ahead)
        let new = ahead.filter { prefetched.insert($0).inserted }
        if !new.isEmpty { prefetchDataSource?.tableView(self, prefetchRowsAt: new) }
    }
}

extension UITableView: ListHost {
    var rowName: String { "row" }

    func readCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
            dataSource.tableView(self, numberOfRowsInSection: $0)
        }
    }

    func makeLayout(_ counts: [Int]) -> ListLayout {
        var layout = ListLayout(width: frame.width, header: tableHeaderView?.frame.height ?? 0)
        for (section, count) in counts.enumerated() {
            layout.addSection(count: count) { row in
                delegate?.tableView(self, heightForRowAt: IndexPath(row: row, section: section)) ?? rowHeight
            }
        }
        layout.addSpace(tableFooterView?.frame.height ?? 0)
        return layout
    }

    func makeCell(_ path: IndexPath) -> UITableViewCell? { dataSource?.tableView(self, cellForRowAt: path) }

    func willDisplay(_ cell: UITableViewCell, _ path: IndexPath) {
        delegate?.tableView(self, willDisplay: cell, forRowAt: path)
    }

    func didEndDisplaying(_ cell: UITableViewCell, _ path: IndexPath) {
        delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
    }

    func contentDidChange() {
        setNeedsLayout()
        contentSize = CGSize(width: frame.width, height: core.layout.height)
    }
}

@MainActor
open class UITableViewCell: UIView, ReusableCell {
    public enum CellStyle: Sendable {
        case `default`
    }

    public let reuseIdentifier: String?
    open var contentConfiguration: (any UIContentConfiguration)?

    public required init(style: CellStyle = .default, reuseIdentifier: String? = nil) {
        self.reuseIdentifier = reuseIdentifier
        super.init()
    }

    open func prepareForReuse() {}

    open func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }

    var reusableName: String? { reuseIdentifier }
}

@MainActor
public protocol UITableViewDataSource: AnyObject {
    func numberOfSections(in tableView: UITableView) -> Int
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
}

@MainActor
public protocol UITableViewDelegate: UIScrollViewDelegate {
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
    func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
    func tableView(
        _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath)
}

@MainActor
public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
}

// Optional requirements.
extension UITableViewDataSource {
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
}

extension UITableViewDelegate {
    public func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        tableView.rowHeight
    }
    public func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {}
    public func tableView(
        _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {}
}
