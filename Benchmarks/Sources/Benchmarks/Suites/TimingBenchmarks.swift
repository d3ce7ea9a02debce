import Flux
import Synchronization

extension Benchmark {
    /// A debounced subject in virtual time; each value is delivered.
    static func debounce() -> Benchmark {
        timing("debounce", step: .seconds(1)) { subject, time, receive in
            subject.debounce(for: .seconds(1), scheduler: time).sink(receiveValue: receive)
        }
    }

    /// A debounced subject in virtual time; of ten values one is delivered.
    static func debounceBursts() -> Benchmark {
        timing("debounce-bursts", step: .milliseconds(1), pause: .seconds(1)) { subject, time, receive in
            subject.debounce(for: .seconds(1), scheduler: time).sink(receiveValue: receive)
        }
    }

    /// A throttled subject in virtual time; each value is delivered.
    static func throttle() -> Benchmark {
        timing("throttle", step: .seconds(1)) { subject, time, receive in
            subject.throttle(for: .seconds(1), scheduler: time, latest: true).sink(receiveValue: receive)
        }
    }

    /// A throttled subject in virtual time; of ten values one or two are delivered.
    static func throttleBursts() -> Benchmark {
        timing("throttle-bursts", step: .milliseconds(1), pause: .seconds(1)) { subject, time, receive in
            subject.throttle(for: .seconds(1), scheduler: time, latest: true).sink(receiveValue: receive)
        }
    }

    /// Sends values at a distance of `step`, with a pause after each tenth. By hand, each value is scheduled
    /// as a closure and delivered when it is due.
    private static func timing(
        _ name: String, step: Duration, pause: Duration? = nil,
        subscribe:
            @escaping (
                _ subject: PassthroughSubject<Int, Never>, _ time: VirtualTimeScheduler,
                _ receive: @escaping @Sendable (Int) -> Void
            ) -> AnyCancellable
    ) -> Benchmark {
        Benchmark(name: name, baselineName: "closures in an array under a Mutex", elements: 200_000) {
            elements in
            @Sendable func run(send: (Int) -> Void, advance: (Duration) -> Void) {
                for value in 0..<elements {
                    send(value)
                    advance(value % 10 == 9 ? pause ?? step : step)
                }
            }
            return Sides(
                subject: {
                    let total = Total()
                    let subject = PassthroughSubject<Int, Never>()
                    let time = VirtualTimeScheduler()
                    let subscription = subscribe(subject, time, { total.value |= $0 | 1 << 40 })
                    run(send: { subject.send($0) }, advance: { time.advance(by: $0) })
                    subscription.cancel()
                    return total.value >> 40
                },
                baseline: {
                    let total = Total()
                    let receive = Opaque<Int, Void> { total.value |= $0 | 1 << 40 }
                    let time = HandTime()
                    run(
                        send: { value in time.schedule(in: .seconds(1)) { receive.call(value) } },
                        advance: { time.advance(by: $0) })
                    return total.value >> 40
                })
        }
    }
}

/// A virtual time by hand: the delays are all the same, so that closures are due in the order of submission.
private final class HandTime: Sendable {
    private struct State {
        var now = Duration.zero
        var entries: [(due: Duration, work: @Sendable () -> Void)] = []
        var next = 0
    }

    private let state = Mutex(State())

    @inline(never)
    func schedule(in delay: Duration, _ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.entries.append(($0.now + delay, work)) }
    }

    @inline(never)
    func advance(by duration: Duration) {
        let moment = state.withLock { $0.now + duration }
        while let work = next(until: moment) { work() }
        state.withLock { $0.now = moment }
    }

    private func next(until moment: Duration) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.next < state.entries.count, state.entries[state.next].due <= moment else {
                return nil
            }
            let work = state.entries[state.next].work
            state.next += 1
            if state.next > 64 {
                state.entries.removeFirst(state.next)
                state.next = 0
            }
            return work
        }
    }
}
