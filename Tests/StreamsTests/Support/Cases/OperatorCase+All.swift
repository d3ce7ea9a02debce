import Streams
import TestSupport

extension OperatorCase {
    /// All publishers of the library that send on their caller's threads and schedulers.
    static let all: [OperatorCase] =
        transforming + filtering + failing + combining + flattening + passing + sharing + timing
        + trying + reducing + selecting + slicing + substituting + materializing + joiningAndFlattening
        + sources

    private static let transforming: [OperatorCase] = [
        OperatorCase(
            "map", trustsUpstream: true, values: { $0.map { $0 * 2 } },
            build: { source, token, _ in
                source.map { token.pass($0 * 2) }
            }),
        OperatorCase(
            "tryMap", values: { $0.map { $0 + 1 } },
            build: { source, token, _ in
                source.tryMap { (value) throws(TestError) -> Int in token.pass(value + 1) }
            }),
        OperatorCase(
            "tryMap that throws", outcome: { $0.failing(at: 13) },
            build: { source, token, _ in
                source.tryMap { (value) throws(TestError) -> Int in
                    if value == 13 { throw .other(13) }
                    return token.pass(value)
                }
            }),
        OperatorCase(
            "scan", trustsUpstream: true, values: { $0.runningSums },
            build: { source, token, _ in
                source.scan(0) { token.pass($0 + $1) }
            }),
    ]

    private static let filtering: [OperatorCase] = [
        OperatorCase(
            "filter", trustsUpstream: true, values: { $0.filter { $0 % 2 == 0 } },
            build: { source, token, _ in
                source.filter { token.pass($0 % 2 == 0) }
            }),
        OperatorCase(
            "compactMap", trustsUpstream: true, values: { $0.compactMap { $0 % 3 == 0 ? nil : -$0 } },
            build: { source, token, _ in
                source.compactMap { token.pass($0 % 3 == 0 ? nil : -$0) }
            }),
        OperatorCase(
            "removeDuplicates", trustsUpstream: true,
            values: { $0.reduce(into: []) { if $0.last != $1 { $0.append($1) } } },
            build: { source, token, _ in
                source.removeDuplicates { token.pass($0 == $1) }
            }),
        OperatorCase(
            "dedupe(by:)", trustsUpstream: true,
            values: { $0.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } },
            build: { source, token, _ in
                source.dedupe { token.pass($0) }
            }),
        OperatorCase(
            "prefix(3)", outcome: { $0.prefix(3) },
            build: { source, token, _ in
                source.map { token.pass($0) }.prefix(3)
            }),
        OperatorCase(
            "prefix(0)", outcome: { $0.prefix(0) },
            build: { source, token, _ in
                source.map { token.pass($0) }.prefix(0)
            }),
    ]

    private static let failing: [OperatorCase] = [
        OperatorCase(
            "mapError", trustsUpstream: true, outcome: { $0.mappingError },
            build: { source, token, _ in
                source.mapError { _ in token.pass(TestError.other(1)) }
            }),
        OperatorCase(
            "catch", outcome: { $0.catching([100, 101]) },
            build: { source, token, _ in
                source.catch { _ in
                    Publishers.Sequence<[Int], TestError>(sequence: token.pass([100, 101]))
                }
            }),
        OperatorCase(
            "catch to a stream that cannot fail, setFailureType", outcome: { $0.catching([7]) },
            build: { source, token, _ in
                source.catch { _ in token.pass(Just(7)) }.setFailureType(to: TestError.self)
            }),
        OperatorCase(
            "retry(2)", outcome: { $0.retried(2) },
            build: { source, token, _ in
                source.map { token.pass($0) }.retry(2)
            }),
        OperatorCase(
            "retry(policy)", outcome: { $0.retriedUnlessProductive(2) },
            build: { source, token, time in
                source.map { token.pass($0) }.retry(.constant(.seconds(1), attempts: 2), scheduler: time)
                    // A value resets the attempts, so a source that sends before it fails is retried forever.
                    .prefix(20)
            }),
    ]

    private static let combining: [OperatorCase] = [
        OperatorCase(
            "merge", failsAtOnce: true, values: { $0 },
            build: { source, token, _ in
                source.merge(with: Empty<Int, TestError>()).map { token.pass($0) }
            }),
        OperatorCase(
            "MergeMany", failsAtOnce: true, values: { $0 },
            build: { source, token, _ in
                [source, Empty().eraseToAnyPublisher()].merged().map { token.pass($0) }
            }),
        OperatorCase(
            "combineLatest", values: { $0 },
            build: { source, token, _ in
                Just(0).setFailureType(to: TestError.self).combineLatest(source) { token.pass($0 + $1) }
            }),
        OperatorCase(
            "append, first part", outcome: { $0.appending([8, 9]) },
            build: { source, token, _ in
                source.map { token.pass($0) }.append(8, 9)
            }),
        OperatorCase(
            "append, second part", outcome: { $0.prepending([8, 9]) },
            build: { source, token, _ in
                Publishers.Sequence<[Int], TestError>(sequence: [8, 9])
                    .append(source.map { token.pass($0) })
            }),
        OperatorCase(
            "append, nested", outcome: { $0.prepending([7]).appending([8, 9]) },
            build: { source, token, _ in
                Publishers.Sequence<[Int], TestError>(sequence: [7])
                    .append(source.map { token.pass($0) }.append(8).eraseToAnyPublisher())
                    .append(Deferred { Publishers.Sequence<[Int], TestError>(sequence: [9]) })
            }),
    ]

    private static let flattening: [OperatorCase] = [
        OperatorCase(
            "flatMap", failsAtOnce: true, values: { $0.map { -$0 } },
            build: { source, token, _ in
                source.flatMap { Just(token.pass(-$0)).setFailureType(to: TestError.self) }
            }),
        OperatorCase(
            "flatMap(maxPublishers: 1)", failsAtOnce: true, values: { $0.flatMap { [$0, -$0] } },
            build: { source, token, _ in
                source.flatMap(maxPublishers: .max(1)) {
                    Publishers.Sequence<[Int], TestError>(sequence: token.pass([$0, -$0]))
                }
            }),
        OperatorCase(
            "flatMap, as a child", failsAtOnce: true, values: { $0 },
            build: { source, token, _ in
                Just(1).setFailureType(to: TestError.self).flatMap { _ in source.map { token.pass($0) } }
            }),
        OperatorCase(
            "switchToLatest, as a child", values: { $0 },
            build: { source, token, _ in
                Just(source.map { token.pass($0) }).setFailureType(to: TestError.self).switchToLatest()
            }),
    ]

    private static let passing: [OperatorCase] = [
        OperatorCase(
            "share", dropsUnwanted: true, values: { $0 },
            build: { source, token, _ in
                source.map { token.pass($0) }.share()
            }),
        OperatorCase(
            "receive(on:) at once", values: { $0 },
            build: { source, token, _ in
                source.map { token.pass($0) }.receive(on: ImmediateScheduler.shared)
            }),
        OperatorCase(
            "receive(on:) later", values: { $0 },
            build: { source, token, time in
                source.map { token.pass($0) }.receive(on: time)
            }),
        OperatorCase(
            "handleEvents", values: { $0 },
            build: { source, token, _ in
                source.handleEvents(
                    receiveSubscription: { _ in token.pass(()) }, receiveOutput: { _ in token.pass(()) },
                    receiveCompletion: { _ in token.pass(()) }, receiveCancel: { token.pass(()) },
                    receiveRequest: { _ in token.pass(()) }
                )
            }),
        OperatorCase(
            "AnyPublisher", trustsUpstream: true, values: { $0 },
            build: { source, token, _ in
                AnyPublisher(Deferred { token.pass(source) })
            }),
    ]
}

