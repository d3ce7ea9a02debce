import Streams
import TestSupport
import Testing

/// An operator and its throwing form are one publisher, generic over the failure of the closure.
@Suite struct ThrowingFormsTests {
    private typealias Failing = Publishers.SetFailureType<Publishers.Sequence<[Int], Never>, TestError>

    private let numbers = [1, 2, 3, 1].publisher.setFailureType(to: TestError.self)

    @Test func operatorFailsAsItsUpstreamDoes() {
        let prefix: Publishers.PrefixWhile<Failing, TestError> = numbers.prefix { $0 < 3 }
        #expect(prefix.probe().values == [1, 2])
        let sum: Publishers.Reduce<Failing, Int, TestError> = numbers.reduce(0, +)
        #expect(sum.probe().values == [7])
    }

    @Test func combinesNamesOfThrowingFormsStandForTheSamePublishers() {
        let prefix: Publishers.TryPrefixWhile<Failing, any Error> = numbers.tryPrefix { $0 < 3 }
        #expect(prefix.probe().values == [1, 2])
        let typed: Publishers.TryFirstWhere<Failing, TestError> = numbers.tryFirst {
            (value) throws(TestError) in
            value > 1
        }
        #expect(typed.probe().values == [2])
        #expect(type(of: typed) == type(of: numbers.first { $0 > 1 }))
    }

    @Test func publishersOfUpstreamsThatFailAreMadeWithClosuresThatDoNotThrow() {
        #expect(Publishers.PrefixWhile(upstream: numbers, predicate: { $0 < 3 }).probe().values == [1, 2])
        #expect(Publishers.DropWhile(upstream: numbers, predicate: { $0 < 3 }).probe().values == [3, 1])
        #expect(Publishers.FirstWhere(upstream: numbers, predicate: { $0 > 1 }).probe().values == [2])
        #expect(Publishers.LastWhere(upstream: numbers, predicate: { $0 > 1 }).probe().values == [3])
        #expect(Publishers.AllSatisfy(upstream: numbers, predicate: { $0 < 3 }).probe().values == [false])
        #expect(Publishers.ContainsWhere(upstream: numbers, predicate: { $0 == 3 }).probe().values == [true])
        #expect(
            Publishers.Reduce(upstream: numbers, initial: 0, nextPartialResult: { $0 + $1 }).probe().values
                == [7])
        #expect(
            Publishers.Comparison(upstream: numbers, areInIncreasingOrder: { $0 < $1 }).probe().values == [3])
    }

    @Test func publishersAreMadeWithClosuresThatThrow() {
        @Sendable func checked(_ value: Int) throws -> Int {
            if value == 3 { throw TestError.broken }
            return value
        }
        let mapped: Publishers.TryMap<Failing, Int, any Error> =
            Publishers.TryMap(upstream: numbers, transform: checked)
        expect(mapped, [1, 2])
        expect(Publishers.TryFilter(upstream: numbers, isIncluded: { try checked($0) > 1 }), [2])
        expect(
            Publishers.TryCompactMap(
                upstream: numbers, transform: { value -> Int? in try checked(value) > 1 ? value : nil }),
            [2])
        expect(
            Publishers.TryScan(
                upstream: numbers, initialResult: 0, nextPartialResult: { try $0 + checked($1) }),
            [1, 3])
        expect(
            Publishers.TryRemoveDuplicates(upstream: numbers, predicate: { try checked($0) == $1 }),
            [1, 2, 3])
        let failing = numbers.tryMap(checked)
        expect(
            Publishers.TryCatch(upstream: failing, handler: { error -> Just<Int> in throw error }), [1, 2])
        let recovered = Publishers.TryCatch(upstream: failing, handler: { _ in Just(4) }).probe()
        #expect(recovered.values == [1, 2, 4])
        #expect(recovered.isFinished)
    }

    /// Expects values, and the error that the closure throws for the third value.
    private func expect(_ publisher: some Publisher<Int, any Error>, _ values: [Int]) {
        let probe = publisher.probe()
        #expect(probe.values == values)
        #expect(probe.failure as? TestError == .broken)
    }
}
