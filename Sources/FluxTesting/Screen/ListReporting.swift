/// The signals that a simulated list sends to its feed while it is scrolled.
public enum ListReporting: Sendable, Hashable {
    /// `ListSignal.shown(row:)` for each row that becomes visible, and for each visible row that changes.
    case rows

    /// `ListSignal.shown(rows:)` with all visible rows, whenever they or the number of rows change, and after
    /// the list was reloaded.
    case visibleRows

    /// `ListSignal.scrolled` whenever the offset or the length of the content changes.
    case distances

    /// None: pages are requested by a button or a pull.
    case nothing
}
