import Foundation

@_exported import struct Foundation.CGFloat
@_exported import struct Foundation.CGPoint
@_exported import struct Foundation.CGRect
@_exported import struct Foundation.IndexPath
@_exported import struct Foundation.IndexSet
@_exported import struct Foundation.NSEdgeInsets
@_exported import class Foundation.NSObject
@_exported import struct Foundation.NSRange
@_exported import typealias Foundation.NSPoint
@_exported import typealias Foundation.NSRect

/// A rectangle in a window. Its coordinates are flipped, and those of documents begin at zero.
@MainActor
open class NSView {
    open var frame: NSRect { didSet { superview?.subviewDidChange() } }
    open internal(set) weak var superview: NSView?
    open var identifier: NSUserInterfaceItemIdentifier?
    var needsLayout = true

    public init(frame: NSRect = .zero) {
        self.frame = frame
    }

    deinit {
        removeAssociatedObjects(of: ObjectIdentifier(self))
    }

    open var window: NSWindow? { nil }

    open var bounds: NSRect { NSRect(origin: .zero, size: frame.size) }

    open var enclosingScrollView: NSScrollView? {
        superview as? NSScrollView ?? superview?.enclosingScrollView
    }

    open var visibleRect: NSRect {
        enclosingScrollView.map { bounds.intersection($0.contentView.bounds) } ?? bounds
    }

    /// Lays out what has changed; AppKit does so before a window is drawn.
    open func layoutSubtreeIfNeeded() {
        while needsLayout {
            needsLayout = false
            layout()
        }
    }

    open func layout() {}
    open func prepareForReuse() {}

    /// Scrolls the nearest clip view so that a point is at its origin, as far as there is content.
    open func scroll(_ point: NSPoint) {
        guard let clip = enclosingScrollView?.contentView else { return }
        clip.scroll(to: clip.constrainBoundsRect(NSRect(origin: point, size: clip.bounds.size)).origin)
    }

    func subviewDidChange() {}
}

public struct NSUserInterfaceItemIdentifier: Hashable, Sendable {
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The viewport of a scroll view.
@MainActor
open class NSClipView: NSView {
    private var origin = NSPoint.zero

    /// The parts that bars and a column header cover, which lie upon it. A document at its start moves with
    /// them.
    open var contentInsets = NSEdgeInsets() {
        didSet {
            if origin.y == -oldValue.top { scroll(to: NSPoint(x: 0, y: -contentInsets.top)) }
        }
    }

    open override var bounds: NSRect { NSRect(origin: origin, size: frame.size) }

    open func scroll(to newOrigin: NSPoint) {
        origin = newOrigin
        enclosingScrollView?.documentView?.needsLayout = true
    }

    open func constrainBoundsRect(_ proposedBounds: NSRect) -> NSRect {
        let end = (enclosingScrollView?.documentView?.frame.height ?? 0) + contentInsets.bottom - frame.height
        let y = max(-contentInsets.top, min(proposedBounds.minY, end))
        return NSRect(origin: NSPoint(x: 0, y: y), size: frame.size)
    }

    /// Scrolls back when the document has become shorter.
    override func subviewDidChange() { scroll(to: constrainBoundsRect(bounds).origin) }
}

@MainActor
open class NSScrollView: NSView {
    public let contentView: NSClipView

    public override init(frame: NSRect = .zero) {
        contentView = NSClipView(frame: NSRect(origin: .zero, size: frame.size))
        super.init(frame: frame)
        contentView.superview = self
    }

    open var documentView: NSView? {
        didSet {
            documentView?.superview = contentView
            tile()
            contentView.subviewDidChange()
        }
    }

    /// The parts that bars cover.
    open var contentInsets = NSEdgeInsets() { didSet { tile() } }

    /// Places the clip view, which a column header covers below the bars.
    open func tile() {
        var insets = contentInsets
        insets.top += (documentView as? NSTableView)?.headerView?.frame.height ?? 0
        contentView.contentInsets = insets
    }
}
