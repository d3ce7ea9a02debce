import Dispatch
import Streams
import TestSupport
import Testing

/// `append`, `prepend`, `catch` and `tryCatch` after `receive(on: .main)`, which continue in one another as
/// the plain forms do.
@Suite(.timeLimit(.minutes(1))) @MainActor
struct MainActorJoinTests {
    private let rounds = stepCount(default: 10_000)
    private let screen = Screen()
    private let queue = DispatchQueue(label: "source")

    /// A value that another queue sends.
    private func load(_ number: Int) -> AnyPublisher<Int, Never> {
        Just(number).receive(on: queue).eraseToAnyPublisher()
    }

    private func loadAndFail() -> IntPublisher {
        Fail(error: TestError.boom).receive(on: queue).eraseToAnyPublisher()
    }

    /// What a stream sends, once it has ended.
    private func values<P: Publisher>(of publisher: P) async -> [P.Output] {
        let ended = Gate()
        let probe = publisher.probe(
            onValue: { _, _ in MainActor.assertIsolated() }, onCompletion: { _ in ended.open() })
        await ended.pass()
        return probe.values
    }

    // MARK: Rounds without end

    private func poll(_ number: Int) -> AnyPublisher<Int, Never> {
        load(number).receive(on: .main)
            .append(
                Deferred { MainActor.assumeIsolated { number < rounds ? poll(number + 1) : load(0) } }
            )
            .eraseToAnyPublisher()
    }

    @Test func pollAppendsItself() async {
        #expect(await values(of: poll(1)) == (1...rounds) + [0])
    }

    private func pollOnTheMainActor(_ number: Int) -> AnyPublisher<Int, Never> {
        if number > rounds { return Empty().eraseToAnyPublisher() }
        return Just(number).delay(for: .zero, scheduler: .main)
            .append(Deferred { MainActor.assumeIsolated { pollOnTheMainActor(number + 1) } })
            .eraseToAnyPublisher()
    }

    @Test func pollOnTheMainActorAppendsItself() async {
        #expect(await values(of: pollOnTheMainActor(1)) == Array(1...rounds))
    }

    @Test func attemptIsRepeatedByCatch() async {
        func attempt(_ number: Int) -> IntPublisher {
            loadAndFail().receive(on: .main)
                .catch { _ in
                    if number < rounds { return attempt(number + 1) }
                    return load(number).setFailureType(to: TestError.self).eraseToAnyPublisher()
                }
                .eraseToAnyPublisher()
        }
        #expect(await values(of: attempt(1)) == [rounds])
    }

    @Test func attemptIsRepeatedByTryCatch() async {
        func attempt(_ number: Int) -> AnyPublisher<Int, any Error> {
            loadAndFail().mapError { $0 as any Error }.receive(on: .main)
                .tryCatch { error in
                    if number == rounds { throw error }
                    return attempt(number + 1)
                }
                .eraseToAnyPublisher()
        }
        #expect(await values(of: attempt(1).replaceError(with: -1)) == [-1])
    }

    /// A round that joins the next in one of several ways, some of them without the main actor.
    private func round(_ number: Int) -> IntPublisher {
        let value = load(number).setFailureType(to: TestError.self)
        if number > rounds { return value.eraseToAnyPublisher() }
        let next = Deferred { MainActor.assumeIsolated { round(number + 1) } }
        return switch number % 5 {
        case 0: value.receive(on: .main).append(next).eraseToAnyPublisher()
        case 1:
            value.receive(on: .main).append(loadAndFail()).catch { _ in next }
                .eraseToAnyMainActorPublisher().eraseToAnyPublisher()
        case 2: value.append(loadAndFail()).receive(on: .main).catch { _ in next }.eraseToAnyPublisher()
        case 3:
            loadAndFail().receive(on: .main).retry(1).catch { _ in next.prepend(number) }
                .eraseToAnyPublisher()
        default: value.receive(on: DispatchQueue.main).append(next).eraseToAnyPublisher()
        }
    }

    @Test func roundsAreJoinedInEveryWay() async {
        let stream = Empty<Int, TestError>().receive(on: .main).append(round(1))
        #expect(await values(of: stream) == Array(1...rounds + 1))
    }

    @Test func longChainsOfErasedJoins() async {
        let length = 5_000
        var appended = Just(1).receive(on: .main).eraseToAnyMainActorPublisher()
        var prepended = Just(length).receive(on: .main).eraseToAnyMainActorPublisher()
        for number in 2...length {
            appended = appended.append(number).eraseToAnyMainActorPublisher()
            prepended = prepended.prepend(length + 1 - number).eraseToAnyMainActorPublisher()
        }
        #expect(await values(of: appended) == Array(1...length))
        #expect(await values(of: prepended) == Array(1...length))
    }

    // MARK: Where the closures are called

    @Test func closureAfterAJoinThatEndsElsewhereUsesTheScreen() async {
        let stream = Just(1).receive(on: .main).append(load(2))
            .append(Deferred { MainActor.assumeIsolated { Just(screen.rows.count) } })
            .handleEvents(receiveOutput: { screen.rows.append($0) })
        #expect(await values(of: stream) == [1, 2, 2])
    }

