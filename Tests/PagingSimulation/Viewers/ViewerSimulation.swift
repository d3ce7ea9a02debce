import PagingOperators
import SeededRandom
import Streams

/// Random closed-loop sessions: screens that answer each state of a list as long as it changes.
///
/// For each gesture a list comes to rest, loads no page twice and no more pages than its rules require, and
/// keeps the rows in view, whatever its window and the order in which pages arrive. Through refreshes and
/// reloads the row at the top keeps its place where its item is still there, and after a jump the row is in
/// view.
package enum ViewerSimulation {
    /// Runs the session of a seed.
    ///
    /// - Parameter deviation: How the engine is broken, to test the simulation itself.
    /// - Returns: The failure with a minimal list of gestures; `nil` if there was none.
    package static func failure(
        ofSeed seed: UInt64, deviation: Deviation = Deviation()
    ) -> ViewerFailure? {
        let (setup, gestures) = session(ofSeed: seed)
        guard mismatch(of: gestures, in: setup, seed: seed, deviation) != nil else { return nil }
        let shortest = gestures.shrunk { mismatch(of: $0, in: setup, seed: seed, deviation) != nil }
        guard let mismatch = mismatch(of: shortest, in: setup, seed: seed, deviation) else { return nil }
        return ViewerFailure(seed: seed, setup: setup, gestures: shortest, mismatch: mismatch)
    }

    /// Returns what the screen of a seed's session shows, for other screens to show it, too.
    package static func events(ofSeed seed: UInt64) -> (viewport: Int, events: [ScreenEvent]) {
        let (setup, gestures) = session(ofSeed: seed)
        var events: [ScreenEvent] = []
        _ = mismatch(of: gestures, in: setup, seed: seed) { events.append($0) }
        return (setup.viewport, events)
    }

    private static func session(ofSeed seed: UInt64) -> (ViewerSetup, [Gesture]) {
        var random = SeededGenerator(seed: seed)
        let setup = ViewerSetup(with: &random, seed: seed)
        let gestures = (0..<random.number(below: 16)).map { _ in Gesture.random(in: setup, with: &random) }
        // In other sessions than those that are tests.
        return (setup, seed % 5 == 4 ? gestures.map(\.replacingSource) : gestures)
    }

    private static func mismatch(
        of gestures: [Gesture], in setup: ViewerSetup, seed: UInt64, _ deviation: Deviation = Deviation(),
        record: @escaping (ScreenEvent) -> Void = { _ in }
    ) -> Mismatch? {
        func play<Signals>(_ feed: ListOfAnySource<Signals>) -> Mismatch? {
            var session = ViewerSession(
                setup, transform: feed.transform, difference: feed.difference, seed: seed,
                deviation: deviation, record: record)
            do throws(Mismatch) {
                try session.start()
                for gesture in gestures { try session.perform(gesture) }
                try session.scrollThrough()
                return nil
            } catch {
                return error
            }
        }

        let list = Empty<ListSignal, Never>().paginate(setup.rules, from: NoPages())
        let separator: @Sendable (SimulatedRow?, SimulatedRow?) -> SimulatedRow? = {
            SimulatedRules.separator($0, $1)
        }
        return switch (setup.isDeduped, setup.isSeparated) {
        case (false, false): play(list)
        case (true, false): play(list.dedupe(by: \.id))
        case (false, true): play(list.separators(separator))
        case (true, true): play(list.dedupe(by: \.id).separators(separator))
        }
    }
}

/// A closed-loop session that breaks a rule.
package struct ViewerFailure: Error, CustomStringConvertible {
    package let seed: UInt64
    package let setup: ViewerSetup
    package let gestures: [Gesture]
    package let mismatch: Mismatch

    package var description: String {
        "viewer of seed \(seed)\n\(setup)" + gestures.map { "\n  \($0)" }.joined() + "\n\(mismatch)"
    }
}
