import Dispatch
import Foundation
import Streams
import TestSupport
import Testing

/// Operators after `receive(on: .main)` whose closures, and those of `sink`, use the state of the main actor.
@MainActor
struct MainActorOperatorTests {
    private let subject = PassthroughSubject<Int, TestError>()
    private let screen = Screen()

    /// Sends numbers, then the completion, and returns what the screen shows.
    private func show(
        _ values: [Int], _ completion: Subscribers.Completion<TestError>? = .finished,
        _ attach: (PassthroughSubject<Int, TestError>) -> AnyCancellable
    ) -> [Int] {
        let subscription = attach(subject)
        for value in values { subject.send(value) }
        if let completion { subject.send(completion: completion) }
        subscription.cancel()
        return screen.rows
    }

    private func sink<Base: Publisher>(_ publisher: MainActorPublisher<Base>) -> AnyCancellable
    where Base.Output == Int {
        publisher.sink(
            receiveCompletion: { if case .failure = $0 { screen.rows.append(-1) } },
            receiveValue: { screen.rows.append($0) })
    }

    @Test func closuresThatThrowUseTheScreen() {
        screen.limit = 3
        let rows = show([1, 2, 3, 4]) { numbers in
            sink(
                numbers.receive(on: .main)
                    .tryFilter { $0 != screen.limit }
                    .tryCompactMap { $0 == screen.limit - 1 ? nil : $0 }
                    .tryScan(0) { sum, value in
                        if value > screen.limit + 1 { throw TestError.boom }
                        return sum + value
                    })
        }
        #expect(rows == [1, 5])
    }

    @Test func thrownErrorFailsTheStream() {
        let rows = show([1, 2]) { numbers in
            sink(
                numbers.receive(on: .main).tryFilter {
                    if $0 > screen.rows.count { throw TestError.boom }
                    return true
                })
        }
        #expect(rows == [-1])
    }

    @Test func failureIsReplacedOrRethrown() {
        screen.limit = 7
        let replaced = show([1], .failure(.boom)) { numbers in
            sink(
                numbers.receive(on: .main).tryCatch { error in
                    if screen.limit == 0 { throw error }
                    return Just(screen.limit)
                })
        }
        #expect(replaced == [1, 7])
        let other = PassthroughSubject<Int, TestError>()
        screen.rows = []
        let handle = sink(
            other.receive(on: .main).tryCatch { error -> Just<Int> in
                screen.rows.append(screen.limit)
                throw error
            })
        other.send(completion: .failure(.boom))
        #expect(screen.rows == [7, -1])
        handle.cancel()
    }

    @Test func valuesAreCodedAndPaired() {
        let rows = show([1, 1, 2]) { numbers in
            sink(
                numbers.receive(on: .main)
                    .dedupe { $0 }
                    .pairwise()
                    .map { $0 * 10 + $1 + screen.limit }
                    .encode(encoder: JSONEncoder())
                    .decode(type: Int.self, decoder: JSONDecoder()))
        }
        #expect(rows == [12])
    }

    @Test func resultsAreDeliveredOnTheMainActor() {
        screen.limit = 2
        let numbers = subject.receive(on: .main)
        let handles = [
            sink(numbers.last()),
            sink(numbers.last { $0 <= screen.limit }),
            sink(numbers.output(at: 1)),
            sink(numbers.output(in: 2...)),
            sink(numbers.collect(2).map { $0.reduce(0, +) + screen.limit }),
            sink(numbers.count()),
            sink(numbers.reduce(0) { $0 + $1 * screen.limit }),
            sink(numbers.min()),
            sink(numbers.max { $0 * screen.limit > $1 * screen.limit }),
            sink(numbers.contains { $0 == screen.limit }.map { $0 ? 100 : 0 }),
            sink(numbers.contains(9).map { $0 ? 100 : 0 }),
            sink(numbers.allSatisfy { $0 > screen.limit }.map { $0 ? 100 : 0 }),
            numbers.ignoreOutput().sink(
                receiveCompletion: { _ in screen.rows.append(99) }, receiveValue: { _ in }),
        ]
        for value in [1, 2, 3] { subject.send(value) }
        subject.send(completion: .finished)
        #expect(screen.rows.sorted() == [0, 0, 1, 1, 2, 2, 3, 3, 3, 5, 5, 12, 99, 100].sorted())
        for handle in handles { handle.cancel() }
    }

