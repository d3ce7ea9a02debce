import Flux
import Synchronization

extension Benchmark {
    /// A subject with a hundred subscribers; an element is one delivery.
    static func fanout() -> Benchmark {
        let sends = 50_000
        let subscribers = 100
        return Benchmark(
            name: "subject-fanout-100", baselineName: "loop over 100 closures", elements: sends * subscribers,
            subject: {
                let total = Total()
                let subject = PassthroughSubject<Int, Never>()
                let subscriptions = (0..<subscribers).map { _ in subject.sink { total.value &+= $0 } }
                for value in 0..<sends { subject.send(value) }
                for subscription in subscriptions { subscription.cancel() }
                return total.value
            },
            baseline: {
                let total = Total()
                let receivers = (0..<subscribers).map { _ in Closures(factor: 1, total: total).receive }
                let lock = Mutex(())
                for value in 0..<sends {
                    lock.withLock { _ in
                        for receiver in receivers { receiver.call(value) }
                    }
                }
                return total.value
            })
    }

    /// A subject behind three type erasures.
    static func erasedChain() -> Benchmark {
        let sends = 5_000_000
        return Benchmark(
            name: "erased-chain", baselineName: "Mutex and three calls through references", elements: sends,
            subject: {
                let total = Total()
                let subject = PassthroughSubject<Int, Never>()
                let factor = 3
                let subscription = subject.eraseToAnyPublisher().map { $0 &* factor }.eraseToAnyPublisher()
                    .filter { $0 & 1 == 0 }.eraseToAnyPublisher().sink { total.value &+= $0 }
                for value in 0..<sends { subject.send(value) }
                subscription.cancel()
                return total.value
            },
            baseline: { sendThroughLock(sends) })
    }

    /// Values that each become a short sequence.
    static func flatMap() -> Benchmark {
        let outer = Array(0..<10_000)
        let inner = Array(0..<100)
        return Benchmark(
            name: "flat-map", baselineName: "Mutex around each value", elements: outer.count * inner.count,
            subject: {
                let total = Total()
                let subscription = outer.publisher.flatMap { _ in inner.publisher }.sink {
                    total.value &+= $0
                }
                subscription.cancel()
                return total.value
            },
            baseline: {
                let total = Total()
                let receive = Closures(factor: 1, total: total).receive
                let lock = Mutex(())
                for _ in outer {
                    for value in inner { lock.withLock { _ in receive.call(value) } }
                }
                return total.value
            })
    }

    /// Two subjects that send in turn.
    static func merge() -> Benchmark {
        let sends = 1_000_000
        return Benchmark(
            name: "merge", baselineName: "two Mutexes around each value", elements: sends * 2,
            subject: {
                let total = Total()
                let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
                let subscription = a.merge(with: b).sink { total.value &+= $0 }
                for value in 0..<sends {
                    a.send(value)
                    b.send(value)
                }
                subscription.cancel()
                return total.value
            },
            baseline: { sendThroughTwoLocks(sends) { $0 } })
    }

    /// Two subjects that send in turn, paired.
    static func combineLatest() -> Benchmark {
        let sends = 1_000_000
        return Benchmark(
            name: "combine-latest", baselineName: "two Mutexes around each value", elements: sends * 2,
            subject: {
                let total = Total()
                let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
                let subscription = a.combineLatest(b).sink { total.value &+= $0.0 &- $0.1 }
                for value in 0..<sends {
                    a.send(value)
                    b.send(value)
                }
                subscription.cancel()
                return total.value
            },
            baseline: {
                let total = Total()
                let receive = Closures.Reference<(Int, Int), Void> { total.value &+= $0.0 &- $0.1 }
                let outer = Mutex(())
                let inner = Mutex<(Int?, Int?)>((nil, nil))
                for value in 0..<sends {
                    outer.withLock { _ in
                        inner.withLock { latest in
                            latest.0 = value
                            if let other = latest.1 { receive.call((value, other)) }
                        }
                    }
                    outer.withLock { _ in
                        inner.withLock { latest in
                            latest.1 = value
                            if let other = latest.0 { receive.call((other, value)) }
                        }
                    }
                }
                return total.value
            })
    }

