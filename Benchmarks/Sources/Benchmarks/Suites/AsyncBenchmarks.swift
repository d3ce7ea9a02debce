import Dispatch
import Flux
import Synchronization

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

    /// What a subject has sent, in a `for await` loop.
    static func valuesOfSubject() -> Benchmark {
        Benchmark(
            name: "values-subject", baselineName: "AsyncStream in a for await loop", elements: 200_000
        ) { elements in
            let array = Array(0..<elements)
            return Sides(
                subject: {
                    let subject = PassthroughSubject<Int, Never>()
                    let values = subject.values.makeAsyncIterator()
                    for value in array { subject.send(value) }
                    subject.send(completion: .finished)
                    return waitForTask {
                        var (values, total) = (values, 0)
                        while let value = await values.next() { total &+= value }
                        return total
                    }
                },
                baseline: {
                    let values = stream(of: array)
                    return waitForTask {
                        var total = 0
                        for await value in values { total &+= value }
                        return total
                    }
                })
        }
    }

    /// What a subject has sent before, in a `for await` loop: the receiving part of `values-subject` alone.
    static func valuesReceived() -> Benchmark {
        Benchmark(
            name: "values-received", baselineName: "AsyncStream in a for await loop", elements: 200_000
        ) { elements in
            let array = Array(0..<elements)
            let sent = Prepared<AsyncPublisher<PassthroughSubject<Int, Never>>.Iterator>()
            let kept = Prepared<AsyncStream<Int>>()
            return Sides(
                subject: {
                    let values = sent.take()
                    return waitForTask {
                        var (values, total) = (values, 0)
                        while let value = await values.next() { total &+= value }
                        return total
                    }
                },
                baseline: {
                    let values = kept.take()
                    return waitForTask {
                        var total = 0
                        for await value in values { total &+= value }
                        return total
                    }
                },
                beforehand: (
                    {
                        let subject = PassthroughSubject<Int, Never>()
                        sent.value = subject.values.makeAsyncIterator()
                        for value in array { subject.send(value) }
                        subject.send(completion: .finished)
                    },
                    { kept.value = stream(of: array) }
                ))
        }
    }

    /// Two asynchronous streams, paired in a `for await` loop. By hand, two iterators take turns.
    static func asyncZip() -> Benchmark {
        Benchmark(name: "async-zip", baselineName: "two AsyncStream iterators", elements: 200_000) {
            elements in
            let array = Array(0..<elements)
            return Sides(
                subject: {
                    let pairs = stream(of: array).publisher.zip(stream(of: array).publisher).values
                    return waitForTask {
                        var total = 0
                        for await (one, other) in pairs { total &+= one &- 3 &* other }
                        return total
                    }
                },
                baseline: {
                    let (one, other) = (stream(of: array), stream(of: array))
                    return waitForTask {
                        var (ones, others) = (one.makeAsyncIterator(), other.makeAsyncIterator())
                        var total = 0
                        while let one = await ones.next(), let other = await others.next() {
                            total &+= one &- 3 &* other
                        }
                        return total
                    }
                })
        }
    }

    /// Two asynchronous streams, merged in a `for await` loop. By hand, two tasks send to a third stream.
    static func asyncMerge() -> Benchmark {
        Benchmark(
            name: "async-merge", baselineName: "two tasks that send to an AsyncStream", elements: 200_000
        ) { elements in
            let array = Array(0..<elements / 2)
            return Sides(
                subject: {
                    let values = stream(of: array).publisher.merge(with: stream(of: array).publisher).values
                    return waitForTask {
                        var total = 0
                        for await value in values { total &+= value }
                        return total
                    }
                },
                baseline: {
                    let (one, other) = (stream(of: array), stream(of: array))
                    let values = AsyncStream<Int> { continuation in
                        Task {
                            await withTaskGroup(of: Void.self) { group in
                                for values in [one, other] {
                                    group.addTask { for await value in values { continuation.yield(value) } }
                                }
                            }
                            continuation.finish()
                        }
                    }
                    return waitForTask {
                        var total = 0
                        for await value in values { total &+= value }
                        return total
                    }
                })
        }
    }

    /// Two asynchronous streams; the latest of each, joined in a `for await` loop. By hand, two tasks keep
    /// the latest values under a lock and send pairs to a third stream. Which pairs there are depends on how
    /// the tasks run, and so only the last pair is compared.
    static func asyncCombineLatest() -> Benchmark {
        Benchmark(
            name: "async-combine-latest", baselineName: "two tasks, a Mutex and an AsyncStream",
            elements: 200_000
        ) { elements in
            let array = Array(0..<elements / 2)
            return Sides(
                subject: {
                    let pairs = stream(of: array).publisher.combineLatest(stream(of: array).publisher).values
                    return waitForTask {
                        var last = 0
                        for await (one, other) in pairs { last = one &- 3 &* other }
                        return last
                    }
                },
                baseline: {
                    let pairs = latestPairs(stream(of: array), stream(of: array))
                    return waitForTask {
                        var last = 0
                        for await (one, other) in pairs { last = one &- 3 &* other }
                        return last
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

/// The latest elements of two streams, joined by two tasks that send to a third stream.
private func latestPairs(_ one: AsyncStream<Int>, _ other: AsyncStream<Int>) -> AsyncStream<(Int, Int)> {
    AsyncStream { continuation in
        let latest = LatestPair()
        Task {
            await withTaskGroup(of: Void.self) { group in
                for (values, isOne) in [(one, true), (other, false)] {
                    group.addTask {
                        for await value in values { latest.add(value, toOne: isOne, sendingTo: continuation) }
                    }
                }
            }
            continuation.finish()
        }
    }
}

/// The latest elements of two streams.
private final class LatestPair: Sendable {
    private let pair = Mutex<(one: Int?, other: Int?)>((nil, nil))

    func add(_ value: Int, toOne isOne: Bool, sendingTo pairs: AsyncStream<(Int, Int)>.Continuation) {
        pair.withLock { pair in
            if isOne { pair.one = value } else { pair.other = value }
            if let one = pair.one, let other = pair.other { pairs.yield((one, other)) }
        }
    }
}

/// What is made before a run, and used up by it.
private final class Prepared<Value: Sendable>: @unchecked Sendable {
    // Sendable: a benchmark touches it from one thread at a time.
    var value: Value?

    func take() -> Value {
        guard let value = value.take() else { preconditionFailure("Nothing was prepared for this run.") }
        return value
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
