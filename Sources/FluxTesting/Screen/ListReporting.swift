/// What a simulated list tells its feed.
public enum ListReporting: Sendable, Hashable {
    /// Each row that comes into view, and each in view that changes: `ListSignal.shown(row:)`.
    case rows

    /// How far it is scrolled, whenever that or the length of the content has changed: `ListSignal.scrolled`.
    case distances

    /// Nothing by itself: pages are asked for by a button or a pull.
    case nothing
}
