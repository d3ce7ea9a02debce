import Flux
import Synchronization

/// How many inner publishers a pass goes through. Twice the elements make each of them twice as long, so that
/// what is allocated to begin one is timed, and not counted as an allocation for a value.
private let children = 1000

extension Benchmark {
    /// Values that each become a sequence of a hundred.
    static func flatMap() -> Benchmark {
        flattening("flat-map") { outer, inner, total in
            outer.publisher.flatMap { _ in inner.publisher }.sink { total.value &+= $0 }
        }
    }

    /// Values that each become a sequence of a hundred, one after the other.
    static func concatMap() -> Benchmark {
        flattening("concat-map") { outer, inner, total in
            outer.publisher.concatMap { _ in inner.publisher }.sink { total.value &+= $0 }
        }
    }

    /// Values that each become one value: an element is an inner publisher, with all that is made for it.
    static func flatMapJust() -> Benchmark {
        Benchmark(
            name: "flat-map-just", baselineName: "object and Mutex for each value", elements: 100_000,
            passes: 5, maxAllocations: 1
        ) { elements in
            let outer = Array(0..<elements)
            return Sides(
                subject: {
                    let total = Total()
                    outer.publisher.flatMap { Just($0) }.sink { total.value &+= $0 }.cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let receive = Opaque.adding(to: total)
                    let lock = Mutex(())
                    for value in outer {
                        let child = InnerStream(to: receive)
                        lock.withLock { _ in child.send(value) }
                    }
                    return total.value
                })
        }
    }

    /// A subject of subjects, where another is switched to every hundred values.
    static func switchToLatest() -> Benchmark {
        Benchmark(
            name: "switch-to-latest", baselineName: "two Mutexes around each value, object for each switch",
            elements: children * 100, passes: 10
        ) { elements in
            let length = elements / children
            return Sides(
                subject: {
                    let total = Total()
                    let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
                    let inner = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
                    let subscription = outer.switchToLatest().sink { total.value &+= $0 }
                    for child in 0..<children {
                        let current = inner[child & 1]
                        outer.send(current)
                        for value in 0..<length { current.send(value) }
                    }
                    subscription.cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let receive = Opaque.adding(to: total)
                    let sender = Mutex(())
                    let switching = Mutex(InnerStream(to: receive))
                    for _ in 0..<children {
                        let new = InnerStream(to: receive)
                        switching.withLock { $0 = new }
                        for value in 0..<length {
                            sender.withLock { _ in
                                switching.withLock { if $0 === new { new.send(value) } }
                            }
                        }
                    }
                    return total.value
                })
        }
    }

    private static func flattening(
        _ name: String,
        subscribe: @escaping (_ outer: [Int], _ inner: [Int], _ total: Total) -> AnyCancellable
    ) -> Benchmark {
        Benchmark(
            name: name, baselineName: "Mutex around each value, object for each child",
            elements: children * 100, passes: 10
        ) { elements in
            let outer = Array(0..<children)
            let inner = Array(0..<elements / children)
            return Sides(
                subject: {
                    let total = Total()
                    subscribe(outer, inner, total).cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let receive = Opaque.adding(to: total)
                    let lock = Mutex(())
                    for _ in outer {
                        let child = InnerStream(to: receive)
                        for value in inner { lock.withLock { _ in child.send(value) } }
                    }
                    return total.value
                })
        }
    }
}

/// What stands for an inner publisher in the baselines.
private final class InnerStream: Sendable {
    private let receive: Opaque<Int, Void>

    @inline(never)
    init(to receive: Opaque<Int, Void>) {
        self.receive = receive
    }

    @inline(__always)
    func send(_ value: Int) { receive.call(value) }
}
