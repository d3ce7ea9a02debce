import Foundation

@MainActor
open class UICollectionView: UIScrollView {
    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static var top: ScrollPosition { ScrollPosition(rawValue: 1) }
        public static var centeredVertically: ScrollPosition { ScrollPosition(rawValue: 2) }
        public static var bottom: ScrollPosition { ScrollPosition(rawValue: 4) }
    }

    weak open var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
    open var indexPathsForVisibleItems: [IndexPath] { [] }

    open func reloadData() {}
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {}
    open func insertItems(at indexPaths: [IndexPath]) {}
    open func deleteItems(at indexPaths: [IndexPath]) {}
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    open func scrollToItem(
        at indexPath: IndexPath, at scrollPosition: UICollectionView.ScrollPosition, animated: Bool
    ) {}
    open func reloadItems(at indexPaths: [IndexPath]) {}
    open func reconfigureItems(at indexPaths: [IndexPath]) {}
}

@MainActor
open class UICollectionViewLayoutAttributes: NSObject {
    open var frame = CGRect.zero
}

@MainActor
open class UICollectionViewCell: UIView {}

@MainActor
public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
}