    @Test func resultThatWaitsForDemandIsDeliveredOnTheMainActor() async {
        let done = Gate()
        let probe = subject.receive(on: .main).reduce(0, +).map { value in
            MainActor.assertIsolated()
            return value + screen.limit
        }.probe(initial: .none, onCompletion: { _ in done.open() })
        subject.send(1)
        subject.send(completion: .finished)
        DispatchQueue.global().sync { probe.request(.max(1)) }
        await done.pass()
        #expect(probe.values == [1])
    }

    @Test func valuesOfOthersAreDeliveredOnTheMainActor() async {
        let done = Gate()
        let elsewhere = Just(9).setFailureType(to: TestError.self).receive(on: DispatchQueue.global())
        let handle = subject.receive(on: .main)
            .prepend(1)
            .append([2, 3])
            .append(elsewhere)
            .share()
            .retry(1)
            .sink(
                receiveCompletion: { _ in done.open() },
                receiveValue: { value in
                    MainActor.assertIsolated()
                    screen.rows.append(value)
                })
        subject.send(5)
        subject.send(completion: .finished)
        await done.pass()
        #expect(screen.rows == [1, 5, 2, 3, 9])
        handle.cancel()
    }

    @Test func attemptsAreDeliveredOnTheMainActor() {
        let attempts = Box(0)
        let handle = sink(
            Deferred { () -> AnyPublisher<Int, TestError> in
                attempts.value += 1
                return attempts.value < 3
                    ? Fail(error: .boom).eraseToAnyPublisher()
                    : Just(3).setFailureType(to: TestError.self).eraseToAnyPublisher()
            }
            .receive(on: .main).retry(2).map { $0 + screen.limit })
        #expect(screen.rows == [3])
        handle.cancel()
    }

    /// The thread that subscribes has not returned, and continues the stream in place of the main actor.
    @Test func lastFailureIsDeliveredOnTheMainActorWhileAnotherThreadSubscribes() async {
        let done = Gate()
        let failed = BlockingFailure().receive(on: .main).retry(0).mapError { error in
            screen.rows.append(1)
            return error
        }
        let probe = Box<Probe<Int, TestError>?>(nil)
        DispatchQueue.global().async {
            probe.value = failed.probe(onCompletion: { _ in done.open() })
        }
        await done.pass()
        #expect(screen.rows == [1])
    }

    @Test func failureIsHandledOnTheMainActorWhileAnotherThreadSubscribes() async {
        screen.limit = 7
        let done = Gate()
        let caught = BlockingFailure().receive(on: .main).tryCatch { error -> Just<Int> in
            screen.rows.append(screen.limit)
            throw error
        }
        let probe = Box<Probe<Int, any Error>?>(nil)
        DispatchQueue.global().async {
            probe.value = caught.probe(onCompletion: { _ in done.open() })
        }
        await done.pass()
        #expect(screen.rows == [7])
    }

    @Test func publishersAreMadeOnTheMainActor() {
        screen.limit = 10
        let rows = show([1, 2]) { numbers in
            sink(numbers.receive(on: .main).flatMap { screen.load($0) }.receive(on: .main))
        }
        #expect(rows == [11, 12])
    }

    @Test func publishersAreMadeOnTheMainActorAndFollowOneAnother() {
        screen.limit = 10
        let rows = show([1, 2]) { numbers in
            sink(numbers.receive(on: .main).concatMap { screen.load($0) }.receive(on: .main))
        }
        #expect(rows == [11, 12])
    }

