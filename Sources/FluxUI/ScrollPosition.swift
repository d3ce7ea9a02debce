import Foundation

/// The vertical scroll position of a list.
struct ScrollPosition {
    /// The offset of the content.
    var offset: CGFloat

    /// The height of the list, with what bars cover.
    let height: CGFloat

    /// The height of the content.
    let content: CGFloat

    /// The heights that bars cover.
    let insets: (top: CGFloat, bottom: CGFloat)

    /// The distance from the top of a row to the top of the viewport; less than zero if the row begins below
    /// it, as below a header.
    func distance(fromRowAt top: CGFloat) -> CGFloat { offset + insets.top - top }

    /// Scrolls down by a distance, or up by one less than zero, as far as there is content.
    ///
    /// - Parameter pulled: The offset of the list before it was scrolled to the row. One that was pulled past
    ///   its start stays so, as far as it was.
    mutating func scroll(by distance: CGFloat, pulledTo pulled: CGFloat) {
        let start = min(pulled, -insets.top)
        let end = max(offset, content + insets.bottom - height)
        offset = max(start, min(offset + distance, end))
    }
}
