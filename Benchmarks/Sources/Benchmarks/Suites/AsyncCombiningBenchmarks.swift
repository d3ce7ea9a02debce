import Flux

extension Benchmark {
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

    /// The same beside what AsyncAlgorithms' `zip` does: a task for each stream, which waits until the loop
    /// has asked for a pair.
    static func asyncZipInTasks() -> Benchmark {
        Benchmark(
            name: "async-zip-tasks", baselineName: "two tasks that wait for demand, a Mutex",
            elements: 200_000
        ) { elements in
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
                    let pairs = ZippedTasks(stream(of: array), stream(of: array))
                    return waitForTask {
                        var total = 0
                        while let (one, other) = await pairs.next() { total &+= one &- 3 &* other }
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
}
