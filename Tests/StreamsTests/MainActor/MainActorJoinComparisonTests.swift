import Dispatch
import Streams
import TestSupport
import Testing

/// Random streams of joins send the same on the main actor as in their plain forms.
@Suite(.timeLimit(.minutes(1))) @MainActor
struct MainActorJoinComparisonTests {
    @Test func joinsSendTheSameAsThePlainForms() async {
        for seed in Seeds.make(400) {
            var random = SeededGenerator(seed: seed)
            let isMixed = random.chance(50)
            let stream = JoinedStream.make(&random, depth: 4, isMixed: isMixed)
            let demand: Subscribers.Demand = random.chance(50) ? .unlimited : .max(1)
            let limit = random.chance(50) ? Int.max : 1 + random.number(below: 5)
            let expected = await transcript(demand, limit) { stream.plain(log: $0) }
            let actual = await transcript(demand, limit) { stream.onMainActor(log: $0).eraseToAnyPublisher() }
            // Elsewhere a closure may be called while values before it wait.
            let closuresFollowValues = demand == .unlimited && !isMixed
            let isEqual =
                closuresFollowValues
                ? actual == expected : actual.filter(\.isSignal) == expected.filter(\.isSignal)
            let isSilentAfterCancellation = !actual.contains(.cancelled) || actual.last == .cancelled
            if !isEqual || !isSilentAfterCancellation {
                Issue.record("FLUX_SEED=\(seed): \(actual), not \(expected), of \(stream)")
                return
            }
        }
    }

    /// What a stream sends, and the closures that it calls, until the end or a cancellation.
    private func transcript(
        _ demand: Subscribers.Demand, _ limit: Int, of make: (JoinLog) -> IntPublisher
    ) async -> [JoinEvent] {
        let log = JoinLog()
        let ended = Gate()
        let probe = make(log).probe(
            initial: demand, perValue: demand == .unlimited ? .none : demand,
            onValue: { probe, value in
                MainActor.assertIsolated()
                log.append(.value(value))
                if probe.values.count < limit { return }
                probe.cancel()
                log.append(.cancelled)
                ended.open()
            },
            onCompletion: { probe in
                MainActor.assertIsolated()
                log.append(.completion(probe.completion))
                ended.open()
            })
        await ended.pass()
        for _ in 0..<3 {
            JoinedStream.queue.sync {}
            let ran = Gate()
            MainActor.shared.schedule { ran.open() }
            await ran.pass()
        }
        return withExtendedLifetime(probe) { log.entries }
    }
}

private typealias JoinLog = Log<JoinEvent>

private enum JoinEvent: Equatable, Sendable, CustomStringConvertible {
    case value(Int)
    case completion(IntCompletion?)
    case cancelled
    /// The closure of a join is called; only those on the main actor.
    case closure(Int)

    var isSignal: Bool {
        if case .closure = self { false } else { true }
    }

    var description: String {
        switch self {
        case .value(let value): "\(value)"
        case .completion(.finished?): "finished"
        case .completion: "failed"
        case .cancelled: "cancelled"
        case .closure(let number): "closure \(number)"
        }
    }
}

/// A description of a stream, which is built with the operators of the main actor and without.
private indirect enum JoinedStream: Sendable {
    enum Form: Sendable { case plain, mainActor }
    enum Place: Sendable { case caller, queue, mainActor }

    case source([Int], IntCompletion, on: Place)
    case append(Form, JoinedStream, JoinedStream, closure: Int)
    case prepend(Form, JoinedStream, JoinedStream)
    case caught(Form, JoinedStream, JoinedStream, closure: Int)
    case retried(Form, JoinedStream)
    /// A stream for each value of another. Failures are values: one of either would drop values of the other.
    case flattened(JoinedStream, JoinedStream)
    /// Delivered on a queue.
    case moved(JoinedStream)

    static let queue = DispatchQueue(label: "source")

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - depth: How many operators follow one another at most.
    ///   - isMixed: Whether plain forms, and operators that run ahead of what they deliver, occur as well.
    static func make(_ random: inout SeededGenerator, depth: Int, isMixed: Bool) -> JoinedStream {
        let form: Form = isMixed && random.chance(40) ? .plain : .mainActor
        let closure = random.number(below: 1_000)
        let kind = depth == 0 ? 0 : random.number(below: isMixed ? 20 : 14)
        if kind < 3 {
            let first = random.number(below: 100)
            let place: Place = [.caller, .queue, .mainActor][random.number(below: 3)]
            return .source(
                Array(first..<(first + random.number(below: 4))),
                random.chance(40) ? .failure(.boom) : .finished, on: place)
        }
        let upstream = make(&random, depth: depth - 1, isMixed: isMixed)
        if kind == 3 { return .retried(form, upstream) }
        if kind == 19 { return .moved(upstream) }
        let other = make(&random, depth: depth - 1, isMixed: isMixed)
        return switch kind {
        case 4...8: .append(form, upstream, other, closure: closure)
        case 9...13: .caught(form, upstream, other, closure: closure)
        case 14: .flattened(upstream, other)
        default: .prepend(form, upstream, other)
        }
    }
}

