import Streams
import TestSupport

extension OperatorCase {
    /// Operators that consume a stream and send one value.
    static let reducing: [OperatorCase] = [
        OperatorCase("reduce", outcome: { $0.reduced { $0.reduce(1, +) } }) { source, token, _ in
            source.reduce(1) { token.pass($0 + $1) }
        },
        OperatorCase("tryReduce that throws", outcome: { $0.failing(at: 13).reduced { $0.reduce(1, +) } }) {
            source, token, _ in
            source.tryReduce(1) { (sum, value) throws(TestError) in
                token.pass(sum + (try value.unlessThirteen))
            }
        },
        OperatorCase("count", outcome: { $0.reduced(\.count) }) { source, token, _ in
            source.map { token.pass($0) }.count()
        },
        OperatorCase("collect()", outcome: { $0.reduced { $0.reduce(0, +) } }) { source, token, _ in
            source.collect().map { token.pass($0.reduce(0, +)) }
        },
        OperatorCase("min", outcome: { $0.reduced { $0.min() } }) { source, token, _ in
            source.map { token.pass($0) }.min()
        },
        OperatorCase("max(by:)", outcome: { $0.reduced { $0.max { $0 % 7 < $1 % 7 } } }) { source, token, _ in
            source.max { token.pass($0 % 7 < $1 % 7) }
        },
        OperatorCase(
            "tryMin(by:) that throws", outcome: { $0.failingAtSecond(13).reduced { $0.min() } }
        ) { source, token, _ in
            source.tryMin { (first, second) throws(TestError) in
                token.pass(try first.unlessThirteen < second)
            }
        },
        OperatorCase(
            "tryMax(by:) that throws", outcome: { $0.failingAtSecond(13).reduced { $0.max() } }
        ) { source, token, _ in
            source.tryMax { (first, second) throws(TestError) in
                token.pass(try first < second.unlessThirteen)
            }
        },
        OperatorCase("ignoreOutput", outcome: { $0.reduced { _ in nil } }) { source, token, _ in
            source.map { token.pass($0) }.ignoreOutput().map { never -> Int in }
        },
        OperatorCase("collect(2)", outcome: \.inPairs) { source, token, _ in
            source.collect(2).map { token.pass($0.reduce(0, +)) }
        },
    ]

    /// Operators that search for values.
    static let selecting: [OperatorCase] = [
        OperatorCase("first", outcome: { $0.prefix(1) }) { source, token, _ in
            source.map { token.pass($0) }.first()
        },
        OperatorCase("first(where:)", outcome: { $0.first { $0 > 5 } }) { source, token, _ in
            source.first { token.pass($0 > 5) }
        },
        OperatorCase("tryFirst(where:) that throws", outcome: { $0.failing(at: 13).first { $0 > 5 } }) {
            source, token, _ in
            source.tryFirst { (value) throws(TestError) in token.pass(try value.unlessThirteen > 5) }
        },
        OperatorCase("last", outcome: { $0.reduced(\.last) }) { source, token, _ in
            source.map { token.pass($0) }.last()
        },
        OperatorCase("last(where:)", outcome: { $0.reduced { $0.last { $0 < 9 } } }) { source, token, _ in
            source.last { token.pass($0 < 9) }
        },
        OperatorCase(
            "tryLast(where:) that throws", outcome: { $0.failing(at: 13).reduced { $0.last { $0 < 9 } } }
        ) { source, token, _ in
            source.tryLast { (value) throws(TestError) in token.pass(try value.unlessThirteen < 9) }
        },
        OperatorCase("contains", outcome: { $0.deciding { $0 == 8 } }) { source, token, _ in
            source.map { token.pass($0) }.contains(8).map { $0 ? 1 : 0 }
        },
        OperatorCase("contains(where:)", outcome: { $0.deciding { $0 > 5 } }) { source, token, _ in
            source.contains { token.pass($0 > 5) }.map { $0 ? 1 : 0 }
        },
        OperatorCase("tryContains(where:) that throws", outcome: { $0.failing(at: 13).deciding { $0 > 5 } }) {
            source, token, _ in
            source.tryContains { (value) throws(TestError) in token.pass(try value.unlessThirteen > 5) }
                .map { $0 ? 1 : 0 }
        },
        OperatorCase("allSatisfy", outcome: { $0.deciding { $0 > 5 } }) { source, token, _ in
            source.allSatisfy { token.pass($0 <= 5) }.map { $0 ? 0 : 1 }
        },
        OperatorCase("tryAllSatisfy that throws", outcome: { $0.failing(at: 13).deciding { $0 > 5 } }) {
            source, token, _ in
            source.tryAllSatisfy { (value) throws(TestError) in token.pass(try value.unlessThirteen <= 5) }
                .map { $0 ? 0 : 1 }
        },
        OperatorCase("output(at:)", outcome: { $0.output(in: 1..<2) }) { source, token, _ in
            source.map { token.pass($0) }.output(at: 1)
        },
        OperatorCase("output(in:)", outcome: { $0.output(in: 1..<4) }) { source, token, _ in
            source.map { token.pass($0) }.output(in: 1...3)
        },
        OperatorCase("output(in:), open", values: { Array($0.dropFirst(2)) }) { source, token, _ in
            source.map { token.pass($0) }.output(in: 2...)
        },
    ]
}

extension Int {
    /// Throws ``TestError/other(_:)`` if the value is 13.
    var unlessThirteen: Int {
        get throws(TestError) {
            if self == 13 { throw .other(13) }
            return self
        }
    }
}

extension Outcome {
    /// The result of a function of all values; nothing after a failure.
    fileprivate func reduced(_ result: ([Int]) -> Int?) -> Outcome {
        Outcome(values: fails ? [] : [result(values)].compactMap { $0 }, completion: completion)
    }

    /// The first value that satisfies a condition, and the finish.
    fileprivate func first(where predicate: (Int) -> Bool) -> Outcome {
        guard let value = values.first(where: predicate) else {
            return Outcome(values: [], completion: completion)
        }
        return Outcome(values: [value], completion: .finished)
    }

    /// One or zero: whether any value satisfies a condition.
    fileprivate func deciding(_ predicate: (Int) -> Bool) -> Outcome {
        if values.contains(where: predicate) { return Outcome(values: [1], completion: .finished) }
        return reduced { _ in 0 }
    }

    fileprivate func output(in range: Range<Int>) -> Outcome {
        let prefix = prefix(range.upperBound)
        return Outcome(
            values: Array(prefix.values.dropFirst(range.lowerBound)), completion: prefix.completion)
    }

    /// The sums of pairs; an incomplete pair is dropped by a failure.
    fileprivate var inPairs: Outcome {
        let pairs = stride(from: 0, to: values.count, by: 2).map { Array(values[$0...].prefix(2)) }
        let sums = pairs.filter { $0.count == 2 || !fails }.map { $0.reduce(0, +) }
        return Outcome(values: sums, completion: completion)
    }
}
