import Foundation
import Streams
import TestSupport

extension OperatorCase {
    /// Operators whose closures may throw.
    static let trying: [OperatorCase] = [
        OperatorCase("tryScan that throws", outcome: { $0.failing(at: 13).mapping(\.runningSums) }) {
            source, token, _ in
            source.tryScan(0) { (sum, value) throws(TestError) in token.pass(sum + (try value.unlessThirteen))
            }
        },
        OperatorCase(
            "tryCompactMap that throws", outcome: { $0.failing(at: 13).mapping { $0.filter { $0 % 3 != 0 } } }
        ) { source, token, _ in
            source.tryCompactMap { (value) throws(TestError) -> Int? in
                token.pass(try value.unlessThirteen % 3 == 0 ? nil : value)
            }
        },
        OperatorCase(
            "tryFilter that throws", outcome: { $0.failing(at: 13).mapping { $0.filter { $0 % 2 == 0 } } }
        ) { source, token, _ in
            source.tryFilter { (value) throws(TestError) in token.pass(try value.unlessThirteen % 2 == 0) }
        },
        OperatorCase(
            "tryRemoveDuplicates that throws",
            outcome: {
                $0.failingAtSecond(13).mapping { $0.reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
            }
        ) { source, token, _ in
            source.tryRemoveDuplicates { (last, value) throws(TestError) in
                token.pass(try last == value.unlessThirteen)
            }
        },
    ]

    /// Operators that drop values at one end of a stream.
    static let slicing: [OperatorCase] = [
        OperatorCase("dropFirst(2)", values: { Array($0.dropFirst(2)) }) { source, token, _ in
            source.map { token.pass($0) }.dropFirst(2)
        },
        OperatorCase("drop(while:)", values: { Array($0.drop { $0 < 8 }) }) { source, token, _ in
            source.drop { token.pass($0 < 8) }
        },
        OperatorCase(
            "tryDrop(while:) that throws",
            outcome: { input in
                let rest = Array(input.values.drop { $0 < 8 })
                guard rest.first == 13 else { return Outcome(values: rest, completion: input.completion) }
                return Outcome(values: [], completion: .failure(.other(13)))
            }
        ) { source, token, _ in
            source.tryDrop { (value) throws(TestError) in token.pass(try value.unlessThirteen < 8) }
        },
        OperatorCase("drop(untilOutputFrom:)", values: { $0 }) { source, token, _ in
            source.map { token.pass($0) }
                .drop(untilOutputFrom: Just(token.pass(0)).setFailureType(to: TestError.self))
        },
        OperatorCase("prefix(while:)", outcome: { $0.prefix { $0 < 12 } }) { source, token, _ in
            source.prefix { token.pass($0 < 12) }
        },
        OperatorCase("tryPrefix(while:) that throws", outcome: { $0.failing(at: 13).prefix { $0 < 14 } }) {
            source, token, _ in
            source.tryPrefix { (value) throws(TestError) in token.pass(try value.unlessThirteen < 14) }
        },
        OperatorCase("prefix(untilOutputFrom:)", values: { $0 }) { source, token, _ in
            source.map { token.pass($0) }
                .prefix(
                    untilOutputFrom: Empty<Int, TestError>(completeImmediately: false).map { token.pass($0) }
                )
        },
    ]

    /// Operators that continue with another stream.
    static let substituting: [OperatorCase] = [
        OperatorCase("replaceEmpty", outcome: \.replacingEmpty) { source, token, _ in
            source.map { token.pass($0) }.replaceEmpty(with: 100)
        },
        OperatorCase("replaceError", outcome: { $0.catching([100]) }) { source, token, _ in
            source.map { token.pass($0) }.replaceError(with: 100)
                .setFailureType(to: TestError.self)
        },
        OperatorCase("assertNoFailure", outcome: { $0.catching([7]) }) { source, token, _ in
            source.catch { _ in token.pass(Just(7)) }.assertNoFailure()
                .setFailureType(to: TestError.self)
        },
        OperatorCase("tryCatch", outcome: { $0.catching([100, 101]) }) { source, token, _ in
            source.tryCatch { (_) throws(TestError) in
                Publishers.Sequence<[Int], TestError>(sequence: token.pass([100, 101]))
            }
        },
        OperatorCase(
            "tryCatch that throws",
            outcome: { Outcome(values: $0.values, completion: $0.fails ? .failure(.other(1)) : .finished) }
        ) { source, token, _ in
            source.tryCatch { (_) throws(TestError) -> Just<Int> in throw token.pass(.other(1)) }
        },
        OperatorCase(
            "retry(when:)", outcome: { Outcome(values: $0.retried(2).values, completion: .finished) }
        ) { source, token, _ in
            source.retry(when: { failures in
                failures.scan(0) { count, _ in token.pass(count + 1) }.prefix { $0 <= 2 }
            })
        },
        OperatorCase("prepend", outcome: { $0.prepending([6, 7, 8, 9]) }) { source, token, _ in
            source.map { token.pass($0) }.prepend(9).prepend([7, 8])
                .prepend(Just(6).setFailureType(to: TestError.self))
        },
        OperatorCase("flatMap to streams that cannot fail", failsAtOnce: true, values: { $0.map { -$0 } }) {
            source, token, _ in
            source.flatMap { Just(token.pass(-$0)) }
        },
    ]

    /// Operators that show or convert signals.
    static let materializing: [OperatorCase] = [
        OperatorCase("materialize, dematerialize", values: { $0 }) { source, token, _ in
            source.map { token.pass($0) }.materialize().dematerialize()
        },
        OperatorCase(
            "materialize",
            outcome: { Outcome(values: $0.values + [$0.fails ? -2 : -1], completion: .finished) }
        ) { source, token, _ in
            source.map { token.pass($0) }.materialize().map { signal in
                switch signal {
                case .value(let value): value
                case .finished: -1
                case .failure: -2
                }
            }.setFailureType(to: TestError.self)
        },
        OperatorCase(
            "pairwise", trustsUpstream: true, values: { zip($0, $0.dropFirst()).map { $0 * 100 + $1 } }
        ) { source, token, _ in
            source.pairwise().map { token.pass($0 * 100 + $1) }
        },
        OperatorCase("encode, decode", values: { $0 }) { source, token, _ in
            source.map { [token.pass($0)] }.encode(encoder: JSONEncoder())
                .decode(type: [Int].self, decoder: JSONDecoder())
                .map { $0[0] }.mapError { $0 as? TestError ?? .other(0) }
        },
        OperatorCase("print", values: { $0 }) { source, token, _ in
            source.print("test", to: Transcript { token.pass(()) })
        },
    ]
}

extension Outcome {
    fileprivate func mapping(_ transform: ([Int]) -> [Int]) -> Outcome {
        Outcome(values: transform(values), completion: completion)
    }

    fileprivate func prefix(while predicate: (Int) -> Bool) -> Outcome {
        let prefix = Array(values.prefix(while: predicate))
        return prefix.count == values.count ? self : Outcome(values: prefix, completion: .finished)
    }

    fileprivate var replacingEmpty: Outcome {
        values.isEmpty && !fails ? Outcome(values: [100], completion: .finished) : self
    }

    /// Fails at a value that is not the first.
    func failingAtSecond(_ culprit: Int) -> Outcome {
        guard let index = values.dropFirst().firstIndex(of: culprit) else { return self }
        return Outcome(values: Array(values[..<index]), completion: .failure(.other(culprit)))
    }
}
