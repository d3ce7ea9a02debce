// swift-format-ignore-file: OnlyOneTrailingClosureArgument
// A case consists of its name, its outcome for an array, and the way to build it.

import Streams
import TestSupport

extension OperatorCase {
    static let sharing: [OperatorCase] = [
        OperatorCase("multicast, autoconnect", dropsUnwanted: true, values: { $0 }) { source, token, _ in
            source.map { token.pass($0) }.multicast { PassthroughSubject() }.autoconnect()
        },
        OperatorCase(
            "multicast through a current value", dropsUnwanted: true, outcome: { $0.prepending([0]) }
        ) { source, token, _ in
            source.map { token.pass($0) }.multicast { CurrentValueSubject(0) }.autoconnect()
        },
        OperatorCase("multicast through a replay", values: { $0 }) { source, token, _ in
            source.map { token.pass($0) }.multicast { ReplaySubject(bufferSize: .max) }.autoconnect()
        },
        OperatorCase("makeConnectable", dropsUnwanted: true, outcome: { $0.catching([100]) }) {
            source, token, _ in
            source.map { token.pass($0) }.replaceError(with: 100).makeConnectable().autoconnect()
                .setFailureType(to: TestError.self)
        },
        OperatorCase("share(replay:)", values: { $0 }) { source, token, _ in
            source.map { token.pass($0) }.share(replay: .max)
        },
        OperatorCase("share(replay:scope: .forever)", values: { $0 }) { source, token, _ in
            source.map { token.pass($0) }.share(replay: .max, scope: .forever)
        },
        OperatorCase("AnyPublisher.create", values: { $0 }) { source, token, _ in
            AnyPublisher<Int, TestError>.create { emitter in
                let handle = source.sink(
                    receiveCompletion: { emitter.send(completion: token.pass($0)) },
                    receiveValue: { emitter.send(token.pass($0)) })
                emitter.onCancel { handle.cancel() }
            }
        },
    ]

    static let timing: [OperatorCase] = [
        OperatorCase("delay", values: { $0 }) { source, token, time in
            source.map { token.pass($0) }.delay(for: .seconds(2), scheduler: time)
        },
        OperatorCase("delay, immediately", values: { $0 }) { source, token, _ in
            source.map { token.pass($0) }.delay(for: .seconds(2), scheduler: ImmediateScheduler.shared)
        },
        OperatorCase("debounce", outcome: { $0.endingWith($0.values.suffix(1)) }) { source, token, time in
            source.map { token.pass($0) }.debounce(for: .seconds(2), scheduler: time)
        },
        OperatorCase("throttle, latest", dropsUnwanted: true, values: { Array($0.suffix(1)) }) {
            source, token, time in
            source.map { token.pass($0) }.throttle(for: .seconds(2), scheduler: time, latest: true)
        },
        OperatorCase("throttle, first", dropsUnwanted: true, values: { Array($0.prefix(1)) }) {
            source, token, time in
            source.map { token.pass($0) }.throttle(for: .seconds(2), scheduler: time, latest: false)
        },
        OperatorCase("timeout", values: { $0 }) { source, token, time in
            source.timeout(.never, scheduler: time, customError: { token.pass(.other(2)) })
        },
        OperatorCase("measureInterval", trustsUpstream: true, values: { $0.map { _ in 0 } }) {
            source, token, _ in
            source.map { token.pass($0) }.measureInterval(using: VirtualTimeScheduler())
                .map { Int($0.components.seconds) }
        },
        OperatorCase("collect(.byTime)", outcome: { $0.endingWith($0.values.isEmpty ? [] : [$0.sum]) }) {
            source, token, time in
            source.map { token.pass($0) }.collect(.byTime(time, .seconds(2))).map { $0.reduce(0, +) }
        },
        OperatorCase("collect(.byTimeOrCount)", outcome: { $0.inPairs }) { source, token, time in
            source.map { token.pass($0) }.collect(.byTimeOrCount(time, .seconds(2), 2))
                .map { $0.reduce(0, +) }
        },
        OperatorCase("buffer, by request", values: { $0 }) { source, token, _ in
            source.map { token.pass($0) }
                .buffer(size: 20, prefetch: .byRequest, whenFull: .customError { token.pass(.other(3)) })
        },
        OperatorCase("buffer, kept full", values: { $0 }) { source, token, _ in
            source.buffer(size: 2, prefetch: .keepFull, whenFull: .customError { token.pass(.other(3)) })
        },
        OperatorCase("subscribe(on:) at once", values: { $0 }) { source, token, _ in
            source.map { token.pass($0) }.subscribe(on: ImmediateScheduler.shared)
        },
        OperatorCase("subscribe(on:) later", values: { $0 }) { source, token, time in
            source.map { token.pass($0) }.subscribe(on: time)
        },
    ]
}

extension Duration {
    /// Longer than a test's virtual time.
    fileprivate static var never: Duration { .seconds(Int64.max) + .seconds(1) }
}

extension Outcome {
    fileprivate var sum: Int { values.reduce(0, +) }

    /// Values sent with the finish, and dropped by a failure.
    fileprivate func endingWith<Values: Collection>(_ last: Values) -> Outcome where Values.Element == Int {
        if case .failure = completion { return Outcome(values: [], completion: completion) }
        return Outcome(values: Array(last), completion: completion)
    }

    fileprivate var inPairs: Outcome {
        var sums = stride(from: 0, to: values.count - 1, by: 2).map { values[$0] + values[$0 + 1] }
        if case .finished = completion, values.count % 2 == 1 { sums.append(values[values.count - 1]) }
        return Outcome(values: sums, completion: completion)
    }
}
