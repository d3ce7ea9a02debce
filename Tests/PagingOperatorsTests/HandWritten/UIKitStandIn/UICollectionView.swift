import Foundation

/// A grid of items; here, one below the other.
final class UICollectionView: UIScrollView {
    weak var dataSource: (any UICollectionViewDataSource)? { didSet { reloadData() } }
    weak var delegate: (any UIScrollViewDelegate)?
    let collectionViewLayout: UICollectionViewFlowLayout

    private var cells = SectionedCells<UICollectionViewCell>()
    private var batch: SectionedCells<UICollectionViewCell>.Batch?

    init(frame: CGRect, collectionViewLayout: UICollectionViewFlowLayout) {
        self.collectionViewLayout = collectionViewLayout
        super.init(frame: frame)
    }

    /// The texts of a section's visible items.
    func visibleTexts(section: Int) -> [String] {
        visiblePaths.filter { $0.section == section }.compactMap {
            text(of: (cells[$0] as? UICollectionViewListCell)?.contentConfiguration)
        }
    }

    override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

    override var contentSize: CGSize { CGSize(width: frame.width, height: Double(cells.count) * itemHeight) }

    func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item
    ) -> Cell {
        let cell = Cell()
        registration.handler(cell, indexPath, item)
        return cell
    }

    func reloadData() {
        cells.reload(counts: itemCounts)
        needsLayout = true
    }

    func performBatchUpdates(_ updates: (() -> Void)?) {
        batch = .init()
        updates?()
        if let batch = batch.take() { apply(batch) }
    }

    func insertItems(at paths: [IndexPath]) { update { $0.inserted += paths } }
    func deleteItems(at paths: [IndexPath]) { update { $0.removed += paths } }
    func moveItem(at path: IndexPath, to newPath: IndexPath) { update { $0.moved.append((path, newPath)) } }
    func reloadSections(_ sections: IndexSet) { update { $0.reloadedSections.formUnion(sections) } }

    func reconfigureItems(at paths: [IndexPath]) {
        for path in paths { cells[path] = nil }
        needsLayout = true
    }

    override func layOutSubviews() {
        let visible = visiblePaths
        for path in Set(cells.paths).subtracting(visible) { cells[path] = nil }
        for path in visible where cells[path] == nil {
            cells[path] = dataSource?.collectionView(self, cellForItemAt: path)
        }
    }

    private var itemHeight: Double { Double(collectionViewLayout.itemSize.height) }

    private var visiblePaths: [IndexPath] {
        cells.paths.enumerated().filter { row, _ in
            Double(row + 1) * itemHeight > bounds.minY && Double(row) * itemHeight < bounds.maxY
        }.map(\.element)
    }

    private var itemCounts: [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
            dataSource.collectionView(self, numberOfItemsInSection: $0)
        }
    }

    private func update(_ change: (inout SectionedCells<UICollectionViewCell>.Batch) -> Void) {
        if batch != nil { return change(&batch!) }  // Checked in the same line.
        var single = SectionedCells<UICollectionViewCell>.Batch()
        change(&single)
        apply(single)
    }

    private func apply(_ batch: SectionedCells<UICollectionViewCell>.Batch) {
        cells.apply(batch, counts: itemCounts)
        needsLayout = true
    }
}

extension UICollectionView {
    /// Makes and configures cells of one type.
    struct CellRegistration<Cell: UICollectionViewCell, Item> {
        let handler: @MainActor (_ cell: Cell, _ indexPath: IndexPath, _ item: Item) -> Void

        init(handler: @escaping @MainActor (_ cell: Cell, _ indexPath: IndexPath, _ item: Item) -> Void) {
            self.handler = handler
        }
    }
}

@MainActor
class UICollectionViewCell {
    required init() {}
}

class UICollectionViewListCell: UICollectionViewCell {
    var contentConfiguration: (any UIContentConfiguration)?

    func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
}

@MainActor
final class UICollectionViewFlowLayout {
    var itemSize = CGSize(width: 50, height: 50)
}

@MainActor
protocol UICollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
}