    /// A subject of subjects; a new one every hundred values.
    static func switchToLatest() -> Benchmark {
        let switches = 10_000
        let values = 100
        return Benchmark(
            name: "switch-to-latest", baselineName: "two Mutexes around each value",
            elements: switches * values,
            subject: {
                let total = Total()
                let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
                let subscription = outer.switchToLatest().sink { total.value &+= $0 }
                for _ in 0..<switches {
                    let inner = PassthroughSubject<Int, Never>()
                    outer.send(inner)
                    for value in 0..<values { inner.send(value) }
                }
                subscription.cancel()
                return total.value
            },
            baseline: {
                let total = Total()
                let receive = Closures(factor: 1, total: total).receive
                for _ in 0..<switches {
                    let outer = Mutex(())
                    let inner = Mutex(())
                    for value in 0..<values {
                        outer.withLock { _ in inner.withLock { _ in receive.call(value) } }
                    }
                }
                return total.value
            })
    }

    /// A shared subject with two subscribers; an element is one delivery.
    static func share() -> Benchmark {
        let sends = 1_000_000
        return Benchmark(
            name: "share", baselineName: "two Mutexes around two closures", elements: sends * 2,
            subject: {
                let total = Total()
                let subject = PassthroughSubject<Int, Never>()
                let shared = subject.share()
                let subscriptions = [shared.sink { total.value &+= $0 }, shared.sink { total.value &+= $0 }]
                for value in 0..<sends { subject.send(value) }
                for subscription in subscriptions { subscription.cancel() }
                return total.value
            },
            baseline: {
                let total = Total()
                let receivers = [
                    Closures(factor: 1, total: total).receive, Closures(factor: 1, total: total).receive,
                ]
                let outer = Mutex(())
                let inner = Mutex(())
                for value in 0..<sends {
                    outer.withLock { _ in
                        inner.withLock { _ in
                            for receiver in receivers { receiver.call(value) }
                        }
                    }
                }
                return total.value
            })
    }

    /// A subject whose values take the way over a scheduler that runs them at once.
    static func receiveOn() -> Benchmark {
        let sends = 1_000_000
        return Benchmark(
            name: "receive-on", baselineName: "Mutex, and an array swapped under a Mutex", elements: sends,
            subject: {
                let total = Total()
                let subject = PassthroughSubject<Int, Never>()
                let subscription = subject.receive(on: ImmediateScheduler.shared).sink { total.value &+= $0 }
                for value in 0..<sends { subject.send(value) }
                subscription.cancel()
                return total.value
            },
            baseline: {
                let total = Total()
                let receive = Closures(factor: 1, total: total).receive
                let lock = Mutex(())
                let waiting = Mutex<[Int]>([])
                for value in 0..<sends {
                    lock.withLock { _ in
                        waiting.withLock { $0.append(value) }
                        let values = waiting.withLock { waiting in
                            let values = waiting
                            waiting = []
                            return values
                        }
                        for value in values { receive.call(value) }
                    }
                }
                return total.value
            })
    }
}

/// Sends values through a lock and the three closures of the chains.
private func sendThroughLock(_ sends: Int) -> Int {
    let total = Total()
    let closures = Closures(factor: 3, total: total)
    let lock = Mutex(())
    for value in 0..<sends {
        lock.withLock { _ in
            let output = closures.transform.call(value)
            if closures.isIncluded.call(output) { closures.receive.call(output) }
        }
    }
    return total.value
}

/// Sends each value twice through the lock of a sender and that of a combination.
private func sendThroughTwoLocks(_ sends: Int, _ transform: (Int) -> Int) -> Int {
    let total = Total()
    let receive = Closures(factor: 1, total: total).receive
    let outer = Mutex(())
    let inner = Mutex(())
    for value in 0..<sends {
        for _ in 0..<2 {
            outer.withLock { _ in inner.withLock { _ in receive.call(transform(value)) } }
        }
    }
    return total.value
}
