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

/// What is made before a run, and used up by it.
private final class Prepared<Value: Sendable>: @unchecked Sendable {
    // Sendable: a benchmark touches it from one thread at a time.
    var value: Value?

    func take() -> Value {
        guard let value = value.take() else { preconditionFailure("Nothing was prepared for this run.") }
        return value
    }
}
