import PagingOperators
import Streams

/// Random sessions of the paging engine, checked after each event.
package enum Simulation {
    /// Runs the session of a seed.
    ///
    /// - Parameter deviation: How the engine is broken, to test the simulation itself.
    /// - Returns: The failure with a minimal script; `nil` if there was none.
    package static func failure(
        ofSeed seed: UInt64, deviation: Deviation = Deviation()
    ) -> SimulationFailure<SimulationScript>? {
        let script = SimulationScript(seed: seed)
        guard let mismatch = mismatch(in: script, deviation) else { return nil }
        return SimulationFailure(seed: seed, script: script, mismatch: mismatch)
            .shrunk { Self.mismatch(in: $0, deviation) }
    }

    /// Returns what a screen shows in the session of a seed, for other screens to show it, too.
    package static func events(ofSeed seed: UInt64) -> [ScreenEvent] {
        var events: [ScreenEvent] = []
        _ = mismatch(in: SimulationScript(seed: seed)) { events.append($0) }
        return events
    }

    package static func mismatch(
        in script: SimulationScript, _ deviation: Deviation = Deviation(),
        record: @escaping (ScreenEvent) -> Void = { _ in }
    ) -> Mismatch? {
        let setup = script.setup
        let edits = FeedEdits(by: \SimulatedRow.id)
        let list = Empty<ListSignal, Never>().paginate(setup.rules, from: NoPages())
        let dedupe: @Sendable (SimulatedRow) -> Int = { $0.id }
        let isKept: @Sendable (SimulatedRow) -> Bool = { SimulatedRules.isKept($0) }
        let convert: @Sendable (SimulatedRow) -> SimulatedRow = { SimulatedRules.convert($0) }
        let separator: @Sendable (SimulatedRow?, SimulatedRow?) -> SimulatedRow? = {
            SimulatedRules.separator($0, $1)
        }

        func play<Signals>(_ feed: ListOfAnySource<Signals>) -> Mismatch? {
            var session = SimulatedSession(
                setup, transform: feed.transform, difference: feed.difference, edits: edits,
                deviation: deviation, record: record)
            do throws(Mismatch) {
                for step in script.steps { try session.play(step) }
                try session.comeToRest()
                try session.scrollToBothEnds()
                return nil
            } catch {
                return error
            }
        }

        return switch setup.chain {
        case .plain: play(list)
        case .identified: play(list.identified(by: dedupe))
        case .deduped: play(list.dedupe(by: dedupe))
        case .filteredDeduped: play(list.filter(isKept).dedupe(by: dedupe))
        case .latest: play(list.dedupe(latestBy: dedupe))
        case .latestFilteredSeparated:
            play(list.dedupe(latestBy: dedupe).filter(isKept).separators(separator))
        case .dedupedSeparatedFiltered:
            play(list.dedupe(by: dedupe).separators(separator).filter(isKept).map(convert))
        case .edited: play(list.dedupe(by: dedupe).edits(edits))
        case .editedRepeats: play(list.edits(edits))
        case .editedFilteredSeparated:
            play(list.dedupe(by: dedupe).edits(edits).filter(isKept).separators(separator))
        case .filteredEditedSeparated:
            play(list.dedupe(by: dedupe).filter(isKept).edits(edits).separators(separator))
        case .separatedEdited:
            play(list.dedupe(by: dedupe).separators(separator).edits(edits).map(convert))
        case .latestEdited: play(list.dedupe(latestBy: dedupe).edits(edits))
        case .editedDeduped: play(list.edits(edits).dedupe(by: dedupe))
        case .editedLatest: play(list.edits(edits).dedupe(latestBy: dedupe).separators(separator))
        case .editedSeparatedHeadedDeduped:
            play(
                list.dedupe(by: dedupe).edits(edits).separators(separator).header(SimulatedRules.header)
                    .dedupe(by: dedupe))
        }
    }
}

/// A source for making the transforms on a feed, as users do; it is never requested.
struct NoPages: PageSource {
    typealias Key = Int
    typealias Item = SimulatedRow
    typealias Failure = Never

    func page(for request: PageRequest<Int>) -> Empty<Page<Int, SimulatedRow>, Never> { Empty() }
}

/// A list of it.
typealias ListOfAnySource<Signals: Publisher<ListSignal, Never>> = ExtraPublishers.Paginate<
    Signals, AnyPageSource<Int, SimulatedRow, Never>, SimulatedRow
>
