import Dispatch
import Foundation
import Streams
import TestSupport
import Testing

/// What operators of time do where a scheduler is slow, has other work, or begins before its zero.
@Suite(.timeLimit(.minutes(1))) struct SchedulerTimeTests {
    private let time = VirtualTimeScheduler()
    private let subject = PassthroughSubject<Int, Never>()
    private let log = Log<String>()

    @Test func valueSentFromAValueFollowsOtherWorkOfTheScheduler() {
        let handle = subject.receive(on: time).sink { [subject, log] value in
            log.append("\(value)")
            if value == 0 { subject.send(1) }
        }
        subject.send(0)
        time.schedule { [log] in log.append("work") }
        time.advance()
        #expect(log.entries == ["0", "work", "1"])
        handle.cancel()
    }

    /// A queue is free for other work between the values of a stream that never rests.
    @Test func streamThatFeedsItselfDoesNotOccupyItsQueue() async {
        let queue = DispatchQueue(label: "queue")
        let hasStopped = Box(false)
        let done = Gate()
        let handle = subject.receive(on: queue).sink { [subject] value in
            if hasStopped.value { done.open() } else { subject.send(value + 1) }
        }
        subject.send(0)
        queue.async { hasStopped.value = true }
        await done.pass()
        handle.cancel()
    }

    @Test func timeThatPassesWhileAValueIsDeliveredCounts() {
        let handle = subject.debounce(for: .seconds(2), scheduler: time).sink { [time, subject, log] value in
            log.append("\(value) at \(time.now.components.seconds)")
            if value == 1 {
                subject.send(2)
                // A slow subscriber.
                time.advance(by: .seconds(5))
            }
        }
        subject.send(1)
        time.advance(by: .seconds(2))
        time.run()
        #expect(log.entries == ["1 at 2", "2 at 7"])
        handle.cancel()
    }

    /// An immediate scheduler reaches the end of each interval at once.
    @Test func longIntervalsOfAnImmediateSchedulerDoNotExceedTheRange() {
        let (never, scheduler) = (Duration.seconds(Int64.max), ImmediateScheduler.shared)
        let values = Array(1...40)
        let streams: [AnyPublisher<Int, Never>] = [
            values.publisher.debounce(for: never, scheduler: scheduler).eraseToAnyPublisher(),
            values.publisher.throttle(for: never, scheduler: scheduler, latest: true).eraseToAnyPublisher(),
            values.publisher.delay(for: never, scheduler: scheduler).eraseToAnyPublisher(),
            values.publisher.collect(.byTime(scheduler, never)).flatMap { $0.publisher }
                .eraseToAnyPublisher(),
        ]
        for stream in streams {
            let probe = stream.probe()
            #expect(probe.values == values)
            #expect(probe.isFinished)
        }
    }

    @Test func timesBelowZeroCount() {
        let time = VirtualTimeScheduler(now: .seconds(-100))
        let handles = [
            subject.debounce(for: .seconds(2), scheduler: time).sink { [log] in log.append("debounce \($0)")
            },
            subject.delay(for: .seconds(1), scheduler: time).sink { [log] in log.append("delay \($0)") },
            subject.timeout(.seconds(5), scheduler: time)
                .sink(receiveCompletion: { [log] _ in log.append("timeout") }, receiveValue: { _ in }),
        ]
        time.advance(by: .seconds(3))
        subject.send(1)
        time.advance(by: .seconds(2))
        #expect(log.entries == ["delay 1", "debounce 1"])
        for handle in handles { handle.cancel() }
    }

    @Test func firstIntervalBeginsWithTheSubscription() {
        let late = LateScheduler(time: time)
        let probe = subject.subscribe(on: late).measureInterval(using: time).probe()
        // The subscription arrives after 5 seconds, the request after 10.
        time.advance(by: .seconds(12))
        subject.send(1)
        #expect(probe.values == [.seconds(7)])
        probe.cancel()
    }

    @Test func valuesFollowTheSubscriptionOfAConcurrentScheduler() {
        let subscriber = UnlimitedSubscriber(log)
        [1, 2].publisher.subscribe(on: OtherThreadScheduler()).subscribe(subscriber)
        #expect(log.entries == ["subscription", "1", "2", "finished"])
    }

    @Test func intervalEndsWithTheReleaseOfItsSubscription() {
        ExtraPublishers.Interval(every: .seconds(1), scheduler: time).subscribe(Dropper())
        time.advance(by: .seconds(2))
        #expect(time.pendingCount == 0)
    }
}

/// Does its work five seconds later.
private struct LateScheduler: Scheduler {
    let time: VirtualTimeScheduler

    var now: Duration { time.now }

    func schedule(_ action: @escaping @Sendable () -> Void) {
        _ = time.schedule(in: .seconds(5), action)
    }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        time.schedule(in: delay + .seconds(5), action)
    }
}

/// Does its work at once on another thread and waits for it, as a concurrent queue may.
private struct OtherThreadScheduler: Scheduler {
    var now: Duration { .zero }

    func schedule(_ action: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        Thread {
            action()
            done.signal()
        }.start()
        done.wait()
    }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        schedule(action)
        return Subscriptions.empty
    }
}

private final class UnlimitedSubscriber: Subscriber {
    private let log: Log<String>

    init(_ log: Log<String>) {
        self.log = log
    }

    func receive(subscription: any Subscription) {
        subscription.request(.unlimited)
        log.append("subscription")
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        log.append("\(input)")
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { log.append("finished") }
}

/// Neither requests anything nor keeps its subscription.
private final class Dropper: Subscriber {
    func receive(subscription: any Subscription) {}
    func receive(_ input: Int) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Never>) {}
}
