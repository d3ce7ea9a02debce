import Flux
import Synchronization

struct Opaque<I, O> { let call: @Sendable (I) -> O }
struct ClosuresG {
    let transform: Opaque<Int, Int>
    let isIncluded: Opaque<Int, Bool>
    let receive: Opaque<Int, Void>

    @inline(never)
    init(factor: Int, total: Total) {
        transform = Opaque { $0 &* factor }
        isIncluded = Opaque { $0 & 1 == 0 }
        receive = Opaque { total.value &+= $0 }
    }
}
@inline(never)
private func runLoopG(_ array: [Int], _ closures: ClosuresG) {
    for value in array {
        let output = closures.transform.call(value)
        if closures.isIncluded.call(output) { closures.receive.call(output) }
    }
}

/// The three closures of the chains, behind references that the optimiser cannot see through.
struct Closures {
    let transform: @Sendable (Int) -> Int
    let isIncluded: @Sendable (Int) -> Bool
    let receive: @Sendable (Int) -> Void

    @inline(never)
    init(factor: Int, total: Total) {
        transform = { $0 &* factor }
        isIncluded = { $0 & 1 == 0 }
        receive = { total.value &+= $0 }
    }
}

extension Benchmark {
    /// A thousand runs over an array of ten thousand: array → map → filter → sink.
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

    static func fusedChainG() -> Benchmark {
        let array = Array(0..<10_000)
        let runs = 500
        return Benchmark(
            name: "fused-chainG", baselineName: "loop calling the closures", elements: array.count * runs,
            subject: {
                let total = Total()
                for _ in 0..<runs { runChain(array, factor: 3, total: total) }
                return total.value
            },
            baseline: {
                let total = Total()
                let closures = ClosuresG(factor: 3, total: total)
                for _ in 0..<runs { runLoopG(array, closures) }
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
                        let output = closures.transform(value)
                        if closures.isIncluded(output) { closures.receive(output) }
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
        let output = closures.transform(value)
        if closures.isIncluded(output) { closures.receive(output) }
    }
}
