import Streams
import TestSupport
import Testing

@Suite(.prompt, .timeLimit(.minutes(1))) struct ValuesTests {
    @Test func loopGetsEveryValueAndTheEnd() async {
        var values: [Int] = []
        for await value in (1...1_000).publisher.values { values.append(value) }
        #expect(values == Array(1...1_000))
    }

    @Test func loopThrowsTheFailureWithItsType() async {
        let publisher = [1, 2].publisher.setFailureType(to: TestError.self).append(Fail(error: .boom))
        var values: [Int] = []
        do throws(TestError) {
            for try await value in publisher.values { values.append(value) }
            Issue.record("The loop ended without an error.")
        } catch {
            #expect(error == .boom)
        }
        #expect(values == [1, 2])
    }

    @Test func valuesSentBeforeTheLoopAreKept() async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values.makeAsyncIterator()
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .finished)
        #expect(await collect(&iterator) == [1, 2, 3])
    }

    @Test func bufferingNewestKeepsTheNewestValues() async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values(buffering: .bufferingNewest(2)).makeAsyncIterator()
        for value in 1...5 { subject.send(value) }
        subject.send(completion: .finished)
        #expect(await collect(&iterator) == [4, 5])
    }

    @Test func bufferingOldestKeepsTheOldestValues() async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values(buffering: .bufferingOldest(2)).makeAsyncIterator()
        for value in 1...5 { subject.send(value) }
        subject.send(completion: .finished)
        #expect(await collect(&iterator) == [1, 2])
    }

    @Test(arguments: [
        AsyncBufferingPolicy.unbounded, .bufferingNewest(1), .bufferingOldest(1), .onDemand,
    ])
    func failureIsThrownUnderEveryPolicy(policy: AsyncBufferingPolicy) async {
        let subject = PassthroughSubject<Int, TestError>()
        var iterator = subject.values(buffering: policy).makeAsyncIterator()
        subject.send(completion: .failure(.boom))
        await #expect(throws: TestError.boom) { try await iterator.next() }
        #expect(try! await iterator.next() == nil)
    }

    @Test func onDemandRequestsOneValueAtATime() async {
        let upstream = TestPublisher<Int, Never> { upstream, _ in
            upstream.send(upstream.requests.count)
        }
        var iterator = upstream.values(buffering: .onDemand).makeAsyncIterator()
        #expect(upstream.requests == [])
        #expect(await iterator.next() == 1)
        #expect(upstream.requests == [.max(1)])
        #expect(await iterator.next() == 2)
        #expect(upstream.requests == [.max(1), .max(1)])
    }

    @Test func onDemandLoopOverAnEndlessStreamCanBreak() async {
        var sum = 0
        for await value in (1...).publisher.values(buffering: .onDemand) {
            sum += value
            if value == 100 { break }
        }
        #expect(sum == 5_050)
    }

    @Test func breakingTheLoopCancelsAndReleasesUpstream() async {
        let upstream = TestPublisher<Int, Never>()
        do {
            var iterator = upstream.values.makeAsyncIterator()
            upstream.send(1)
            #expect(await iterator.next() == 1)
            #expect(!upstream.isCancelled)
        }
        #expect(upstream.isCancelled)
    }

    @Test func cancellingTheTaskEndsTheLoop() async {
        let isSubscribed = Gate()
        let upstream = TestPublisher<Int, Never> { _, _ in isSubscribed.open() }
        let task = Task {
            var values: [Int] = []
            for await value in upstream.values { values.append(value) }
            return values
        }
        await isSubscribed.pass()
        task.cancel()
        #expect(await task.value == [])
        #expect(upstream.isCancelled)
    }

    @Test func loopInACancelledTaskEndsAtOnce() async {
        let mayStart = Gate()
        let task = Task {
            await mayStart.pass()
            var count = 0
            for await _ in PassthroughSubject<Int, Never>().values { count += 1 }
            return count
        }
        task.cancel()
        mayStart.open()
        #expect(await task.value == 0)
    }

    @Test func loopInACancelledTaskDropsKeptValues() async {
        let mayGoOn = Gate()
        let task = Task {
            var iterator = [1, 2, 3].publisher.values.makeAsyncIterator()
            await mayGoOn.pass()
            return await iterator.next()
        }
        task.cancel()
        mayGoOn.open()
        #expect(await task.value == nil)
    }

    @Test func eachLoopSubscribesAnew() async {
        let values = [1, 2].publisher.values
        for _ in 0..<2 {
            var iterator = values.makeAsyncIterator()
            #expect(await collect(&iterator) == [1, 2])
        }
    }

    @Test func cancellationDuringValuesEndsTheLoopAndReleasesUpstream() async {
        for _ in 0..<300 {
            let subject = PassthroughSubject<Int, Never>()
            let isReading = Gate()
            let reader = Task {
                var values: [Int] = []
                var iterator = subject.values.makeAsyncIterator()
                isReading.open()
                while let value = await iterator.next() { values.append(value) }
                return values
            }
            await isReading.pass()
            let sender = Task.detached(priority: .high) { for value in 1...20 { subject.send(value) } }
            let canceller = Task.detached(priority: .high) { reader.cancel() }
            let values = await reader.value
            #expect(values == Array((1...20).prefix(values.count)))
            await sender.value
            await canceller.value
        }
    }

    @Test func valuesFromAnotherThreadAllArrive() async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values.makeAsyncIterator()
        let sender = Task.detached(priority: .high) {
            for value in 1...2_000 { subject.send(value) }
            subject.send(completion: .finished)
        }
        #expect(await collect(&iterator) == Array(1...2_000))
        await sender.value
    }

    @Test func secondSubscriptionIsCancelled() async {
        let upstream = TestPublisher<Int, Never>(staysAttached: true)
        var iterator = upstream.values.makeAsyncIterator()
        #expect(upstream.sendSubscription().isCancelled)
        upstream.send(1)
        upstream.send(completion: .finished)
        upstream.send(2)
        #expect(await collect(&iterator) == [1])
    }

    private func collect<P: Publisher>(_ iterator: inout AsyncPublisher<P>.Iterator) async -> [P.Output]
    where P.Failure == Never {
        var values: [P.Output] = []
        while let value = await iterator.next() { values.append(value) }
        return values
    }
}
