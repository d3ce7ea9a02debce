import Streams
import TestSupport
import Testing

@Suite struct MappedPublishersTests {
    @Test func mergeOfEightFinishesWithTheLast() {
        let subjects = (0..<8).map { _ in PassthroughSubject<Int, Never>() }
        let probe = subjects[0].merge(
            with: subjects[1], subjects[2], subjects[3], subjects[4], subjects[5], subjects[6], subjects[7]
        ).probe()
        for (index, subject) in subjects.enumerated() { subject.send(index) }
        #expect(probe.values == Array(0..<8))
        for subject in subjects {
            #expect(probe.completion == nil)
            subject.send(completion: .finished)
        }
        #expect(probe.isFinished)
    }

    @Test func flatMapLatestCancelsThePreviousChild() {
        let stage = Stage()
        let mapped = stage.hot("-a---b----|").flatMapLatest { letter in
            stage.cold(letter == "a" ? "1-2-3-4-|" : "5-6-|")
        }
        stage.expect(mapped, "-1-2-5-6--|")
    }

    @Test func concatMapRunsOneAfterTheOther() {
        let children = ["a": PassthroughSubject<Int, Never>(), "b": PassthroughSubject<Int, Never>()]
        let started = Log<String>()
        let probe = ["a", "b"].publisher.concatMap { name in
            started.append(name)
            return children[name]!
        }.probe()
        #expect(started.entries == ["a"])
        children["a"]!.send(1)
        children["a"]!.send(completion: .finished)
        #expect(started.entries == ["a", "b"])
        children["b"]!.send(2)
        children["b"]!.send(completion: .finished)
        #expect(probe.values == [1, 2])
        #expect(probe.isFinished)
    }

    @Test func concatMapRequestsOneAtATime() {
        let upstream = TestPublisher<Int, Never>()
        let child = PassthroughSubject<Int, Never>()
        _ = upstream.concatMap { _ in child }.probe()
        #expect(upstream.requests == [.max(1)])
        upstream.send(1)
        child.send(completion: .finished)
        #expect(upstream.requests == [.max(1), .max(1)])
    }

    @Test func exhaustMapIgnoresUpstreamWhileAChildRuns() {
        let stage = Stage()
        let mapped = stage.hot("-a--b----c-|").exhaustMap { letter in stage.cold("\(letter)-\(letter)-|") }
        stage.expect(mapped, "-a-a-----c-c-|")
    }

    @Test func exhaustMapOfSeveralSubscribersRunsOneChildEach() {
        let subject = PassthroughSubject<Int, Never>()
        let mapped = subject.exhaustMap { value in Just(value).append(Empty(completeImmediately: false)) }
        let probes = [mapped.probe(), mapped.probe()]
        subject.send(1)
        subject.send(2)
        for probe in probes { #expect(probe.values == [1]) }
    }

    @Test func infallibleStreamsCombineWithFallibleOnes() {
        let failing = Fail<Int, TestError>(error: .boom)
        #expect(Just(1).flatMapLatest { _ in failing }.probe().failure == .boom)
        #expect(Just(1).concatMap { _ in failing }.probe().failure == .boom)
        #expect(Just(1).exhaustMap { _ in failing }.probe().failure == .boom)
        #expect(failing.concatMap { Just($0) }.probe().failure == .boom)
        #expect(Just(1).exhaustMap { Just($0) }.probe().values == [1])
        #expect(Just(1).flatMapLatest { Just($0) }.probe().values == [1])
        #expect(Just(1).concatMap { Just($0) }.probe().values == [1])
    }

    @Test func manyStepsUseConstantStack() {
        let steps = BoundedStackTests.steps
        let counts = withSmallStack {
            let count = Box(0)
            let numbers = (1...steps).publisher
            let handles = [
                numbers.concatMap { Just($0) }.sink { _ in count.increment() },
                numbers.exhaustMap { Just($0) }.sink { _ in count.increment() },
                numbers.flatMapLatest { Just($0) }.sink { _ in count.increment() },
                numbers.zip(numbers).sink { _ in count.increment() },
                numbers.combineLatest(Just(1)).sink { _ in count.increment() },
            ]
            for handle in handles { handle.cancel() }
            let byDemand = numbers.zip(numbers)
                .probe(initial: .max(1), onValue: { probe, _ in probe.request(1) })
            return [count.value, byDemand.values.count]
        }
        #expect(counts == [4 * steps + 1, steps])
    }
}