    /// The value that cancels is delivered within a request.
    @Test(arguments: [Subscribers.Demand.unlimited, .max(1)])
    func publisherIsNotMadeOnTheMainActorAfterACancellation(maxPublishers: Subscribers.Demand) {
        let probe = subject.receive(on: .main)
            .flatMap(maxPublishers: maxPublishers) { number in
                screen.rows.append(number)
                return Just(number)
            }
            .probe(initial: .none) { [subject] probe, _ in
                probe.cancel()
                subject.send(2)
            }
        subject.send(1)
        probe.request(1)
        #expect(screen.rows == [1])
    }

    @Test func latestPublisherIsMadeOnTheMainActor() {
        let searches = Log<PassthroughSubject<Int, Never>>()
        let handle = sink(
            subject.receive(on: .main)
                .flatMapLatest { query in
                    screen.rows.append(query * 100)
                    searches.append(PassthroughSubject())
                    return searches.entries.last!
                }
                .receive(on: .main))
        subject.send(1)
        searches.entries[0].send(7)
        subject.send(2)
        searches.entries[0].send(8)
        searches.entries[1].send(9)
        #expect(screen.rows == [100, 7, 200, 9])
        handle.cancel()
    }

    @Test func publisherIsNotMadeOnTheMainActorWhileAnotherRuns() {
        let purchase = PassthroughSubject<Int, TestError>()
        let handle = sink(
            subject.receive(on: .main)
                .exhaustMap { button in
                    screen.rows.append(button)
                    return purchase.first()
                }
                .receive(on: .main))
        subject.send(1)
        subject.send(2)
        purchase.send(7)
        subject.send(3)
        #expect(screen.rows == [1, 7, 3])
        handle.cancel()
    }

    /// Each of the four forms that an operator has for publishers that fail, and that do not.
    @Test func publishersThatFailFollowStreamsThatDoNot() {
        let never = PassthroughSubject<Int, Never>()
        let numbers = never.receive(on: .main)
        let failing: (Int) -> AnyPublisher<Int, TestError> = { number in
            screen.limit += 1
            return Just(number).setFailureType(to: TestError.self).eraseToAnyPublisher()
        }
        let infallible: (Int) -> Just<Int> = { number in
            screen.limit += 1
            return Just(number * 10)
        }
        let handles = [
            sink(numbers.flatMapLatest { failing($0) }.receive(on: .main)),
            sink(numbers.concatMap { failing($0) }.receive(on: .main)),
            sink(numbers.exhaustMap { failing($0) }.receive(on: .main)),
            numbers.flatMapLatest { infallible($0) }.receive(on: .main).sink { screen.rows.append($0) },
            numbers.concatMap { infallible($0) }.receive(on: .main).sink { screen.rows.append($0) },
            numbers.exhaustMap { infallible($0) }.receive(on: .main).sink { screen.rows.append($0) },
            sink(subject.receive(on: .main).exhaustMap { infallible($0) }.receive(on: .main)),
        ]
        never.send(1)
        subject.send(2)
        #expect(screen.rows == [1, 1, 1, 10, 10, 10, 20])
        #expect(screen.limit == 7)
        for handle in handles { handle.cancel() }
    }

    @Test func conditionsThatThrowUseTheScreen() {
        screen.limit = 2
        let rows = show([1, 2, 2, 3, 9, 4]) { numbers in
            sink(
                numbers.receive(on: .main)
                    .tryDrop { $0 < screen.limit }
                    .tryRemoveDuplicates { $0 + screen.limit == $1 + screen.limit }
                    .tryPrefix {
                        if $0 == 9 { throw TestError.boom }
                        return $0 > screen.rows.count
                    })
        }
        #expect(rows == [2, 3, -1])
    }

