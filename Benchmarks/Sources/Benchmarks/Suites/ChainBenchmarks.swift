import Flux
import Synchronization

extension Benchmark {
    /// An array of ten thousand: array → map → filter → sink.
    static func fusedChain() -> Benchmark {
        Benchmark(
            name: "fused-chain", baselineName: "loop calling the closures", elements: 10_000, passes: 500
        ) { elements in
            let array = Array(0..<elements)
            return Sides(
                subject: {
                    let total = Total()
                    runChain(array, factor: 3, total: total)
                    return total.value
                },
                baseline: {
                    let total = Total()
                    runLoop(array, ChainClosures(factor: 3, total: total))
                    return total.value
                })
        }
    }

    /// A subject with one subscriber: subject → map → filter → sink.
    static func subjectChain() -> Benchmark {
        Benchmark(
            name: "subject-chain", baselineName: "Mutex around the closures", elements: 5_000_000
        ) { sends in
            Sides(
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
                baseline: { sendThroughLock(sends) })
        }
    }

    /// An array of ten thousand behind three type erasures.
    static func erasedArray() -> Benchmark {
        Benchmark(
            name: "erased-array", baselineName: "loop calling the closures", elements: 10_000, passes: 500
        ) { elements in
            let array = Array(0..<elements)
            return Sides(
                subject: {
                    let total = Total()
                    let factor = 3
                    array.publisher.eraseToAnyPublisher().map { $0 &* factor }
                        .eraseToAnyPublisher().filter { $0 & 1 == 0 }.eraseToAnyPublisher()
                        .sink { total.value &+= $0 }
                        .cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    runLoop(array, ChainClosures(factor: 3, total: total))
                    return total.value
                })
        }
    }

    /// A subject behind three type erasures.
    static func erasedChain() -> Benchmark {
        Benchmark(
            name: "erased-chain", baselineName: "Mutex around the closures", elements: 5_000_000
        ) { sends in
            Sides(
                subject: {
                    let total = Total()
                    let subject = PassthroughSubject<Int, Never>()
                    let factor = 3
                    let subscription = subject.eraseToAnyPublisher().map { $0 &* factor }
                        .eraseToAnyPublisher().filter { $0 & 1 == 0 }.eraseToAnyPublisher()
                        .sink { total.value &+= $0 }
                    for value in 0..<sends { subject.send(value) }
                    subscription.cancel()
                    return total.value
                },
                baseline: { sendThroughLock(sends) })
        }
    }
}

@inline(never)
private func runChain(_ array: [Int], factor: Int, total: Total) {
    let subscription = array.publisher.map { $0 &* factor }.filter { $0 & 1 == 0 }.sink { total.value &+= $0 }
    subscription.cancel()
}

@inline(never)
private func runLoop(_ array: [Int], _ closures: ChainClosures) {
    for value in array { closures.take(value) }
}

/// Sends values through a lock and the three closures of the chains.
private func sendThroughLock(_ sends: Int) -> Int {
    let total = Total()
    let closures = ChainClosures(factor: 3, total: total)
    let lock = Mutex(())
    for value in 0..<sends {
        lock.withLock { _ in closures.take(value) }
    }
    return total.value
}
