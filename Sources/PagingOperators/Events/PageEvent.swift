import Streams

/// An event of a list or a source of pages, such as a page that is requested, or the reason why none is. See
/// ``Streams/ExtraPublishers/Paginate/events``.
///
/// The events of a session are in order. Each load has one number: it starts, may be retried, and ends with
/// one of ``Kind/loaded(items:presented:next:)``, ``Kind/failed(_:)`` and ``Kind/cancelled``.
public struct PageEvent: Sendable {
    /// The kind of an event.
    public enum Kind: Sendable {
        /// A session of the feed has begun.
        case began

        /// The list has reported rows in view.
        case reported(rows: Range<Int>)

        /// The list has sent a signal other than ``reported(rows:)``.
        case signal(ListSignal)

        /// A signal loads no page in a direction, for a reason. The direction is `nil` if the reason applies
        /// to none.
        case notNeeded(LoadDirection?, Reason)

        /// A page was requested: its key, `nil` for the source's first page; the position of its rows; and
        /// the number of the attempt, from 1.
        case started(key: String?, direction: LoadDirection, attempt: Int)

        /// A response of a server was received, by ``HTTPPages``.
        case responded(PageResponse)

        /// An attempt has failed, and the source tries again after a time.
        case retrying(attempt: Int, after: Duration, error: any Error)

        /// A page was loaded: the number of its items; the number of its rows in the list, after transforms,
        /// or `nil` for a source without a list; and the key of the page that follows in the direction of the
        /// load, or `nil` at the end.
        case loaded(items: Int, presented: Int?, next: String?)

        /// A load has failed, after the last attempt.
        case failed(any Error)

        /// The source repeats its pages, and the list loads no more in a direction.
        case stopped(LoadDirection, any Error)

        /// A load was cancelled: by a signal, because its page is not needed any more, or at the end of the
        /// session. A response or a retry that is reported at the same time, on another thread, may follow.
        case cancelled

        /// A page was received for a load that was cancelled before, and is ignored.
        case droppedLate

        /// A page was removed from the window of ``PagingRules/maxRows``: its key, the number of its rows,
        /// and the edge where it was, `prepend` for the first page and `append` for the last.
        case removed(key: String?, rows: Int, LoadDirection)

        /// The rows of an earlier session are shown: of a snapshot, or from a ``PageStore``.
        case restored(rows: Int)

        /// The source has reported that its items have changed.
        case invalidated

        /// The source has inserted an item at an edge of the list, `prepend` for the start and `append` for
        /// the end; and the number of rows that the list has gained. Zero if the item is hidden, waits for a
        /// page that may have it, or is on a page that is not loaded.
        case inserted(LoadDirection, rows: Int)

        /// The list has another source, or the first one of a publisher of sources.
        case sourceReplaced

        /// The list has published a state.
        case published(PublishedState)

        /// The session has ended: it was cancelled, or the signals have finished and nothing is loading.
        case ended
    }

    /// The time, of the scheduler of the subscription.
    public internal(set) var time: Duration

    /// The number of the session, from 1. Each subscriber of a feed has a session of its own.
    public let session: Int

    /// The number of the load within the session, for the events of a load.
    public let load: Int?

    /// The kind of the event.
    public internal(set) var kind: Kind

    init(_ kind: Kind, load: Int? = nil, session: Int, time: Duration = .zero) {
        self.kind = kind
        self.load = load
        self.session = session
        self.time = time
    }
}

/// A state of a list without its rows, for logs: ``PageEvent/Kind/published(_:)``.
public struct PublishedState: Sendable, CustomStringConvertible {
    /// The number of rows, placeholders included.
    public let rowCount: Int

    /// The number of items.
    public let itemCount: Int

    /// The number of placeholders before the items.
    public let placeholdersBefore: Int

    /// The change from the state before.
    public let change: RowChange

    /// The state of the first load or a refresh.
    public let refresh: LoadState

    /// The state of loading before the first row.
    public let prepend: LoadState

    /// The state of loading after the last row.
    public let append: LoadState

    /// The state in one line, as ``ViewState`` prints it.
    public let description: String

    @usableFromInline
    init<Item>(_ state: ViewState<Item>) {
        rowCount = state.rowCount
        itemCount = state.items.count
        placeholdersBefore = state.placeholdersBefore
        change = state.change
        refresh = state.refresh
        prepend = state.prepend
        append = state.append
        description = state.description
    }
}
