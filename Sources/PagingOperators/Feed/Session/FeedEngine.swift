import Streams

/// An engine that pages: the paging engine, alone or as a part of another one.
@usableFromInline
package protocol FeedEngine: SessionEngine {
    associatedtype Key: Hashable & Sendable
    associatedtype Input: Sendable
    associatedtype Item: Sendable

    /// The paging engine.
    var paging: PagingEngine<Key, Input, Item> { get }

    /// Handles a hint, if only the rows have to be stored.
    ///
    /// - Returns: Whether it has been handled; if not, it has to be handled as an event.
    mutating func takesNote(ofShown rows: Range<Int>) -> Bool

    /// Converts an event of the paging engine.
    static func event(_ event: PagingEngine<Key, Input, Item>.Event) -> Event

    /// Converts the identifier of a load of the paging engine.
    static func id(_ id: LoadID) -> ID

    /// The event of the paging engine that an event is; `nil` if it is another one.
    static func pagingEvent(_ event: Event) -> PagingEngine<Key, Input, Item>.Event?

    /// The load of a page that a load is; `nil` if it is another one.
    static func pageLoad(_ id: ID, _ request: Request) -> (LoadID, PageRequest<Key>)?

    /// The identifier of the load of a page; `nil` for another load.
    static func pageLoadID(_ id: ID) -> LoadID?

    /// Describes a state without its rows.
    static func published(_ state: State) -> PublishedState
}

extension PagingEngine: FeedEngine {
    @inlinable
    package var paging: PagingEngine { self }

    @inlinable
    package static func event(_ event: Event) -> Event { event }

    @inlinable
    package static func id(_ id: LoadID) -> LoadID { id }

    @inlinable
    package static func pagingEvent(_ event: Event) -> Event? { event }

    @inlinable
    package static func pageLoad(_ id: LoadID, _ request: PageRequest<Key>) -> (LoadID, PageRequest<Key>)? {
        (id, request)
    }

    @inlinable
    package static func pageLoadID(_ id: LoadID) -> LoadID? { id }

    @inlinable
    package static func published(_ state: ViewState<Item>) -> PublishedState { PublishedState(state) }
}

extension EngineSession where Engine: FeedEngine {
    /// Handles a hint. Most of them require no action, and cost next to nothing.
    @inlinable
    func submit(shown rows: Range<Int>) {
        guard drain.enterAnonymously() else {
            return post(.engine(Engine.event(.signal(.shown(rows: rows)))))
        }
        // Who subscribes to the events of the list receives each report.
        if isObserved || engine?.takesNote(ofShown: rows) != true {
            handle(.engine(Engine.event(.signal(.shown(rows: rows)))))
        }
        leaveDrain()
    }
}