    /// The queue sends the last value while the main actor delivers the one before.
    @Test func closureFollowsTheValuesBeforeIt() async {
        let subject = PassthroughSubject<Int, Never>()
        let isDelivering = DispatchSemaphore(value: 0)
        let isFinished = DispatchSemaphore(value: 0)
        let ended = Gate()
        let handle = Empty<Int, Never>().receive(on: .main).append(subject)
            .append(Deferred { MainActor.assumeIsolated { Just(screen.rows.count) } })
            .sink(
                receiveCompletion: { _ in ended.open() },
                receiveValue: { value in
                    screen.rows.append(value)
                    if value != 10 { return }
                    isDelivering.signal()
                    isFinished.wait()
                })
        queue.async {
            subject.send(10)
            isDelivering.wait()
            subject.send(20)
            subject.send(completion: .finished)
            isFinished.signal()
        }
        await ended.pass()
        #expect(screen.rows == [10, 20, 2])
        handle.cancel()
    }

    /// Two values wait while the first one is delivered, in which the publisher ends.
    @Test(arguments: [nil, 20]) func closureFollowsTheValuesThatWait(cancelledAt last: Int?) async {
        let subject = PassthroughSubject<Int, Never>()
        let handle = Box<AnyCancellable?>(nil)
        let ended = Gate()
        let isSent = DispatchSemaphore(value: 0)
        handle.value = Empty<Int, Never>().receive(on: .main).append(subject)
            .append(
                Deferred {
                    MainActor.assumeIsolated {
                        screen.rows.append(-1)
                        return Just(screen.rows.count)
                    }
                }
            )
            .sink(
                receiveCompletion: { _ in ended.open() },
                receiveValue: { value in
                    screen.rows.append(value)
                    if value == 10 { subject.send(completion: .finished) }
                    if value != last { return }
                    handle.value = nil
                    MainActor.shared.schedule { ended.open() }
                })
        queue.async {
            for value in [10, 20, 30] { subject.send(value) }
            isSent.signal()
        }
        isSent.wait()
        await ended.pass()
        #expect(screen.rows == (last == nil ? [10, 20, 30, -1, 4] : [10, 20]))
    }

    /// The thread that subscribes has not returned when the main actor receives the failure.
    @Test func closuresAreNotCalledByTheThreadThatSubscribes() async {
        let ended = Gate()
        let failing = BlockingFailure()
        let stream = failing.receive(on: .main)
            .catch { _ in
                screen.rows.append(1)
                return Just(1)
            }
            .append(Deferred { MainActor.assumeIsolated { Just(screen.rows.count) } })
        let probe = Probe<Int, Never>(onCompletion: { _ in ended.open() })
        queue.async { stream.subscribe(probe) }
        await failing.isDelivered.pass()
        failing.returns.signal()
        await ended.pass()
        #expect(probe.values == [1, 1])
    }

    @Test func handlerIsNotCalledAfterACancellation() async {
        let failing = BlockingFailure()
        let caught = failing.receive(on: .main).catch { _ in
            screen.rows.append(1)
            return Just(1)
        }
        let probe = Probe<Int, Never>()
        queue.async { caught.subscribe(probe) }
        await failing.isDelivered.pass()
        failing.returns.signal()
        // The thread schedules the handler, for which the main actor is not free before the cancellation.
        queue.sync {}
        probe.cancel()
        await mainActorIsIdle()
        #expect(screen.rows == [])
    }

    @Test func cancellationWithinAValueEndsTheJoin() async {
        let done = Gate()
        let stream = load(1).receive(on: .main).append(load(2)).append(
            Deferred {
                MainActor.assumeIsolated { () -> Just<Int> in
                    screen.rows.append(3)
                    return Just(3)
                }
            })
        let handle = Box<AnyCancellable?>(nil)
        handle.value = stream.sink { value in
            screen.rows.append(value)
            if value == 2 {
                handle.value = nil
                done.open()
            }
        }
        await done.pass()
        queue.sync {}
        await mainActorIsIdle()
        #expect(screen.rows == [1, 2])
    }

    /// Work that a background stream does when it is subscribed to does not move to the main actor.
    @Test func partsOfPlainJoinsStartWhereTheOneBeforeEnds() async {
        let mark = DispatchSpecificKey<Int>()
        queue.setSpecific(key: mark, value: 1)
        let places = Deferred { Just(DispatchQueue.getSpecific(key: mark) ?? 0) }
        let background = places.append(load(2)).append(places)
        let stream = Empty<Int, Never>().receive(on: .main).append(background).append(places)
        let ended = Gate()
        // The thread that subscribes starts the next part, too, if it has not returned.
        queue.suspend()
        let probe = stream.probe(onCompletion: { _ in ended.open() })
        queue.resume()
        await ended.pass()
        #expect(probe.values == [0, 2, 1, 0])
    }
}

/// Fails, and returns from the subscription later.
private struct BlockingFailure: Publisher {
    typealias Output = Int
    typealias Failure = TestError

    /// Opens when the main actor has run the work that was scheduled before the failure.
    let isDelivered = Gate()
    let returns = DispatchSemaphore(value: 0)

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        Fail<Int, TestError>(error: .boom).receive(subscriber: subscriber)
        MainActor.shared.schedule { isDelivered.open() }
        returns.wait()
    }
}

@MainActor private final class Screen {
    var rows: [Int] = []
}

/// Returns when the main actor has run what was scheduled on it, and on the main actor by that.
private func mainActorIsIdle() async {
    for _ in 0..<3 {
        let ran = Gate()
        MainActor.shared.schedule { ran.open() }
        await ran.pass()
    }
}