    @Test func resultsOfClosuresThatThrowAreDeliveredOnTheMainActor() {
        screen.limit = 2
        let numbers = subject.receive(on: .main)
        let handles = [
            sink(numbers.tryFirst { $0 == screen.limit }),
            sink(numbers.tryLast { $0 <= screen.limit }),
            sink(numbers.tryReduce(0) { $0 + $1 * screen.limit }),
            sink(numbers.tryMin { $0 * screen.limit < $1 * screen.limit }),
            sink(numbers.tryMax { $0 * screen.limit < $1 * screen.limit }),
            sink(numbers.tryContains { $0 == screen.limit }.map { $0 ? 100 : 0 }),
            sink(numbers.tryAllSatisfy { $0 > screen.limit }.map { $0 ? 100 : 0 }),
            sink(
                numbers.tryReduce(0) { _, value in
                    if value == screen.limit { throw TestError.boom }
                    return value
                }),
        ]
        for value in [1, 2, 3] { subject.send(value) }
        subject.send(completion: .finished)
        #expect(screen.rows.sorted() == [-1, 0, 1, 2, 2, 3, 12, 100])
        for handle in handles { handle.cancel() }
    }

    @Test func eventsAreValuesOnTheMainActor() {
        let rows = show([1, 2], .failure(.boom)) { numbers in
            sink(
                numbers.receive(on: .main)
                    .breakpoint(receiveOutput: { screen.rows.contains($0 * 1_000) })
                    .materialize()
                    .map { signal in
                        if case .failure = signal { screen.rows.append(50) }
                        return signal
                    }
                    .dematerialize()
                    .map { (value: Int) in value + screen.limit }
            )
        }
        #expect(rows == [1, 2, 50, -1])
    }

    @Test func intervalsAreMeasuredOnTheMainActor() {
        let clock = VirtualTimeScheduler()
        let handle = subject.receive(on: .main).measureInterval(using: clock).sink(
            receiveCompletion: { _ in },
            receiveValue: { screen.rows.append(Int($0.components.seconds)) })
        clock.advance(by: .seconds(3))
        subject.send(1)
        #expect(screen.rows == [3])
        handle.cancel()
        // The main actor's own time.
        let own = subject.receive(on: .main).measureInterval(using: MainActor.shared).sink(
            receiveCompletion: { _ in }, receiveValue: { screen.rows.append($0 < .zero ? -1 : 1) })
        subject.send(2)
        #expect(screen.rows == [3, 1])
        own.cancel()
    }

    /// The last value is the first one that is known to be the last.
    @Test(arguments: [1, 2, 3]) func prefixRequestsNoMoreThanItSends(count: Int) {
        let upstream = TestPublisher<Int, TestError>()
        let probe = upstream.receive(on: .main).prefix(count).probe(initial: .max(1), perValue: .max(1))
        for value in 0..<count { upstream.send(value) }
        #expect(upstream.demand == .max(count))
        #expect(probe.values == Array(0..<count))
        #expect(upstream.isCancelled)
        probe.cancel()
    }

    @Test func timedOperatorsDeliverOnTheMainActor() async {
        let done = Gate()
        let handle = Just(1)
            .subscribe(on: .main)
            .timeout(.seconds(60), scheduler: .main)
            .map { $0 + screen.limit }
            .collect(.byTime(MainActor.shared, 0.001))
            .sink { values in
                screen.rows += values
                done.open()
            }
        await done.pass()
        #expect(screen.rows == [1])
        handle.cancel()
    }

    @Test func streamThatMustNotFailIsForwarded() {
        let rows = show([1]) { numbers in
            sink(numbers.receive(on: .main).assertNoFailure().map { $0 + screen.limit })
        }
        #expect(rows == [1])
    }
}

/// Fails, and returns from the subscription when the main queue has run the work that was scheduled before.
private struct BlockingFailure: Publisher {
    typealias Output = Int
    typealias Failure = TestError

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        Fail<Int, TestError>(error: .boom).receive(subscriber: subscriber)
        let isDelivered = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { isDelivered.signal() }
        isDelivered.wait()
    }
}

@MainActor private final class Screen {
    var rows: [Int] = []
    var limit = 0

    func load(_ number: Int) -> AnyPublisher<Int, Never> { Just(number + limit).eraseToAnyPublisher() }
}
