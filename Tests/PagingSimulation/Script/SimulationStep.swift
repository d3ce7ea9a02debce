/// A step of a simulated session, as data: a script stays valid when steps are removed from it.
package enum SimulationStep: Sendable {
    /// A row, counted from the first or from the last, which is `fromEnd(0)`.
    package enum Row: Sendable {
        case fromStart(Int), fromEnd(Int)
    }

    /// A load, by its index among the running ones or among all so far.
    package enum Load: Sendable {
        case running(Int), any(Int)
    }

    case start
    /// Rows come into view, from one on.
    case shown(Row, count: Int)
    /// Rows are prefetched, from one on.
    case prefetch(Row, count: Int)
    case scrolled(atStart: Bool, atEnd: Bool)
    case loadMore
    case loadPrevious
    case refresh
    case retry
    case cancel
    case reset
    case jump(toRow: Int)
    case invalidate

    case answer(Load)
    case fail(Load)
    /// A page arrives whose neighbor's key is its own.
    case answerRepeatingKey(Load)
    /// The server's rows change, and with a layout also their pages.
    case serverChanges([[Int]]?)

    case edit(SimulatedEdit)
    /// The edit with an index among all is reverted.
    case revert(Int)
    /// The edit with an index among all is confirmed.
    case confirm(Int)

    /// The server pushes new versions of rows, and which are deleted.
    case push(updated: [SimulatedRow], deleted: [Int])

    /// The list is saved and restored.
    case restart(revalidating: Bool)
    /// Another session starts. What was loaded is in a store.
    case reopen
    /// The store delivers the list that was loaded before the session started.
    case readStore(isValid: Bool)
}
