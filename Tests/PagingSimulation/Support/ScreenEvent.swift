import PagingOperators

/// What happens on the screen of a simulated session.
package enum ScreenEvent {
    /// A session begins, with an empty list.
    case open
    case show(ViewState<SimulatedRow>)
    /// The list is scrolled until a row is at the top.
    case scroll(toRow: Int)
}
