import Flux
import Synchronization

extension Benchmark {
    /// A publisher of one value, subscribed to and cancelled; an element is a subscription.
    static func subscribe() -> Benchmark {
        subscribing("subscribe", maxAllocations: 4) { value, total in
            Just(value).map { $0 &- 0 }.sink { total.value &+= $0 }
        }
    }

    /// A subject, subscribed to and cancelled; an element is a subscription.
    static func subscribeSubject() -> Benchmark {
        let subject = PassthroughSubject<Int, Never>()
        return subscribing("subscribe-subject") { value, total in
            let subscription = subject.map { $0 &- 0 }.sink { total.value &+= $0 }
            subject.send(value)
            return subscription
        }
    }

    /// A subject behind ten operators, subscribed to and cancelled; an element is a subscription.
    static func subscribeSubjectDeeply() -> Benchmark {
        let subject = PassthroughSubject<Int, Never>()
        return subscribing("subscribe-subject-10") { value, total in
            let firstHalf = subject.map { $0 &+ 1 }.filter { $0 >= 0 }
                .map { $0 &+ 1 }.removeDuplicates()
                .map { $0 &+ 1 }
            let subscription = firstHalf.compactMap { $0 &- 1 }
                .map { $0 &- 1 }.scan(0) { $1 }
                .map { $0 &- 1 }.prefix(2)
                .sink { total.value &+= $0 }
            subject.send(value)
            return subscription
        }
    }

    /// A publisher of one value between sequences that precede and follow it; an element is a subscription.
    static func concat() -> Benchmark {
        subscribing("concat", maxAllocations: 8) { value, total in
            Just(value).prepend([1, 2]).append([3, -6]).sink { total.value &+= $0 }
        }
    }

    private static func subscribing(
        _ name: String, maxAllocations: Int? = nil,
        _ subscribe: @escaping (_ value: Int, _ total: Total) -> AnyCancellable
    ) -> Benchmark {
        Benchmark(
            name: name, baselineName: "object with a closure, set and cleared under a Mutex",
            elements: 20_000, passes: 5, maxAllocations: maxAllocations
        ) { elements in
            Sides(
                subject: {
                    let total = Total()
                    for value in 0..<elements { subscribe(value, total).cancel() }
                    return total.value
                },
                baseline: {
                    let total = Total()
                    for value in 0..<elements {
                        let subscription = HandSubscription(total)
                        subscription.send(value)
                        subscription.cancel()
                    }
                    return total.value
                })
        }
    }
}

/// A subscription by hand.
private final class HandSubscription: Sendable {
    private let receive: Mutex<(@Sendable (Int) -> Void)?>

    @inline(never)
    init(_ total: Total) {
        receive = Mutex { total.value &+= $0 }
    }

    @inline(never)
    func send(_ value: Int) {
        receive.withLock { $0 }?(value)
    }

    @inline(never)
    func cancel() {
        receive.withLock { $0 = nil }
    }
}
