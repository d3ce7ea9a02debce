import Flux
import Synchronization

extension Benchmark {
    /// A subject with a hundred subscribers; an element is one delivery.
    static func fanout() -> Benchmark {
        let subscribers = 100
        return Benchmark(
            name: "subject-fanout-100", baselineName: "Mutex around a loop over 100 closures",
            elements: 5_000_000
        ) { deliveries in
            let sends = deliveries / subscribers
            return Sides(
                subject: {
                    let total = Total()
                    let subject = PassthroughSubject<Int, Never>()
                    let subscriptions = (0..<subscribers).map { _ in
                        subject.sink { total.value &+= $0 }
                    }
                    for value in 0..<sends { subject.send(value) }
                    for subscription in subscriptions { subscription.cancel() }
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let receivers = (0..<subscribers).map { _ in Opaque.adding(to: total) }
                    let lock = Mutex(())
                    for value in 0..<sends {
                        lock.withLock { _ in
                            for receiver in receivers { receiver.call(value) }
                        }
                    }
                    return total.value
                })
        }
    }

    /// A subject that keeps its value, with one subscriber behind an operator.
    static func currentValue() -> Benchmark {
        Benchmark(
            name: "current-value", baselineName: "Mutex around a value, Mutex around the closures",
            elements: 1_000_000
        ) { sends in
            Sides(
                subject: {
                    let total = Total()
                    let subject = CurrentValueSubject<Int, Never>(0)
                    let factor = 3
                    let subscription = subject.map { $0 &* factor }.sink { total.value &+= $0 }
                    for value in 0..<sends { subject.send(value) }
                    subscription.cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let factor = 3
                    let transform = Opaque<Int, Int> { $0 &* factor }
                    let receive = Opaque.adding(to: total)
                    let current = Mutex(0)
                    let delivery = Mutex(())
                    for value in 0..<sends {
                        current.withLock { $0 = value }
                        delivery.withLock { _ in receive.call(transform.call(value)) }
                    }
                    return total.value
                })
        }
    }

    /// A shared subject with two subscribers; an element is one delivery.
    static func share() -> Benchmark {
        Benchmark(
            name: "share", baselineName: "two Mutexes around two closures", elements: 2_000_000
        ) { deliveries in
            let sends = deliveries / 2
            return Sides(
                subject: {
                    let total = Total()
                    let subject = PassthroughSubject<Int, Never>()
                    let shared = subject.share()
                    let subscriptions = [
                        shared.sink { total.value &+= $0 }, shared.sink { total.value &+= $0 },
                    ]
                    for value in 0..<sends { subject.send(value) }
                    for subscription in subscriptions { subscription.cancel() }
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let (one, other) = (Opaque.adding(to: total), Opaque.adding(to: total))
                    let outer = Mutex(())
                    let inner = Mutex(())
                    for value in 0..<sends {
                        outer.withLock { _ in
                            inner.withLock { _ in
                                one.call(value)
                                other.call(value)
                            }
                        }
                    }
                    return total.value
                })
        }
    }

    /// A shared subject whose last value is replayed, with two subscribers; an element is one delivery.
    static func shareReplay() -> Benchmark {
        Benchmark(
            name: "share-replay",
            baselineName: "Mutex around a value and two closures with queues of their own",
            elements: 1_000_000
        ) { deliveries in
            let sends = deliveries / 2
            return Sides(
                subject: {
                    let total = Total()
                    let subject = PassthroughSubject<Int, Never>()
                    let shared = subject.share(replay: 1)
                    let subscriptions = [
                        shared.sink { total.value &+= $0 }, shared.sink { total.value &+= $0 },
                    ]
                    for value in 0..<sends { subject.send(value) }
                    for subscription in subscriptions { subscription.cancel() }
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let receivers = [Opaque.adding(to: total), Opaque.adding(to: total)]
                    let waiting = [HandWaiting(), HandWaiting()]
                    let outer = Mutex(())
                    let last = Mutex(0)
                    for value in 0..<sends {
                        outer.withLock { _ in
                            last.withLock { $0 = value }
                            for (receiver, waiting) in Swift.zip(receivers, waiting) {
                                waiting.queue.withLock { $0.append(value) }
                                while let value = waiting.queue.withLock({ $0.popFirst() }) {
                                    receiver.call(value)
                                }
                            }
                        }
                    }
                    return total.value
                })
        }
    }
}

/// The values that wait for one subscriber.
private final class HandWaiting: Sendable {
    let queue = Mutex(HandQueue())
}