extension [Int] {
    var runningSums: [Int] {
        indices.map { self[...$0].reduce(0, +) }
    }
}

extension Outcome {
    var fails: Bool {
        if case .failure = completion { true } else { false }
    }

    func failing(at culprit: Int) -> Outcome {
        guard let index = values.firstIndex(of: culprit) else { return self }
        return Outcome(values: Array(values[..<index]), completion: .failure(.other(culprit)))
    }

    func prefix(_ length: Int) -> Outcome {
        values.count < length ? self : Outcome(values: Array(values.prefix(length)), completion: .finished)
    }

    fileprivate var mappingError: Outcome {
        fails ? Outcome(values: values, completion: .failure(.other(1))) : self
    }

    func catching(_ more: [Int]) -> Outcome {
        fails ? Outcome(values: values + more, completion: .finished) : self
    }

    func retried(_ times: Int) -> Outcome {
        guard fails else { return self }
        return Outcome(values: (0...times).flatMap { _ in values }, completion: completion)
    }

    fileprivate func retriedUnlessProductive(_ times: Int) -> Outcome {
        guard fails, !values.isEmpty else { return prefix(20) }
        return Outcome(values: (0..<20).map { values[$0 % values.count] }, completion: .finished)
    }

    fileprivate func appending(_ more: [Int]) -> Outcome {
        fails ? self : Outcome(values: values + more, completion: completion)
    }

    func prepending(_ more: [Int]) -> Outcome {
        Outcome(values: more + values, completion: completion)
    }
}
