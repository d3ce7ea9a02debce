/// A fault of a list as a whole, other than of one response.
package enum ListFault: Sendable, Equatable {
    /// Before each page but the first, this many new items appear at the start of the list, so that pages by
    /// number or offset repeat items.
    case shifting(by: Int)
    /// Each page but the first starts with the last item of the page before.
    case repeatingRow
    /// The page after this one, counted from 1, is the first.
    case cycle(after: Int)
    /// The first page in response to every request.
    case samePage
}
