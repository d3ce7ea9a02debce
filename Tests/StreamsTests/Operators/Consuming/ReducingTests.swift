import Streams
import TestSupport
import Testing

/// Operators that consume a whole stream and send its result.
@Suite struct ReducingTests {
    private typealias Upstream = TestPublisher<Int, TestError>

    /// The operators with unlimited demand, by name; results as numbers.
    private static let operators: [(name: String, build: @Sendable (IntPublisher) -> IntPublisher)] = [
        ("reduce", { $0.reduce(0, +).eraseToAnyPublisher() }),
        ("collect", { $0.collect().map(\.count).eraseToAnyPublisher() }),
        ("count", { $0.count().eraseToAnyPublisher() }),
        ("min", { $0.min().eraseToAnyPublisher() }),
        ("max", { $0.max().eraseToAnyPublisher() }),
        ("contains", { $0.contains(99).map { $0 ? 1 : 0 }.eraseToAnyPublisher() }),
        ("allSatisfy", { $0.allSatisfy { $0 < 99 }.map { $0 ? 1 : 0 }.eraseToAnyPublisher() }),
        ("last", { $0.last().eraseToAnyPublisher() }),
        ("last(where:)", { $0.last { $0 < 99 }.eraseToAnyPublisher() }),
    ]

    @Test(arguments: operators.indices)
    func unlimitedDemandFollowsTheSubscription(index: Int) {
        let log = Log<String>()
        let upstream = Upstream(onRequest: { _, demand in log.append("\(demand)") })
        let probe = Self.operators[index].build(upstream.eraseToAnyPublisher())
            .probe(initial: .none, onSubscription: { _ in log.append("subscription") })
        #expect(log.entries == ["subscription", "unlimited"])
        probe.request(1)
        #expect(upstream.requests == [.unlimited])
    }

    @Test(arguments: operators.indices)
    func resultAndFinishWaitForDemand(index: Int) {
        let upstream = Upstream()
        let probe = Self.operators[index].build(upstream.eraseToAnyPublisher()).probe(initial: .none)
        for value in 1...3 { upstream.send(value) }
        upstream.send(completion: .finished)
        #expect(probe.signals.count == 1)
        probe.request(1)
        #expect(probe.values.count == 1)
        #expect(probe.isFinished)
    }

    @Test(arguments: operators.indices)
    func failureIsSentWithoutDemand(index: Int) {
        let upstream = Upstream()
        let probe = Self.operators[index].build(upstream.eraseToAnyPublisher()).probe(initial: .none)
        upstream.send(1)
        upstream.send(completion: .failure(.boom))
        #expect(probe.failure == .boom)
        #expect(probe.values == [])
    }

    @Test func ignoreOutputRequestsEverythingAndFinishesWithoutDemand() {
        let upstream = Upstream()
        let probe = upstream.ignoreOutput().probe(initial: .none)
        #expect(upstream.requests == [.unlimited])
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(probe.isFinished)
    }

    @Test func containsCancelsUpstreamAtTheFirstMatch() {
        let upstream = Upstream()
        let probe = upstream.contains { $0 > 1 }.probe(initial: .none)
        upstream.send(1)
        #expect(!upstream.isCancelled)
        upstream.send(2)
        #expect(upstream.isCancelled)
        #expect(probe.values == [])
        probe.request(1)
        #expect(probe.values == [true])
        #expect(probe.isFinished)
    }

    @Test func allSatisfyCancelsUpstreamAtTheFirstMismatch() {
        let upstream = Upstream()
        let probe = upstream.allSatisfy { $0 < 2 }.probe()
        upstream.send(1)
        #expect(probe.values == [])
        upstream.send(2)
        #expect(probe.values == [false])
        #expect(upstream.isCancelled)
    }

    @Test func collectByCountMultipliesTheDemand() {
        let upstream = Upstream()
        let probe = upstream.collect(3).probe(initial: .max(2))
        #expect(upstream.requests == [.max(6)])
        for value in 1...4 { upstream.send(value) }
        #expect(probe.values == [[1, 2, 3]])
        probe.request(1)
        #expect(upstream.demand == .max(9))
    }

    @Test func partialArrayWaitsForDemand() {
        let upstream = Upstream()
        let probe = upstream.collect(3).probe(initial: .max(1))
        for value in 1...4 { upstream.send(value) }
        upstream.send(completion: .finished)
        #expect(probe.values == [[1, 2, 3]])
        #expect(probe.completion == nil)
        probe.request(1)
        #expect(probe.values == [[1, 2, 3], [4]])
        #expect(probe.isFinished)
    }

    @Test func partialArrayIsDroppedByAFailure() {
        let upstream = Upstream()
        let probe = upstream.collect(3).probe()
        for value in 1...4 { upstream.send(value) }
        upstream.send(completion: .failure(.boom))
        #expect(probe.values == [[1, 2, 3]])
        #expect(probe.failure == .boom)
    }
}
