import Flux
import Synchronization

/// The three closures of the chains, behind references that the optimiser cannot see through.
///
/// They are stored as a generic type stores a closure, the way operators and every collection of closures do.
struct Closures {
    let transform: Reference<Int, Int>
    let isIncluded: Reference<Int, Bool>
    let receive: Reference<Int, Void>

    @inline(never)
    init(factor: Int, total: Total) {
        transform = Reference { $0 &* factor }
        isIncluded = Reference { $0 & 1 == 0 }
        receive = Reference { total.value &+= $0 }
    }

    /// A closure behind a reference.
    struct Reference<Input, Output> {
        let call: @Sendable (Input) -> Output
    }
}

extension Benchmark {
    /// Runs over an array of ten thousand: array → map → filter → sink.
    static func fusedChain() -> Benchmark {
        let array = Array(0..<10_000)
        let runs = 500
        return Benchmark(
            name: "fused-chain", baselineName: "loop calling the closures", elements: array.count * runs,
            subject: {
                let total = Total()
                for _ in 0..<runs { runChain(array, factor: 3, total: total) }
                return total.value
            },
            baseline: {
                let total = Total()
                let closures = Closures(factor: 3, total: total)
                for _ in 0..<runs { runLoop(array, closures) }
                return total.value
            })
    }

    /// A subject with one subscriber: subject → map → filter → sink.
    static func subjectChain() -> Benchmark {
        let sends = 5_000_000
        return Benchmark(
            name: "subject-chain", baselineName: "Mutex lock and unlock", elements: sends,
            subject: {
                let total = Total()
                let subject = PassthroughSubject<Int, Never>()
                let factor = 3
                let subscription = subject.map { $0 &* factor }.filter { $0 & 1 == 0 }
                    .sink { total.value &+= $0 }
                for value in 0..<sends { subject.send(value) }
                subscription.cancel()
                return total.value
            },
            baseline: {
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
            })
    }
}

@inline(never)
private func runChain(_ array: [Int], factor: Int, total: Total) {
    let subscription = array.publisher.map { $0 &* factor }.filter { $0 & 1 == 0 }.sink { total.value &+= $0 }
    subscription.cancel()
}

@inline(never)
private func runLoop(_ array: [Int], _ closures: Closures) {
    for value in array {
        let output = closures.transform.call(value)
        if closures.isIncluded.call(output) { closures.receive.call(output) }
    }
}
