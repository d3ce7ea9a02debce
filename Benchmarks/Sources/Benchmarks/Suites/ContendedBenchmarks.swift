import Dispatch
import Flux
import Synchronization

// Threads that send at the same time, beside as many that take turns at a lock around the closure. One thread
// alone is the measure for what the others cost.
extension Benchmark {
    /// Threads that send to one subject.
    static func contendedSubject(threads: Int) -> Benchmark {
        contended("subject", threads: threads) { total in
            let subject = Numbers()
            let subscription = subject.sink { total.value &+= $0 }
            return ({ _ in subject }, subscription)
        }
    }

    /// Threads that send to a subject each; the subjects are merged.
    static func contendedMerge(threads: Int) -> Benchmark {
        contended("merge", threads: threads) { total in
            let subjects = (0..<threads).map { _ in Numbers() }
            let subscription = Publishers.MergeMany(subjects).sink { total.value &+= $0 }
            return ({ subjects[$0] }, subscription)
        }
    }

    /// Threads that send to a subject each; the subjects are the children of a `flatMap`.
    static func contendedFlatMap(threads: Int) -> Benchmark {
        contended("flat-map", threads: threads) { total in
            let subjects = (0..<threads).map { _ in Numbers() }
            let subscription = (0..<threads).publisher.flatMap { subjects[$0] }
                .sink { total.value &+= $0 }
            return ({ subjects[$0] }, subscription)
        }
    }

    private static func contended(
        _ name: String, threads: Int,
        subscribe: @escaping (Total) -> (subject: @Sendable (_ thread: Int) -> Numbers, AnyCancellable)
    ) -> Benchmark {
        Benchmark(
            name: "contended-\(name)-\(threads)",
            baselineName: "Mutex around the closure, \(threads) thread\(threads == 1 ? "" : "s")",
            elements: 1_000_000
        ) { sends in
            Sides(
                subject: {
                    let total = Total()
                    let (subject, subscription) = subscribe(total)
                    DispatchQueue.concurrentPerform(iterations: threads) { thread in
                        let subject = subject(thread)
                        for value in 0..<sends / threads { subject.send(value) }
                    }
                    subscription.cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let receive = Opaque.adding(to: total)
                    let lock = Mutex(())
                    DispatchQueue.concurrentPerform(iterations: threads) { _ in
                        for value in 0..<sends / threads { lock.withLock { _ in receive.call(value) } }
                    }
                    return total.value
                })
        }
    }
}

private typealias Numbers = PassthroughSubject<Int, Never>
