import Dispatch
import Flux

extension Benchmark {
    /// An array's publisher in a `for await` loop.
    static func values() -> Benchmark {
        Benchmark(
            name: "values", baselineName: "AsyncStream in a for await loop", elements: 200_000
        ) { elements in
            let array = Array(0..<elements)
            return Sides(
                subject: {
                    waitForTask {
                        var total = 0
                        for await value in array.publisher.values { total &+= value }
                        return total
                    }
                },
                baseline: {
                    waitForTask {
                        var total = 0
                        for await value in stream(of: array) { total &+= value }
                        return total
                    }
                })
        }
    }

    /// An asynchronous stream's publisher.
    static func asyncToPublisher() -> Benchmark {
        Benchmark(
            name: "async-to-publisher", baselineName: "AsyncStream in a for await loop", elements: 200_000
        ) { elements in
            let array = Array(0..<elements)
            return Sides(
                subject: {
                    let total = Total()
                    let end = DispatchSemaphore(value: 0)
                    let subscription = stream(of: array).publisher.sink(
                        receiveCompletion: { _ in end.signal() }, receiveValue: { total.value &+= $0 })
                    end.wait()
                    subscription.cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let receive = Opaque.adding(to: total)
                    return waitForTask {
                        for await value in stream(of: array) { receive.call(value) }
                        return total.value
                    }
                })
        }
    }
}

/// A stream that keeps all elements of an array from the start.
private func stream(of array: [Int]) -> AsyncStream<Int> {
    AsyncStream { continuation in
        for value in array { continuation.yield(value) }
        continuation.finish()
    }
}

/// Runs a task and blocks until it is done.
private func waitForTask(_ work: @escaping @Sendable () async -> Int) -> Int {
    let end = DispatchSemaphore(value: 0)
    let result = Total()
    Task.detached {
        result.value = await work()
        end.signal()
    }
    end.wait()
    return result.value
}
