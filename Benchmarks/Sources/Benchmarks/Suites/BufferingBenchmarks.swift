import Flux
import Synchronization

extension Benchmark {
    /// A subject whose values pass a buffer, with a subscriber that takes them as they come.
    static func buffer() -> Benchmark {
        Benchmark(
            name: "buffer", baselineName: "two Mutexes, and a queue", elements: 1_000_000
        ) { sends in
            Sides(
                subject: {
                    let total = Total()
                    let subject = PassthroughSubject<Int, Never>()
                    let subscription = subject.buffer(size: 16, prefetch: .byRequest, whenFull: .dropOldest)
                        .sink { total.value &+= $0 }
                    for value in 0..<sends { subject.send(value) }
                    subscription.cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let receive = Opaque.adding(to: total)
                    let lock = Mutex(())
                    let waiting = Mutex(HandQueue())
                    for value in 0..<sends {
                        lock.withLock { _ in
                            waiting.withLock { queue in
                                queue.append(value)
                                while let value = queue.popFirst() { receive.call(value) }
                            }
                        }
                    }
                    return total.value
                })
        }
    }

    /// A subject whose values take the way over a scheduler that runs them at once.
    static func receiveOn() -> Benchmark {
        Benchmark(
            name: "receive-on", baselineName: "Mutex, array swapped under a Mutex, closure",
            elements: 1_000_000
        ) { sends in
            Sides(
                subject: {
                    let total = Total()
                    let subject = PassthroughSubject<Int, Never>()
                    let subscription = subject.receive(on: ImmediateScheduler.shared)
                        .sink { total.value &+= $0 }
                    for value in 0..<sends { subject.send(value) }
                    subscription.cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let receive = Opaque.adding(to: total)
                    let lock = Mutex(())
                    let delivery = HandDelivery(to: receive)
                    let schedule = Opaque<@Sendable () -> Void, Void> { $0() }
                    for value in 0..<sends {
                        lock.withLock { _ in
                            delivery.put(value)
                            schedule.call { delivery.deliver() }
                        }
                    }
                    return total.value
                })
        }
    }
}

/// Values on their way to a scheduler; two arrays take turns.
private final class HandDelivery: Sendable {
    private struct State {
        var waiting: [Int] = []
        var spare: [Int] = []
    }

    private let state = Mutex(State())
    private let receive: Opaque<Int, Void>

    init(to receive: Opaque<Int, Void>) {
        self.receive = receive
    }

    func put(_ value: Int) {
        state.withLock { $0.waiting.append(value) }
    }

    func deliver() {
        var values = state.withLock { state in
            swap(&state.waiting, &state.spare)
            let values = state.spare
            state.spare = []
            return values
        }
        for value in values { receive.call(value) }
        values.removeAll(keepingCapacity: true)
        state.withLock { [values] in $0.spare = values }
    }
}
