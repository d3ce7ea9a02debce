/// A place to which a list scrolls, with a unique identity: ``PagingModel/newScrollTarget``.
///
/// Two jumps to one row are different, so that SwiftUI's `onChange(of:)` reports both.
public struct ListScroll: Sendable, Hashable, Identifiable {
    /// The identity; greater than that of any earlier scroll of the same model.
    public let id: Int

    /// The target of the scroll. Its row is one of ``PagingModel/rows``.
    public let target: ScrollTarget
}
