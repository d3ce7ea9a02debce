import Dispatch
import Flux
import Foundation
import Synchronization

// Threads that send at the same time, beside as many that take turns at locks: as many for each value as
// there are streams that serialize it. One thread alone is the measure for what the others cost.
extension Benchmark {
    /// Threads that send to one subject.
    static func contendedSubject(threads: Int) -> Benchmark {
        contended("subject", beside: .oneLock, threads: threads) { total in
            let subject = Numbers()
            let subscription = subject.sink { total.value &+= $0 }
            return ({ _ in subject }, subscription)
        }
    }

    /// Threads that send to a subject each; the subjects are merged.
    static func contendedMerge(threads: Int) -> Benchmark {
        contended("merge", beside: .ownAndCommonLock, threads: threads) { total in
            let subjects = (0..<threads).map { _ in Numbers() }
            let subscription = Publishers.MergeMany(subjects).sink { total.value &+= $0 }
            return ({ subjects[$0] }, subscription)
        }
    }

    /// Threads that send to a subject each; the subjects are the children of a `flatMap`.
    static func contendedFlatMap(threads: Int) -> Benchmark {
        contended("flat-map", beside: .ownAndCommonLock, threads: threads) { total in
            let subjects = (0..<threads).map { _ in Numbers() }
            let subscription = (0..<threads).publisher.flatMap { subjects[$0] }
                .sink { total.value &+= $0 }
            return ({ subjects[$0] }, subscription)
        }
    }

    /// What serializes the values by hand.
    private enum Baseline: String {
        case oneLock = "Mutex around the closure"
        /// A subject serializes its values, also those of one thread.
        case ownAndCommonLock = "Mutex of the thread, then one around the closure"
    }

    private static func contended(
        _ name: String, beside baseline: Baseline, threads: Int,
        subscribe: @escaping (Total) -> (subject: @Sendable (_ thread: Int) -> Numbers, AnyCancellable)
    ) -> Benchmark {
        Benchmark(
            name: "contended-\(name)-\(threads)",
            baselineName: "\(baseline.rawValue), \(threads) thread\(threads == 1 ? "" : "s")",
            elements: 1_000_000
        ) { sends in
            Sides(
                subject: {
                    let total = Total()
                    let (subject, subscription) = subscribe(total)
                    run(threads) { thread in
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
                    run(threads) { _ in
                        switch baseline {
                        case .oneLock:
                            for value in 0..<sends / threads { lock.withLock { _ in receive.call(value) } }
                        case .ownAndCommonLock:
                            let own = Mutex(())
                            for value in 0..<sends / threads {
                                own.withLock { _ in lock.withLock { _ in receive.call(value) } }
                            }
                        }
                    }
                    return total.value
                })
        }
    }

    /// Runs threads, all of which begin at the same time: `concurrentPerform` runs no more than there are
    /// cores, and the first may have ended before the last begins.
    private static func run(_ threads: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
        let (ready, start, end) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        for thread in 0..<threads {
            Thread {
                ready.signal()
                start.wait()
                body(thread)
                end.signal()
            }.start()
        }
        for _ in 0..<threads { ready.wait() }
        for _ in 0..<threads { start.signal() }
        for _ in 0..<threads { end.wait() }
    }
}

private typealias Numbers = PassthroughSubject<Int, Never>
