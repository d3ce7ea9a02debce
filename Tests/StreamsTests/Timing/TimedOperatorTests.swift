import Streams
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct TimedOperatorTests {
    let stage = Stage()

    @Test(arguments: [
        ("a--b|", "--a--b|"), ("(ab)-c#", "--(ab)-c#"), ("|", "--|"), ("#", "--#"),
    ])
    func delay(input: String, output: String) {
        stage.expect(stage.hot(input).delay(for: .seconds(2), scheduler: stage.time), output)
    }

    @Test func delayCancelled() {
        stage.expect(
            stage.hot("abc|").delay(for: .seconds(2), scheduler: stage.time), "--a", cancelling: "---!")
    }

    @Test func delayPassesDemandOnAtOnce() {
        let upstream = TestPublisher<String, TestError>()
        let probe = upstream.delay(for: .seconds(2), scheduler: stage.time).probe(initial: .max(2))
        #expect(upstream.requests == [.max(2)])
        probe.request(1)
        #expect(upstream.requests == [.max(2), .max(1)])
    }

    @Test(arguments: [
        ("ab---c--d-----ef|", "---b---c--d-----(f|)"), ("a-#", "--#"), ("a--b#", "--a-#"), ("ab|", "--(b|)"),
    ])
    func debounce(input: String, output: String) {
        stage.expect(stage.hot(input).debounce(for: .seconds(2), scheduler: stage.time), output)
    }

    @Test func debounceUsesOneTimerForABurst() {
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.debounce(for: .seconds(2), scheduler: stage.time).probe()
        for value in 1...100 { subject.send(value) }
        #expect(stage.time.pendingCount == 1)
        stage.time.run()
        #expect(probe.values == [100])
    }

    /// Also of those that are sent by work of the scheduler.
    @Test func debounceOfZeroDeliversTheLastValueAfterThePresentWork() {
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.debounce(for: .zero, scheduler: stage.time).probe()
        let other = Log<[Int]>()
        stage.time.schedule {
            for value in 1...3 { subject.send(value) }
            other.append(probe.values)
        }
        stage.time.run()
        #expect(other.entries == [[]])
        #expect(probe.values == [3])
    }

    @Test func debounceRequestsUnlimitedDemandAndKeepsTheLatestValue() {
        let upstream = TestPublisher<Int, TestError>()
        let probe = upstream.debounce(for: .seconds(2), scheduler: stage.time).probe(initial: .none)
        #expect(upstream.requests == [.unlimited])
        upstream.send(1)
        stage.time.run()
        upstream.send(2)
        stage.time.run()
        #expect(probe.values == [])
        probe.request(1)
        stage.time.run()
        #expect(probe.values == [2])
    }

    @Test(arguments: [
        ("abcde-----f--|", true, "a--d--e---f--|"), ("abcde-----f--|", false, "a--b--e---f--|"),
        ("ab|", true, "a-(b|)"), ("abc#", false, "a--(b#)"), ("a|", true, "a|"),
    ])
    func throttle(input: String, latest: Bool, output: String) {
        stage.expect(
            stage.hot(input).throttle(for: .seconds(3), scheduler: stage.time, latest: latest), output)
    }

    @Test func throttleSendsOneOfTheValuesThatAreSentAtOnce() {
        let numbers = [1, 2, 3].publisher
        let latest = numbers.throttle(for: 1, scheduler: stage.time, latest: true).probe()
        let first = numbers.throttle(for: 1, scheduler: stage.time, latest: false).probe()
        #expect(latest.values == [] && first.values == [])
        stage.time.advance()
        #expect(latest.values == [3] && latest.isFinished)
        #expect(first.values == [1] && first.isFinished)
    }

    @Test func throttledValueWithoutDemandIsReplacedByTheLatest() {
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.throttle(for: .seconds(2), scheduler: stage.time, latest: true).probe(
            initial: .none)
        for value in 1...3 {
            subject.send(value)
            stage.time.run()
        }
        probe.request(1)
        stage.time.advance()
        #expect(probe.values == [3])
        subject.send(4)
        subject.send(completion: .finished)
        stage.time.run()
        #expect(!probe.isFinished)
        probe.request(1)
        stage.time.advance()
        #expect(probe.values == [3, 4] && probe.isFinished)
    }

    @Test func debounceKeepsADueValueWhileAnotherIsPending() {
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.debounce(for: .seconds(2), scheduler: stage.time).probe(initial: .none)
        subject.send(1)
        stage.time.advance(by: .seconds(5))
        subject.send(2)
        probe.request(2)
        stage.time.advance()
        #expect(probe.values == [1])
        stage.time.advance(by: .seconds(2))
        #expect(probe.values == [1, 2])
    }

    @Test(arguments: [true, false])
    func feedbackOnAnImmediateSchedulerUsesNoStack(debounces: Bool) {
        let last = withSmallStack { steps in
            let subject = PassthroughSubject<Int, Never>()
            let paced =
                debounces
                ? subject.debounce(for: 1, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher()
                : subject.throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: true)
                    .eraseToAnyPublisher()
            let last = Box(0)
            let subscription = paced.sink { value in
                last.value = value
                if value < steps { subject.send(value + 1) }
            }
            subject.send(1)
            subscription.cancel()
            return last.value == steps
        }
        #expect(last == true)
    }

    @Test(arguments: [
        ("a--b--------c", "a--b----|"), ("a|", "a|"), ("a---#", "a---#"), ("", "-----|"),
    ])
    func timeoutFinishes(input: String, output: String) {
        stage.expect(stage.hot(input).timeout(.seconds(5), scheduler: stage.time), output)
    }

    @Test func timeoutFails() {
        stage.expect(
            stage.hot("a-b").timeout(.seconds(5), scheduler: stage.time, customError: { .boom }), "a-b----#")
    }

    @Test func timeoutRunsAtZeroDemandAndCancelsUpstream() {
        let upstream = TestPublisher<Int, TestError>()
        let probe = upstream.timeout(.seconds(5), scheduler: stage.time).probe(initial: .none)
        stage.time.advance(by: .seconds(5))
        #expect(probe.isFinished)
        #expect(upstream.isCancelled)
        #expect(upstream.requests == [])
    }

    @Test func measureInterval() {
        let intervals = stage.hot("-a--b-(cd)|").measureInterval(using: stage.time)
        stage.expect(intervals.map { "\($0.components.seconds)" }, "-1--3-(20)|")
    }

    @Test(arguments: [
        ("ab--c-----d|", "---2--1----(1|)"), ("ab#", "--#"), ("----|", "----|"),
    ])
    func collectByTime(input: String, output: String) {
        let groups = stage.hot(input).collect(.byTime(stage.time, .seconds(3)))
        stage.expect(groups.map { "\($0.count)" }, output)
    }

    @Test func collectByTimeOrCount() {
        let groups = stage.hot("abcd---e|").collect(.byTimeOrCount(stage.time, .seconds(3), 2))
        stage.expect(groups.map { "\($0.count)" }, "-2-2----(1|)")
    }

    @Test(arguments: [("a-(bc)--|", "a-(bc)--|"), ("a-#", "a-#"), ("|", "|")])
    func receiveOn(input: String, output: String) {
        stage.expect(stage.hot(input).receive(on: stage.time), output)
    }

    @Test func receiveOnCancelled() {
        stage.expect(stage.hot("a--b|").receive(on: stage.time), "a", cancelling: "--!")
    }

    @Test func subscribeOnASchedulerRequestsFromUpstreamThere() {
        let upstream = TestPublisher<Int, TestError>()
        let probe = upstream.subscribe(on: stage.time).probe(initial: .none)
        stage.time.advance()
        probe.request(2)
        #expect(upstream.requests == [])
        stage.time.advance()
        #expect(upstream.requests == [.max(2)])
        probe.cancel()
    }

    @Test func subscribeOnASchedulerCallsUpstreamThere() {
        let upstream = TestPublisher<Int, TestError>()
        let probe = upstream.subscribe(on: stage.time).probe(initial: .max(3))
        #expect(!upstream.isSubscribed)
        #expect(!probe.hasSubscription)
        stage.time.advance()
        #expect(upstream.requests == [.max(3)])
        upstream.send(1)
        probe.cancel()
        #expect(!upstream.isCancelled)
        upstream.send(2)
        stage.time.advance()
        #expect(upstream.isCancelled)
        #expect(probe.values == [1])
    }

    @Test func timedValuesAreDeliveredOnTheScheduler() {
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.throttle(for: .seconds(1), scheduler: stage.time, latest: true).probe()
        subject.send(1)
        #expect(probe.values == [])
        stage.time.advance()
        #expect(probe.values == [1])
    }
}
