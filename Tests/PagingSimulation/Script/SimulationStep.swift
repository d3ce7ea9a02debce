/// Something that happens in a simulated session, as data: a script stays playable when steps are taken out of it.
package enum SimulationStep: Sendable {
    /// A row, counted from the first or from the last, which is at `fromEnd(0)`.
    package enum Row: Sendable {
        case fromStart(Int), fromEnd(Int)
    }

    /// A load, by its turn among those that are running, or among all there ever were.
    package enum Load: Sendable {
        case running(Int), any(Int)
    }

    case start
    case shown(Row)
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
    /// A page comes that names itself as the one beside it.
    case answerRepeatingKey(Load)
    /// The server's rows change, and with a layout also their pages.
    case serverChanges([[Int]]?)

    case edit(SimulatedEdit)
    /// The edit is taken back that has its turn among all.
    case revert(Int)

    /// The list is saved, and begins again with what was saved.
    case restart(revalidating: Bool)
}
