import Flux
import Foundation

// Schedulers whose type is not known, run loops, and times as code for Combine states them.

final class Feature: Sendable {
    private let scheduler: any Scheduler

    init(scheduler: any Scheduler = DispatchQueue.main) {
        self.scheduler = scheduler
    }

    func search(_ text: AnyPublisher<String, Never>) -> AnyCancellable {
        text
            .debounce(for: 0.5, scheduler: scheduler)
            .removeDuplicates()
            .filter { $0.count > 2 }
            .throttle(for: .seconds(1), scheduler: scheduler, latest: true)
            .map { $0.uppercased() }
            .receive(on: scheduler)
            .sink { print($0) }
    }

    func reports(_ events: AnyPublisher<Action, Never>) -> AnyPublisher<Int, Never> {
        events
            .subscribe(on: scheduler)
            .collect(.byTime(scheduler, .seconds(1)))
            .delay(for: .milliseconds(10), tolerance: .zero, scheduler: scheduler)
            .map(\.count)
            .eraseToAnyPublisher()
    }

    func users(_ service: any UserService) -> AnyPublisher<[User], Never> {
        service.users(matching: "")
            .timeout(20, scheduler: scheduler)
            .retry(.exponential(from: .seconds(1), attempts: 3), scheduler: scheduler)
            .replaceError(with: [])
            .delay(for: 1, scheduler: scheduler)
            .eraseToAnyPublisher()
    }

    func frames(_ taps: AnyPublisher<Void, Never>) -> AnyPublisher<Duration, Never> {
        taps.measureInterval(using: scheduler).eraseToAnyPublisher()
    }

    func later(_ delay: Seconds) {
        scheduler.schedule(after: scheduler.now.advanced(by: delay), tolerance: scheduler.minimumTolerance) {
            print(delay)
        }
    }

    func clock() -> AnyCancellable {
        Timer.publish(every: .seconds(1), on: scheduler)
            .autoconnect()
            .map { $0.formatted() }
            .sink { print($0) }
    }

    func cleanUp() -> any Cancellable {
        scheduler.schedule(options: nil) { print("now") }
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { print("once") }
        return scheduler.schedule(after: scheduler.now, interval: 1, tolerance: 0.1) { print("again") }
    }
}

func debouncedOnAny<S: Scheduler>(
    _ text: AnyPublisher<String, Never>, for dueTime: S.SchedulerTimeType.Stride, on scheduler: S,
    options: S.SchedulerOptions? = nil
) -> Publishers.Debounce<AnyPublisher<String, Never>, S> {
    text.debounce(for: dueTime, scheduler: scheduler, options: options)
}

/// The type of a known scheduler is kept.
func delayedOnAQueue(_ text: AnyPublisher<String, Never>)
    -> Publishers.Delay<
        AnyPublisher<String, Never>, DispatchQueue
    >
{
    text.delay(for: .seconds(1), scheduler: DispatchQueue.main)
}

func strides(_ text: AnyPublisher<String, Never>) -> AnyCancellable {
    let short = DispatchQueue.SchedulerTimeType.Stride.milliseconds(300)
    let long: RunLoop.SchedulerTimeType.Stride = .seconds(0.5)
    return
        text
        .debounce(for: short, scheduler: DispatchQueue.main)
        .delay(for: long, scheduler: RunLoop.main)
        .sink { print($0) }
}

func runLoops(_ values: AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never> {
    values
        .delay(for: 1, tolerance: 0.1, scheduler: RunLoop.main)
        .delay(for: .seconds(1), tolerance: .seconds(0.1), scheduler: RunLoop.main, options: nil)
        .collect(.byTime(RunLoop.main, .seconds(1)))
        .filter { $0.count > 1 }
        .flatMap { $0.publisher }
        .collect(.byTimeOrCount(RunLoop.main, 1, 3), options: nil)
        .map { $0.reduce(0, +) }
        .retry(.constant(.seconds(1), attempts: 2), scheduler: RunLoop.main)
        .timeout(1, scheduler: RunLoop.main)
        .subscribe(on: RunLoop.main)
        .receive(on: RunLoop.main)
        .eraseToAnyPublisher()
}

func collectedByQueue(_ events: AnyPublisher<Action, Never>) -> AnyPublisher<[Int], Never> {
    events
        .collect(.byTime(DispatchQueue.main, 0.5))
        .map(\.count)
        .collect(.byTimeOrCount(DispatchQueue.global(), 1, 3), options: nil)
        .eraseToAnyPublisher()
}

func collectedByAny(_ events: AnyPublisher<Action, Never>, scheduler: any Scheduler) -> AnyPublisher<
    [Int], Never
> {
    events
        .collect(.byTime(scheduler, 1))
        .map(\.count)
        .collect(.byTimeOrCount(scheduler, 0.5, 3))
        .eraseToAnyPublisher()
}

func tickingAny(_ search: AnyPublisher<[String], APIError>, scheduler: any Scheduler) -> AnyPublisher<
    [String], Never
> {
    search
        .retry(.exponential(from: 0.1, attempts: 3, upTo: 5), scheduler: scheduler)
        .retry(.constant(1, attempts: 2))
        .replaceError(with: [])
        .merge(with: ExtraPublishers.Interval(every: 1, scheduler: scheduler).map { ["\($0)"] })
        .merge(
            with: ExtraPublishers.Interval(every: 0.5, scheduler: DispatchQueue.main).map { ["\($0 + 1)"] }
        )
        .eraseToAnyPublisher()
}

func measured(_ taps: AnyPublisher<Void, Never>) -> AnyPublisher<Duration, Never> {
    taps.measureInterval(using: RunLoop.main)
        .merge(with: taps.measureInterval(using: DispatchQueue.main, options: nil))
        .filter { $0 > .seconds(1) }
        .eraseToAnyPublisher()
}

func scheduledOnARunLoop() -> any Cancellable {
    RunLoop.main.schedule { print("soon") }
    RunLoop.main.schedule(after: RunLoop.main.now.advanced(by: .seconds(1))) { print("later") }
    return RunLoop.main.schedule(after: RunLoop.main.now + .seconds(1), interval: .seconds(1)) {
        print("again")
    }
}

struct Stopwatch {
    let ticks: Publishers.Autoconnect<Timer.TimerPublisher> = Timer.publish(
        every: 1, tolerance: nil, on: .main, in: .common, options: nil
    ).autoconnect()
    var scheduler: AnyScheduler = .main

    func laps() -> AnyCancellable {
        ticks.receive(on: scheduler).map { $0.formatted() }.sink { print($0) }
    }
}

func everySecond<Context: Scheduler>(on scheduler: Context) -> AnyPublisher<Int, Never> {
    ExtraPublishers.Interval(every: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
}

/// `.main` is the main actor in functions for any scheduler, too.
func everySecondOnTheMainActor() -> AnyPublisher<Int, Never> { everySecond(on: .main) }
