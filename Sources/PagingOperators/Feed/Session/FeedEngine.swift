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
}

extension PagingEngine: FeedEngine {
    @inlinable
    package var paging: PagingEngine { self }

    @inlinable
    package static func event(_ event: Event) -> Event { event }

    @inlinable
    package static func id(_ id: LoadID) -> LoadID { id }
}

extension EngineSession where Engine: FeedEngine {
    /// Handles a hint. Most of them require no action, and cost next to nothing.
    @inlinable
    func submit(shown rows: Range<Int>) {
        guard drain.enterAnonymously() else {
            return post(.engine(Engine.event(.signal(.shown(rows: rows)))))
        }
        if engine?.takesNote(ofShown: rows) != true {
            handle(.engine(Engine.event(.signal(.shown(rows: rows)))))
        }
        leaveDrain()
    }
}
