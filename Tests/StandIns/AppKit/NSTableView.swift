import Foundation

@MainActor
open class NSTableColumn {
    public init() {}
}

/// The names of the columns of a table view.
open class NSTableHeaderView: NSView {}

/// The durations of animations, of which there are none.
@MainActor
open class NSAnimationContext {
    private static var contexts = [NSAnimationContext()]

    open class var current: NSAnimationContext { contexts[contexts.count - 1] }

    open var duration: TimeInterval = 0.25

    open class func beginGrouping() {
        let context = NSAnimationContext()
        context.duration = current.duration
        contexts.append(context)
    }

    open class func endGrouping() { contexts.removeLast() }
}

/// A list of rows, each with one view.
@MainActor
open class NSTableView: NSView {
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static var effectFade: AnimationOptions { AnimationOptions(rawValue: 1) }
        public static var effectGap: AnimationOptions { AnimationOptions(rawValue: 2) }
        public static var slideUp: AnimationOptions { AnimationOptions(rawValue: 16) }
        public static var slideDown: AnimationOptions { AnimationOptions(rawValue: 32) }
        public static var slideLeft: AnimationOptions { AnimationOptions(rawValue: 48) }
        public static var slideRight: AnimationOptions { AnimationOptions(rawValue: 64) }
    }

    open weak var dataSource: (any NSTableViewDataSource)? { didSet { reloadData() } }
    open weak var delegate: (any NSTableViewDelegate)? { didSet { reloadData() } }
    open var rowHeight: CGFloat = 24
    open var headerView: NSTableHeaderView? { didSet { enclosingScrollView?.tile() } }

    private let column = NSTableColumn()
    private lazy var core = ListCore(self)
    private var depth = 0
    /// The heights of the rows; `nil` for those that the delegate has not been asked for.
    private var heights: [CGFloat?] = []

    open var numberOfColumns: Int { 1 }
    open var numberOfRows: Int { core.counts[0] }
    open func rect(ofRow row: Int) -> NSRect { core.layout.frame(path(row)) ?? .zero }
    open func view(atColumn column: Int, row: Int, makeIfNecessary: Bool) -> NSView? { core.cells[path(row)] }

    open func rows(in rect: NSRect) -> NSRange {
        let rows = core.layout.paths(in: rect).map(\.row)
        return NSRange(location: rows.first ?? 0, length: rows.count)
    }

    open func makeView(withIdentifier identifier: NSUserInterfaceItemIdentifier, owner: Any?) -> NSView? {
        let none = NSView()
        let view = core.dequeue(identifier.rawValue) { none }
        return view === none ? nil : view
    }

    /// The selected rows keep their selection while they are in the table view.
    open private(set) var selectedRowIndexes = IndexSet()

    open func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection extend: Bool) {
        selectedRowIndexes = extend ? selectedRowIndexes.union(indexes) : indexes
    }

    open func reloadData() {
        heights = []
        core.reload()
        _ = core.counts
    }

    /// The rows have to be there. They keep their heights.
    open func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {
        if let row = rowIndexes.first(where: { $0 >= numberOfRows }) { return raise(row) }
        update { $0.reloaded = rowIndexes.map(path) }
    }

    open func noteHeightOfRows(withIndexesChanged indexSet: IndexSet) {
        for row in indexSet where row < heights.count { heights[row] = nil }
        core.invalidateLayout()
    }

    // Each update counts the rows that the one before it has left. The data source is asked at the end.

    open func beginUpdates() { depth += 1 }

    open func endUpdates() {
        depth -= 1
        let count = readCounts()[0]
        if depth > 0 || count == numberOfRows { return }
        Exceptions.raise(
            "The table view has \(numberOfRows) rows after the updates, and its data source \(count).")
        reloadData()
    }

    open func insertRows(
        at indexes: IndexSet, withAnimation animationOptions: NSTableView.AnimationOptions = []
    ) {
        if let last = indexes.last, last >= numberOfRows + indexes.count { return raise(last) }
        for row in indexes where row <= heights.count { heights.insert(nil, at: row) }
        update { $0.inserted = indexes.map(path) }
    }

    open func removeRows(
        at indexes: IndexSet, withAnimation animationOptions: NSTableView.AnimationOptions = []
    ) {
        if let last = indexes.last, last >= numberOfRows { return raise(last) }
        for row in indexes.reversed() where row < heights.count { heights.remove(at: row) }
        update { $0.removed = indexes.map(path) }
    }

    open func moveRow(at oldIndex: Int, to newIndex: Int) {
        if let row = [oldIndex, newIndex].first(where: { $0 >= numberOfRows }) { return raise(row) }
        if heights.count == numberOfRows { heights.insert(heights.remove(at: oldIndex), at: newIndex) }
        update { $0.moved = [(path(oldIndex), path(newIndex))] }
    }

    private func update(_ change: (inout ListUpdates) -> Void) {
        var updates = ListUpdates()
        change(&updates)
        if updates.reloaded.isEmpty {
            let selected = selectedRowIndexes.compactMap { updates.path(after: path($0))?.row }
            selectedRowIndexes = IndexSet(selected)
        }
        core.apply(updates, leadingTo: [numberOfRows + updates.inserted.count - updates.removed.count])
        if depth == 0 {
            beginUpdates()
            endUpdates()
        }
    }

    private func raise(_ row: Int) {
        Exceptions.raise(
            "NSTableView error inserting/removing/moving row \(row) (numberOfRows: \(numberOfRows)).")
    }

    open override func layout() { core.layOut(in: visibleRect) }

    private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }
}

extension NSTableView: ListHost {
    var rowName: String { "row" }

    func readCounts() -> [Int] { [dataSource?.numberOfRows(in: self) ?? 0] }

    func makeLayout(_ counts: [Int]) -> ListLayout {
        var layout = ListLayout(width: superview?.frame.width ?? frame.width)
        if heights.count != counts[0] { heights = Array(repeating: nil, count: counts[0]) }
        layout.addSection(count: counts[0]) { row in
            let height = heights[row] ?? delegate?.tableView(self, heightOfRow: row) ?? rowHeight
            heights[row] = height
            return height
        }
        return layout
    }

    func makeCell(_ path: IndexPath) -> NSView? {
        delegate?.tableView(self, viewFor: column, row: path.row)
    }

    func willDisplay(_ view: NSView, _ path: IndexPath) {}
    func didEndDisplaying(_ view: NSView, _ path: IndexPath) {}

    func contentDidChange() {
        needsLayout = true
        frame.size = CGSize(width: superview?.frame.width ?? frame.width, height: core.layout.height)
    }
}

extension NSView: ReusableCell {
    var reusableName: String? { identifier?.rawValue }
}

@MainActor
public protocol NSTableViewDataSource: AnyObject {
    func numberOfRows(in tableView: NSTableView) -> Int
}

@MainActor
public protocol NSTableViewDelegate: AnyObject {
    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView?
    func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat
}

// Optional requirements.
extension NSTableViewDelegate {
    public func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat { tableView.rowHeight }
}