extension JoinedStream {
    /// The stream without the main actor and queues.
    func plain(log: JoinLog) -> IntPublisher {
        switch self {
        case .source(let values, let completion, _):
            Record(output: values, completion: completion).eraseToAnyPublisher()
        case .append(let form, let first, let second, let closure):
            first.plain(log: log)
                .append(
                    Deferred {
                        if form == .mainActor { log.append(.closure(closure)) }
                        return second.plain(log: log)
                    }
                )
                .eraseToAnyPublisher()
        case .prepend(_, let second, let first):
            second.plain(log: log).prepend(first.plain(log: log)).eraseToAnyPublisher()
        case .caught(let form, let first, let second, let closure):
            first.plain(log: log)
                .catch { _ in
                    if form == .mainActor { log.append(.closure(closure)) }
                    return second.plain(log: log)
                }
                .eraseToAnyPublisher()
        case .retried(_, let stream): stream.plain(log: log).retry(1).eraseToAnyPublisher()
        case .flattened(let first, let second):
            first.plain(log: log).replaceError(with: 0)
                .flatMap(maxPublishers: .max(1)) { _ in
                    second.plain(log: log).replaceError(with: 0).setFailureType(to: TestError.self)
                }
                .eraseToAnyPublisher()
        case .moved(let stream): stream.plain(log: log)
        }
    }

    /// The stream as a part of a join, which delivers where it likes.
    @MainActor func erased(log: JoinLog) -> IntPublisher {
        switch self {
        case .source(let values, let completion, let place):
            let source = Record(output: values, completion: completion)
            return switch place {
            case .caller: source.eraseToAnyPublisher()
            case .queue: source.receive(on: Self.queue).eraseToAnyPublisher()
            case .mainActor: source.receive(on: .main).eraseToAnyPublisher()
            }
        case .append(.plain, let first, let second, _):
            return first.erased(log: log).append(second.erased(log: log)).eraseToAnyPublisher()
        case .prepend(.plain, let second, let first):
            return second.erased(log: log).prepend(first.erased(log: log)).eraseToAnyPublisher()
        case .caught(.plain, let first, let second, _):
            let second = second.erased(log: log)
            return first.erased(log: log).catch { _ in second }.eraseToAnyPublisher()
        case .retried(.plain, let stream):
            return stream.erased(log: log).retry(1).eraseToAnyPublisher()
        case .moved(let stream):
            return stream.erased(log: log).receive(on: Self.queue).eraseToAnyPublisher()
        default:
            return onMainActor(log: log).eraseToAnyPublisher()
        }
    }

    /// The stream as one that delivers on the main actor.
    @MainActor func onMainActor(log: JoinLog) -> AnyMainActorPublisher<Int, TestError> {
        switch self {
        case .append(.mainActor, let first, let second, let closure):
            first.onMainActor(log: log)
                .append(
                    Deferred {
                        MainActor.assumeIsolated {
                            log.append(.closure(closure))
                            return second.erased(log: log)
                        }
                    }
                )
                .eraseToAnyMainActorPublisher()
        case .prepend(.mainActor, let second, let first):
            second.onMainActor(log: log).prepend(first.erased(log: log)).eraseToAnyMainActorPublisher()
        case .caught(.mainActor, let first, let second, let closure):
            first.onMainActor(log: log)
                .catch { _ in
                    log.append(.closure(closure))
                    return second.erased(log: log)
                }
                .eraseToAnyMainActorPublisher()
        case .retried(.mainActor, let stream):
            stream.onMainActor(log: log).retry(1).eraseToAnyMainActorPublisher()
        case .flattened(let first, let second):
            first.onMainActor(log: log).replaceError(with: 0)
                .flatMap(maxPublishers: .max(1)) { _ in
                    second.onMainActor(log: log).replaceError(with: 0).setFailureType(to: TestError.self)
                }
                .receive(on: .main).eraseToAnyMainActorPublisher()
        default:
            erased(log: log).receive(on: .main).eraseToAnyMainActorPublisher()
        }
    }
}
