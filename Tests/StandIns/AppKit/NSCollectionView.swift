import Foundation

/// A grid of items that scrolls vertically.
@MainActor
open class NSCollectionView: NSView {
    open weak var dataSource: (any NSCollectionViewDataSource)? { didSet { reloadData() } }
    open weak var prefetchDataSource: (any NSCollectionViewPrefetching)?
    open var collectionViewLayout: NSCollectionViewFlowLayout? { didSet { core.invalidateLayout() } }

    /// Not AppKit's: the number of batches of updates that were animated.
    public private(set) var animatedBatchCount = 0

    /// The height above and below the visible rectangle in which items stay active.
    private let overdraw: CGFloat = 15
    private lazy var core = ListCore(self)
    private var classes: [NSUserInterfaceItemIdentifier: NSCollectionViewItem.Type] = [:]

    open func register(
        _ itemClass: AnyClass?, forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier
    ) {
        classes[identifier] = itemClass as? NSCollectionViewItem.Type
    }

    open func makeItem(
        withIdentifier identifier: NSUserInterfaceItemIdentifier, for indexPath: IndexPath
    ) -> NSCollectionViewItem {
        core.dequeue(identifier.rawValue) {
            let item = (classes[identifier] ?? NSCollectionViewItem.self).init()
            item.identifier = identifier
            return item
        }
    }

    open func item(at indexPath: IndexPath) -> NSCollectionViewItem? { core.cells[indexPath] }

    /// The items of the last layout, also some outside of the visible rectangle.
    open func indexPathsForVisibleItems() -> Set<IndexPath> { Set(core.paths) }

    /// Reads the number of items when it is needed, as at the next layout.
    open func reloadData() { core.reload() }

    open func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) {
        if NSAnimationContext.current.duration > 0 { animatedBatchCount += 1 }
        core.batch { updates?() }
        completionHandler?(true)
    }

    open func insertItems(at indexPaths: Set<IndexPath>) { core.update { $0.inserted += indexPaths } }
    open func deleteItems(at indexPaths: Set<IndexPath>) { core.update { $0.removed += indexPaths } }
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        core.update { $0.moved.append((indexPath, newIndexPath)) }
    }
    open func reloadItems(at indexPaths: Set<IndexPath>) { core.update { $0.reloaded += indexPaths } }
    open func reloadSections(_ sections: IndexSet) { core.update { $0.reloadedSections.formUnion(sections) } }

    open func layoutAttributesForItem(at indexPath: IndexPath) -> NSCollectionViewLayoutAttributes? {
        guard let frame = core.layout.frame(indexPath) else { return nil }
        let attributes = NSCollectionViewLayoutAttributes()
        attributes.frame = frame
        return attributes
    }

    open override func layout() {
        let size = CGSize(width: superview?.frame.width ?? frame.width, height: core.layout.height)
        if frame.size != size { frame.size = size }
        core.layOut(in: visibleRect.insetBy(dx: 0, dy: -overdraw))
    }
}

extension NSCollectionView: ListHost {
    var rowName: String { "item" }

    func readCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map {
            dataSource.collectionView(self, numberOfItemsInSection: $0)
        }
    }

    func makeLayout(_ counts: [Int]) -> ListLayout {
        let flow = collectionViewLayout ?? NSCollectionViewFlowLayout()
        let width = superview?.frame.width ?? frame.width
        var layout = ListLayout(width: width)
        for count in counts {
            layout.addSection(
                count: count, columns: max(1, Int(width / flow.itemSize.width)),
                spacing: flow.minimumLineSpacing
            ) { _ in flow.itemSize.height }
        }
        return layout
    }

    func makeCell(_ path: IndexPath) -> NSCollectionViewItem? {
        dataSource?.collectionView(self, itemForRepresentedObjectAt: path)
    }

    func willDisplay(_ item: NSCollectionViewItem, _ path: IndexPath) {}
    func didEndDisplaying(_ item: NSCollectionViewItem, _ path: IndexPath) {}
    func contentDidChange() { needsLayout = true }
}

@MainActor
open class NSCollectionViewItem: ReusableCell {
    open var identifier: NSUserInterfaceItemIdentifier?

    public required init() {}

    open func prepareForReuse() {}

    var reusableName: String? { identifier?.rawValue }
}

@MainActor
open class NSCollectionViewFlowLayout {
    open var itemSize = CGSize(width: 50, height: 50)
    open var minimumLineSpacing: CGFloat = 10

    public init() {}
}

@MainActor
open class NSCollectionViewLayoutAttributes {
    open var frame = NSRect.zero
}

@MainActor
public protocol NSCollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: NSCollectionView) -> Int
    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem
}

@MainActor
public protocol NSCollectionViewPrefetching: NSObjectProtocol {
    func collectionView(_ collectionView: NSCollectionView, prefetchItemsAt indexPaths: [IndexPath])
}

// Optional requirements.
extension NSCollectionViewDataSource {
    public func numberOfSections(in collectionView: NSCollectionView) -> Int { 1 }
}
