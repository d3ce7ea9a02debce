import Streams
import TestSupport
import Testing

@Suite(.prompt, .timeLimit(.minutes(1))) struct AsyncElementsTests {
    /// Counts from one, counts its calls, and throws after its last number.
    struct Numbers: AsyncSequence, Sendable {
        let last: Int
        let pulls: Box<Int>

        struct AsyncIterator: AsyncIteratorProtocol {
            let last: Int
            let pulls: Box<Int>

            mutating func next() async throws(TestError) -> Int? { try pull() }

            mutating func next(isolation actor: isolated (any Actor)?) async throws(TestError) -> Int? {
                try pull()
            }

            private func pull() throws(TestError) -> Int? {
                let number = pulls.increment()
                if number > last { throw .other(number) }
                return number
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(last: last, pulls: pulls) }
    }

    @Test func elementsArePulledByDemand() async {
        let pulls = Box(0)
        let gates = [Gate(), Gate()]
        let probe = Numbers(last: 10, pulls: pulls).publisher
            .probe(initial: .none) { probe, value in if value % 2 == 0 { gates[value / 2 - 1].open() } }
        #expect(pulls.value == 0)
        probe.request(2)
        await gates[0].pass()
        #expect(probe.values == [1, 2])
        #expect(pulls.value == 2)
        probe.request(2)
        await gates[1].pass()
        #expect(probe.values == [1, 2, 3, 4])
        #expect(pulls.value == 4)
        probe.cancel()
    }

    @Test func failureKeepsItsType() async {
        let ended = Gate()
        let probe: Probe<Int, TestError> = Numbers(last: 2, pulls: Box(0)).publisher
            .probe(onCompletion: { _ in ended.open() })
        await ended.pass()
        #expect(probe.values == [1, 2])
        #expect(probe.failure == .other(3))
    }

    @Test func finishedSequenceFinishes() async {
        let ended = Gate()
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
        let probe: Probe<Int, Never> = numbers.publisher.probe(onCompletion: { _ in ended.open() })
        await ended.pass()
        #expect(probe.values == [1, 2, 3])
        #expect(probe.isFinished)
    }

    @Test func cancellingCancelsThePull() async {
        let (pulling, cancelled) = (Gate(), Gate())
        let pulls = Box(0)
        let numbers = AsyncStream {
            let pull = pulls.increment()
            if pull == 1 { return pull }
            // Only a pull that has begun is cancelled.
            pulling.open()
            await cancelled.pass()
            return pull
        } onCancel: {
            cancelled.open()
        }
        let probe = numbers.publisher.probe()
        await pulling.pass()
        probe.cancel()
        await cancelled.pass()
        #expect(probe.values == [1])
        #expect(probe.completion == nil)
    }

    /// As with a `for await` loop that breaks: its sequence is not pulled again to be cancelled.
    @Test func cancellingBetweenPullsReleasesTheIterator() async {
        let released = Gate()
        var token = Optional(Token { released.open() })
        let pulls = Box(0)
        let probe = Numbers(last: 2, pulls: pulls).map { [token] number in token!.pass(number) }.publisher
            .probe { probe, _ in probe.cancel() }
        token = nil
        await released.pass()
        #expect(probe.values == [1])
        #expect(pulls.value == 1)
    }

    @Test func elementThatArrivesAfterTheCancellationIsDropped() async {
        let (pulling, arrival, released) = (Gate(), Gate(), Gate())
        var token = Optional(Token { released.open() })
        let probe = Numbers(last: 1, pulls: Box(0)).map { [token] number in
            pulling.open()
            await arrival.pass()
            return token!.pass(number)
        }.publisher.probe()
        token = nil
        await pulling.pass()
        probe.cancel()
        arrival.open()
        await released.pass()
        #expect(probe.values == [])
        #expect(probe.completion == nil)
    }

    @Test func streamWithARequestFromWithinAValueKeepsNothingAfterItsEnd() async {
        let released = Gate()
        var token = Optional(Token { released.open() })
        let probe = Numbers(last: 2, pulls: Box(0)).map { [token] number in token!.pass(number) }.publisher
            .probe(initial: .max(1)) { probe, _ in probe.request(1) }
        token = nil
        await released.pass()
        #expect(probe.values == [1, 2])
        #expect(probe.completion != nil)
    }

    @Test func cancelledSubscriptionRetainsNothing() {
        var token = Optional(Token())
        let weakToken = Weak(token!)
        let probe = Numbers(last: 1, pulls: Box(0)).map { [token] number in token!.pass(number) }.publisher
            .probe(initial: .none)
        probe.cancel()
        token = nil
        #expect(weakToken.object == nil)
    }

    /// Sends the names of the tasks that pull.
    struct Tasks: AsyncSequence, Sendable {
        struct AsyncIterator: AsyncIteratorProtocol {
            mutating func next() async -> Int? { withUnsafeCurrentTask { $0.hashValue } }

            mutating func next(isolation actor: isolated (any Actor)?) async -> Int? { await next() }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }

    @Test func oneTaskServesAllRequests() async {
        let gates = (0..<20).map { _ in Gate() }
        let probe: Probe<Int, Never> = Tasks().publisher
            .probe(initial: .none) { probe, _ in gates[probe.values.count - 1].open() }
        for gate in gates {
            probe.request(1)
            await gate.pass()
        }
        #expect(Set(probe.values).count == 1)
        probe.cancel()
    }

    @Test(arguments: [true, false])
    func subscriptionThatEndsWhileTheTaskWaitsForDemandReleasesTheSequence(isCancelled: Bool) async {
        let (received, released) = (Gate(), Gate())
        let subscription = Box<(any Subscription)?>(nil)
        var token = Optional(Token { released.open() })
        Numbers(last: 3, pulls: Box(0)).map { [token] number in token!.pass(number) }.publisher
            .subscribe(
                AnySubscriber(
                    receiveSubscription: { subscription.value = $0 },
                    receiveValue: { _ in
                        received.open()
                        return .none
                    }))
        token = nil
        subscription.value!.request(.max(1))
        await received.pass()
        if isCancelled { subscription.value!.cancel() } else { subscription.value = nil }
        await released.pass()
    }

    /// Has an element, and then awaits another one without end: it takes no notice of cancellation.
    struct Stalled: AsyncSequence, AsyncIteratorProtocol, Sendable {
        var isFirst = true
        let stalls = Gate()
        let end = Gate()

        mutating func next() async -> Int? { await next(isolation: nil) }

        mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            defer { isFirst = false }
            if isFirst { return 1 }
            stalls.open()
            await end.pass()
            return nil
        }

        func makeAsyncIterator() -> Stalled { self }
    }

    @Test func cancellationReleasesDownstreamWhileTheSequenceTakesNoNotice() async {
        let numbers = Stalled()
        let values = Log<Int>()
        var token = Optional(Token())
        let held = Weak(token!)
        let subscription = numbers.publisher.sink { [token] in values.append(token!.pass($0)) }
        token = nil
        await numbers.stalls.pass()
        #expect(held.object != nil)
        subscription.cancel()
        #expect(held.object == nil)
        numbers.end.open()
        #expect(values.entries == [1])
    }

    @Test func cancellationInsideAValueReleasesDownstreamAfterIt() async {
        let released = Gate()
        let subscription = Box<AnyCancellable?>(nil)
        let subscribed = Gate()
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        var token = Optional(Token { released.open() })
        subscription.value = numbers.publisher.sink { [token] in
            if token!.pass($0) == 2 { subscription.value = nil }
            subscribed.open()
        }
        token = nil
        continuation.yield(1)
        await subscribed.pass()
        continuation.yield(2)
        await released.pass()
        #expect(subscription.value == nil)
    }
}
