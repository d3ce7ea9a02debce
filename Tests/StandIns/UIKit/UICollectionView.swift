import Foundation

/// A grid of items that scrolls vertically.
@MainActor
open class UICollectionView: UIScrollView {
    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static var top: ScrollPosition { ScrollPosition(rawValue: 1) }
        public static var centeredVertically: ScrollPosition { ScrollPosition(rawValue: 2) }
        public static var bottom: ScrollPosition { ScrollPosition(rawValue: 4) }
    }

    open weak var dataSource: (any UICollectionViewDataSource)? { didSet { reloadData() } }
    open weak var delegate: (any UICollectionViewDelegate)?
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
    public let collectionViewLayout: UICollectionViewFlowLayout

    /// Not UIKit's: the number of batches of updates that were animated.
    public private(set) var animatedBatchCount = 0

    private lazy var core = ListCore(self)
    private var classes: [String: UICollectionViewCell.Type] = [:]

    public init(
        frame: CGRect = .zero, collectionViewLayout: UICollectionViewFlowLayout = UICollectionViewFlowLayout()
    ) {
        self.collectionViewLayout = collectionViewLayout
        super.init(frame: frame)
    }

    open override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        classes[identifier] = cellClass as? UICollectionViewCell.Type
    }

    open func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell {
        core.dequeue(identifier) { make(classes[identifier] ?? UICollectionViewCell.self, identifier) }
    }

    open func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item
    ) -> Cell {
        let name = "\(Cell.self)"
        // Cells of this name are of this class.
        let cell = core.dequeue(name) { make(Cell.self, name) } as! Cell
        registration.handler(cell, indexPath, item)
        return cell
    }

    private func make(_ type: UICollectionViewCell.Type, _ identifier: String) -> UICollectionViewCell {
        let cell = type.init()
        cell.reusableName = identifier
        return cell
    }

    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { core.cells[indexPath] }

    /// The items that have cells since the last layout.
    open var indexPathsForVisibleItems: [IndexPath] { core.paths }

    /// Reads the number of items when it is needed, as at the next layout.
    open func reloadData() { core.reload() }

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        if UIView.areAnimationsEnabled { animatedBatchCount += 1 }
        core.batch { updates?() }
        completion?(true)
    }

    open func insertItems(at indexPaths: [IndexPath]) { core.update { $0.inserted += indexPaths } }
    open func deleteItems(at indexPaths: [IndexPath]) { core.update { $0.removed += indexPaths } }
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        core.update { $0.moved.append((indexPath, newIndexPath)) }
    }
    open func reloadItems(at indexPaths: [IndexPath]) { core.update { $0.reloaded += indexPaths } }
    open func reloadSections(_ sections: IndexSet) { core.update { $0.reloadedSections.formUnion(sections) } }
    open func reconfigureItems(at indexPaths: [IndexPath]) { core.reconfigure(indexPaths) }

    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard let frame = core.layout.frame(indexPath) else { return nil }
        let attributes = UICollectionViewLayoutAttributes()
        attributes.frame = frame
        return attributes
    }

    open func scrollToItem(
        at indexPath: IndexPath, at scrollPosition: UICollectionView.ScrollPosition, animated: Bool
    ) {
        guard let frame = core.layout.frame(indexPath) else {
            return Exceptions.raise(
                "Attempted to scroll the collection view to an out-of-bounds item (\(indexPath.item)).")
        }
        precondition(scrollPosition == .top, "The stand-in scrolls items to the top.")
        updateContentSize()
        scroll(toOffset: frame.minY - adjustedContentInset.top)
    }

    open override func layoutSubviews() {
        updateContentSize()
        core.layOut(in: bounds)
    }

    private func updateContentSize() {
        contentSize = CGSize(width: frame.width, height: core.layout.height)
    }
}

extension UICollectionView: ListHost {
    var rowName: String { "item" }

    func readCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
            dataSource.collectionView(self, numberOfItemsInSection: $0)
        }
    }

    func makeLayout(_ counts: [Int]) -> ListLayout {
        let (size, spacing) = (collectionViewLayout.itemSize, collectionViewLayout.minimumLineSpacing)
        var layout = ListLayout(width: frame.width)
        for count in counts {
            layout.addSection(
                count: count, columns: max(1, Int(frame.width / size.width)), spacing: spacing
            ) { _ in size.height }
        }
        return layout
    }

    func makeCell(_ path: IndexPath) -> UICollectionViewCell? {
        dataSource?.collectionView(self, cellForItemAt: path)
    }

    func willDisplay(_ cell: UICollectionViewCell, _ path: IndexPath) {
        delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
    }

    func didEndDisplaying(_ cell: UICollectionViewCell, _ path: IndexPath) {
        delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    }

    func contentDidChange() { setNeedsLayout() }
}

extension UICollectionView {
    /// Makes and configures cells of one type.
    @MainActor
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ item: Item) -> Void

        let handler: Handler

        public init(handler: @escaping Handler) {
            self.handler = handler
        }
    }
}

@MainActor
open class UICollectionViewCell: UIView, ReusableCell {
    var reusableName: String?

    public required init() { super.init() }

    open func prepareForReuse() {}
}

open class UICollectionViewListCell: UICollectionViewCell {
    open var contentConfiguration: (any UIContentConfiguration)?

    open func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
}

@MainActor
open class UICollectionViewLayoutAttributes {
    open var frame = CGRect.zero
}

@MainActor
open class UICollectionViewFlowLayout {
    open var itemSize = CGSize(width: 50, height: 50)
    open var minimumLineSpacing: CGFloat = 10

    public init() {}
}

@MainActor
public protocol UICollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell
}

@MainActor
public protocol UICollectionViewDelegate: UIScrollViewDelegate {
    func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath)
    func collectionView(
        _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath)
}

@MainActor
public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
}

// Optional requirements.
extension UICollectionViewDataSource {
    public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
}

extension UICollectionViewDelegate {
    public func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
    ) {}
    public func collectionView(
        _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
    ) {}
}
