import Streams
import TestSupport
import Testing

/// Retries in virtual time.
@Suite struct RetryPolicyTests {
    @Test(arguments: [1_000, 1e300]) func growthBeyondAllDurationsIsLimited(factor: Double) async {
        await #expect(processExitsWith: .success) { [factor] in
            let policy = RetryPolicy(
                attempts: 9, initialDelay: .seconds(1), factor: factor, maximumDelay: .seconds(Int64.max))
            precondition(policy.delay(beforeAttempt: 8, after: TestError.boom) == .seconds(Int64.max))
        }
    }

    private struct Busy: RetryAfter {
        let retryAfter: Duration?
    }

    /// The times of the attempts at a source that always fails with an error.
    private func attemptTimes(_ policy: RetryPolicy, error: any Error = TestError.boom) -> [Duration] {
        let time = VirtualTimeScheduler()
        let times = Log<Duration>()
        let probe = Deferred {
            times.append(time.now)
            return Fail<Int, any Error>(error: error)
        }.retry(policy, scheduler: time).probe()
        time.run()
        #expect(probe.failure != nil)
        return times.entries
    }

    @Test func exponentialDelaysDoubleUpToTheLongest() {
        #expect(
            attemptTimes(.exponential(from: .milliseconds(250), attempts: 4))
                == [0, 250, 750, 1_750, 3_750].map(Duration.milliseconds))
        #expect(
            attemptTimes(.exponential(from: .seconds(1), attempts: 4, upTo: .seconds(3)))
                == [0, 1, 3, 6, 9].map(Duration.seconds))
    }

    @Test func constantDelaysStayTheSame() {
        #expect(attemptTimes(.constant(.seconds(2), attempts: 3)) == [0, 2, 4, 6].map(Duration.seconds))
    }

    @Test func immediateRetriesTakeNoTime() {
        #expect(attemptTimes(.immediate(attempts: 3)) == [0, 0, 0, 0].map(Duration.seconds))
        #expect(attemptTimes(.immediate(attempts: 0)).count == 1)
    }

    @Test func errorThatRequiresTooLongADelayIsNotRetried() {
        var policy = RetryPolicy.constant(.seconds(2), attempts: 1)
        #expect(policy.delay(beforeAttempt: 1, after: Busy(retryAfter: .seconds(300))) == .seconds(300))
        #expect(policy.delay(beforeAttempt: 1, after: Busy(retryAfter: .seconds(301))) == nil)
        policy.longestRetryAfter = .seconds(1)
        #expect(policy.delay(beforeAttempt: 1, after: Busy(retryAfter: .seconds(2))) == nil)
    }

    @Test func retryAfterReplacesShorterDelays() {
        let busy = Busy(retryAfter: .seconds(90))
        #expect(
            attemptTimes(.exponential(from: .seconds(1), attempts: 2), error: busy)
                == [0, 90, 180].map(Duration.seconds))
        #expect(attemptTimes(.immediate(attempts: 1), error: busy) == [0, 90].map(Duration.seconds))
        #expect(
            attemptTimes(.constant(.seconds(2), attempts: 1), error: Busy(retryAfter: .seconds(1)))
                == [0, 2].map(Duration.seconds))
        #expect(
            attemptTimes(.constant(.seconds(2), attempts: 1), error: Busy(retryAfter: nil))
                == [0, 2].map(Duration.seconds))
    }

    @Test func jitterShortensTheDelay() {
        let policy = RetryPolicy(
            attempts: 2, initialDelay: .seconds(8), jitter: 0.5, random: { 0.5 })
        #expect(attemptTimes(policy) == [0, 6, 12].map(Duration.seconds))
        for _ in 0..<100 {
            let delay = RetryPolicy.constant(.seconds(8), attempts: 1, jitter: 1)
                .delay(beforeAttempt: 1, after: TestError.boom)
            #expect(delay! >= .zero && delay! <= .seconds(8))
        }
    }

    @Test func permanentErrorFailsAtOnce() {
        var policy = RetryPolicy.constant(.seconds(1), attempts: 5)
        policy.shouldRetry = { $0 as? TestError != .boom }
        #expect(attemptTimes(policy, error: TestError.boom).count == 1)
        #expect(attemptTimes(policy, error: TestError.other(1)).count == 6)
    }

    @Test func hugeNumberOfAttemptsDoesNotOverflow() {
        let policy = RetryPolicy.exponential(from: .seconds(1), attempts: .max)
        #expect(policy.delay(beforeAttempt: 1_000_000_000, after: TestError.boom) == .seconds(60))
        #expect(
            RetryPolicy.immediate(attempts: .max).delay(beforeAttempt: .max, after: TestError.boom) == .zero)
    }

    @Test func valueResetsTheAttempts() {
        let stage = Stage()
        let source = stage.cold("-a#").retry(.constant(.seconds(1), attempts: 1), scheduler: stage.time)
        stage.expect(source.prefix(3), "-a--a--(a|)")
        let silent = stage.cold("-#").retry(.constant(.seconds(1), attempts: 2), scheduler: stage.time)
        stage.expect(silent, "-----#")
    }

    @Test func cancellationDuringADelayReleasesEverything() {
        let time = VirtualTimeScheduler()
        let attempts = Box(0)
        var token = Optional(Token())
        let weakToken = Weak(token!)
        let probe = Deferred { [token] in
            attempts.increment()
            return Fail<Int, TestError>(error: token!.pass(.boom))
        }.retry(.constant(.seconds(1), attempts: 5), scheduler: time).probe()
        token = nil
        time.advance(by: .milliseconds(1_500))
        #expect(attempts.value == 2)
        probe.cancel()
        #expect(weakToken.object == nil, "the source is held until the pause would have ended")
        time.run()
        #expect(attempts.value == 2)
    }

    @Test func demandDuringADelayIsKept() {
        let time = VirtualTimeScheduler()
        let upstreams = [TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>()]
        let attempt = Box(-1)
        let probe = Deferred { upstreams[attempt.increment()] }
            .retry(.constant(.seconds(1), attempts: 1), scheduler: time).probe(initial: .max(1))
        upstreams[0].send(completion: .failure(.boom))
        probe.request(2)
        time.run()
        #expect(upstreams[1].requests == [.max(3)])
    }

    @Test func synchronousDelayDoesNotHideTheNext() {
        // The first delay ends within the call that schedules it; the second lasts.
        let scheduler = HastyScheduler()
        let first = PassthroughSubject<Int, TestError>()
        let attempts = Box(0)
        let probe = Deferred {
            attempts.increment() == 1
                ? first.eraseToAnyPublisher() : Fail(error: .boom).eraseToAnyPublisher()
        }.retry(.constant(.seconds(1), attempts: 5), scheduler: scheduler).probe()
        first.send(completion: .failure(.boom))
        #expect(attempts.value == 2)
        probe.cancel()
        #expect(scheduler.pauses.map(\.cancelCount) == [1, 1])
    }

    @Test func cancelledDelayStartsNoAttempt() {
        let scheduler = HastyScheduler(haste: 0)
        let attempts = Box(0)
        let probe = Deferred {
            attempts.increment()
            return Fail<Int, TestError>(error: .boom)
        }.retry(.constant(.seconds(1), attempts: 5), scheduler: scheduler).probe()
        probe.cancel()
        scheduler.runAll()
        #expect(attempts.value == 1)
    }
}

/// Runs the first actions within the call that schedules them, and the others on request.
private final class HastyScheduler: Scheduler {
    private let works = Log<@Sendable () -> Void>()
    private let handles = Log<TestSubscription>()
    private let haste: Int

    init(haste: Int = 1) {
        self.haste = haste
    }

    /// The handles of the scheduled actions, in order.
    var pauses: [TestSubscription] { handles.entries }

    var now: Duration { .zero }

    func schedule(_ action: @escaping @Sendable () -> Void) { action() }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        let handle = TestSubscription()
        handles.append(handle)
        if handles.count <= haste { action() } else { works.append(action) }
        return handle
    }

    func runAll() {
        for work in works.entries { work() }
    }
}
