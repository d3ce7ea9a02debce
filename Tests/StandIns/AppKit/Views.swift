// Apple's declarations, as far as FluxUI uses them.
import Foundation

@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGPoint
@_exported import struct Foundation.CGRect
@_exported import struct Foundation.IndexPath
@_exported import struct Foundation.IndexSet
@_exported import class Foundation.NSObject
@_exported import struct Foundation.NSEdgeInsets
@_exported import struct Foundation.NSRange

@MainActor
open class NSView: NSObject {
    open var frame = NSRect.zero
    open var bounds = NSRect.zero
    open var visibleRect: NSRect { .zero }
    open var enclosingScrollView: NSScrollView? { nil }

    open func layoutSubtreeIfNeeded() {}
    open func scroll(_ point: NSPoint) {}
}

@MainActor
open class NSClipView: NSView {}

@MainActor
open class NSScrollView: NSView {
    open var documentVisibleRect: NSRect { .zero }
    open var documentView: NSView?
    open var contentView = NSClipView()
    open var contentInsets = NSEdgeInsets()
}

@MainActor
open class NSTableColumn: NSObject {}

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

    open var numberOfColumns: Int { 0 }

    open func reloadData() {}
    open func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {}
    open func beginUpdates() {}
    open func endUpdates() {}
    open func insertRows(
        at indexes: IndexSet, withAnimation animationOptions: NSTableView.AnimationOptions = []
    ) {}
    open func removeRows(
        at indexes: IndexSet, withAnimation animationOptions: NSTableView.AnimationOptions = []
    ) {}
    open func moveRow(at oldIndex: Int, to newIndex: Int) {}
    open func rect(ofRow row: Int) -> NSRect { .zero }
    open func rows(in rect: NSRect) -> NSRange { NSRange(location: 0, length: 0) }
}

@MainActor
open class NSCollectionViewItem: NSObject {}

@MainActor
open class NSCollectionViewLayoutAttributes: NSObject {
    open var frame = NSRect.zero
}

@MainActor
open class NSCollectionView: NSView {
    weak open var prefetchDataSource: (any NSCollectionViewPrefetching)?

    open func reloadData() {}
    open func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) {}
    open func insertItems(at indexPaths: Set<IndexPath>) {}
    open func deleteItems(at indexPaths: Set<IndexPath>) {}
    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
    open func reloadItems(at indexPaths: Set<IndexPath>) {}
    open func layoutAttributesForItem(at indexPath: IndexPath) -> NSCollectionViewLayoutAttributes? { nil }
    open func indexPathsForVisibleItems() -> Set<IndexPath> { [] }
}

@MainActor
public protocol NSCollectionViewPrefetching: NSObjectProtocol {
    func collectionView(_ collectionView: NSCollectionView, prefetchItemsAt indexPaths: [IndexPath])
}
