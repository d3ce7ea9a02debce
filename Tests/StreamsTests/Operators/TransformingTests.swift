import Streams
import TestSupport
import Testing

@Suite struct TransformingTests {
    @Test func mapConvertsEachValue() {
        let stage = Stage()
        stage.expect(stage.hot("a-b-c|").map { $0.uppercased() }, "A-B-C|")
        stage.expect(stage.hot("a-#").map { $0.uppercased() }, "A-#")
    }

    @Test func scanSendsEachIntermediateResult() {
        let stage = Stage()
        let counts = stage.hot("a-b-c|").scan(0) { count, _ in count + 1 }.map { "\($0)" }
        stage.expect(counts, "1-2-3|")
    }

    @Test func tryMapFailsWithTheThrownErrorAndCancelsUpstream() {
        let upstream = TestPublisher<Int, TestError>(staysAttached: true)
        let probe = upstream.tryMap { (value) throws(TestError) -> Int in
            if value == 2 { throw .other(2) }
            return value * 10
        }.probe()
        for value in 1...3 { upstream.send(value) }
        upstream.send(completion: .finished)
        #expect(probe.values == [10])
        #expect(probe.failure == .other(2))
        #expect(upstream.isCancelled)
    }

    @Test func tryMapCancelsUpstreamBeforeItFails() {
        let upstream = TestPublisher<Int, Never>()
        let wasCancelled = Box(false)
        let probe = upstream.tryMap { (_) throws(TestError) -> Int in throw .boom }
            .probe(onCompletion: { _ in wasCancelled.value = upstream.isCancelled })
        upstream.send(1)
        #expect(probe.failure == .boom)
        #expect(wasCancelled.value)
    }

    @Test func tryMapKeepsTheTypeOfAThrowAndErasesAnUntypedOne() {
        let typed = Just(1).tryMap { (_) throws(TestError) -> Int in throw .boom }.probe()
        #expect(typed.failure == TestError.boom)
        let untyped = Just(1).tryMap { _ -> Int in throw TestError.boom }.probe()
        #expect(untyped.failure as? TestError == .boom)
    }

    /// The operators that pass demand on unchanged.
    @Test(arguments: [
        "map", "scan", "mapError", "removeDuplicates", "filter", "compactMap", "dedupe(by:)", "tryMap",
        "encode, decode", "materialize, dematerialize", "measureInterval", "handleEvents", "print", "delay",
    ])
    func demandIsPassedOnUnchanged(name: String) throws {
        let tested = try #require(OperatorCase.all.first { $0.name == name })
        let upstream = TestPublisher<Int, TestError>()
        let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), VirtualTimeScheduler())
            .probe(initial: .max(3))
        probe.request(2)
        #expect(upstream.requests == [.max(3), .max(2)])
    }
}

@Suite struct FilteringTests {
    @Test func filterPassesMatchingValues() {
        let stage = Stage()
        stage.expect(stage.hot("a-b-a-c|").filter { $0 != "a" }, "--b---c|")
    }

    @Test func compactMapDropsNil() {
        let stage = Stage()
        stage.expect(stage.hot("1-y-3|").compactMap { Int($0).map(String.init) }, "1---3|")
    }

    @Test func removeDuplicatesComparesWithTheLastPassedValue() {
        let stage = Stage()
        stage.expect(stage.hot("aab-ba|").removeDuplicates(), "a-b--a|")
        let close = [1, 2, 3, 4, 5].publisher.removeDuplicates { abs($0 - $1) < 2 }.probe()
        #expect(close.values == [1, 3, 5])
    }

    @Test func dedupeRemembersEveryIdentity() {
        let stage = Stage()
        stage.expect(stage.hot("abab-c-a|").dedupe { $0 }, "ab---c--|")
    }

    @Test func droppedValueIsReplacedByOneMoreRequest() {
        let upstream = TestPublisher<Int, TestError>()
        let filtered = upstream.filter { $0 > 9 }.probe(initial: .max(2), perValue: .max(3))
        #expect(upstream.send(1) == .max(1))
        #expect(upstream.send(10) == .max(3))
        #expect(filtered.values == [10])
    }

    @Test func prefixFinishesOnTheLastValueAndCancelsUpstream() {
        let stage = Stage()
        stage.expect(stage.hot("a-b-c|").prefix(2), "a-(b|)")
        stage.expect(stage.hot("a|").prefix(2), "a|")
        stage.expect(stage.hot("a#").prefix(2), "a#")
        let upstream = TestPublisher<Int, TestError>(staysAttached: true)
        let probe = upstream.prefix(1).probe()
        upstream.send(1)
        upstream.send(2)
        #expect(probe.values == [1])
        #expect(upstream.isCancelled)
    }

    @Test func prefixOfNothingFinishesAtOnceWithoutSubscribing() {
        let upstream = TestPublisher<Int, TestError>()
        let probe = upstream.prefix(0).probe(initial: .none)
        #expect(probe.isFinished)
        #expect(!upstream.isSubscribed)
    }

    @Test func prefixOfARecursiveSourceIsExact() {
        let subject = PassthroughSubject<Int, Never>()
        let probe = subject.prefix(3).probe { _, value in subject.send(value + 1) }
        subject.send(1)
        #expect(probe.values == [1, 2, 3])
        #expect(probe.isFinished)
    }

    @Test func prefixCancelledWithinItsLastValueDoesNotFinish() {
        let probe = [1, 2].publisher.prefix(1).probe { probe, _ in probe.cancel() }
        #expect(probe.completion == nil)
    }
}
