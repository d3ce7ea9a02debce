import Streams
import TestSupport
import Testing

/// A way to request all values of a stream.
enum DemandPattern: Sendable, CaseIterable {
    /// Unlimited demand.
    case unlimited
    /// One value, and with each value one more, returned from `receive(_:)`.
    case returned
    /// One value, and with each value one more, requested within it.
    case reentrant
    /// One value, then one more each time nothing is scheduled.
    case oneByOne
    /// A few values each time nothing is scheduled, and a few within values.
    case random

    /// Whether there is always demand.
    var isEager: Bool {
        switch self {
        case .unlimited, .returned, .reentrant: true
        case .oneByOne, .random: false
        }
    }

    /// Requests values until the stream completes.
    func collect(
        _ publisher: IntPublisher, on time: VirtualTimeScheduler, using generator: inout SeededGenerator
    ) -> Probe<Int, TestError> {
        let probe = attach(to: publisher)
        time.run()
        var rounds = 0
        while probe.completion == nil, rounds < 1_000 {
            rounds += 1
            switch self {
            case .unlimited, .returned, .reentrant: return probe
            case .oneByOne: probe.request(1)
            case .random:
                probe.requestNothing()
                probe.request(Int.random(in: 0...3, using: &generator))
            }
            time.run()
        }
        return probe
    }

    private func attach(to publisher: IntPublisher) -> Probe<Int, TestError> {
        switch self {
        case .unlimited: publisher.probe()
        case .returned: publisher.probe(initial: .max(1), perValue: .max(1))
        case .reentrant: publisher.probe(initial: .max(1)) { probe, _ in probe.request(1) }
        case .oneByOne: publisher.probe(initial: .none)
        case .random: publisher.probe(initial: .none) { probe, value in probe.request(abs(value) % 2) }
        }
    }
}
