import Dispatch
import Synchronization

/// A stream that keeps all elements of an array from the start.
func stream(of array: [Int]) -> AsyncStream<Int> {
    AsyncStream { continuation in
        for value in array { continuation.yield(value) }
        continuation.finish()
    }
}

/// The latest elements of two streams, joined by two tasks that send to a third stream.
func latestPairs(_ one: AsyncStream<Int>, _ other: AsyncStream<Int>) -> AsyncStream<(Int, Int)> {
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

/// The pairs of two streams. Two tasks pull the streams, each when the next pair is asked for.
final class ZippedTasks: Sendable {
    private struct State: Sendable {
        var values: (Int?, Int?) = (nil, nil)
        /// The task of each stream, while it waits for demand.
        var producers: [UnsafeContinuation<Bool, Never>?] = [nil, nil]
        /// Whether the next pair was asked for before the task waited.
        var isDemanded = [false, false]
        var consumer: UnsafeContinuation<(Int, Int)?, Never>?
        var hasEnded = false
    }

    private let state = Mutex(State())

    init(_ one: AsyncStream<Int>, _ other: AsyncStream<Int>) {
        for (side, values) in [one, other].enumerated() {
            Task {
                var iterator = values.makeAsyncIterator()
                while await waitForDemand(of: side) { receive(await iterator.next(), from: side) }
            }
        }
    }

    func next() async -> (Int, Int)? {
        await withUnsafeContinuation { consumer in
            let (producers, hasEnded) = state.withLock { state in
                if state.hasEnded { return ([UnsafeContinuation<Bool, Never>?](), true) }
                state.consumer = consumer
                let producers = state.producers
                state.isDemanded = producers.map { $0 == nil }
                state.producers = [nil, nil]
                return (producers, false)
            }
            if hasEnded { consumer.resume(returning: nil) }
            for producer in producers { producer?.resume(returning: true) }
        }
    }

    private func waitForDemand(of side: Int) async -> Bool {
        await withUnsafeContinuation { producer in
            let mayGoOn: Bool? = state.withLock { state in
                if state.hasEnded { return false }
                if state.isDemanded[side] {
                    state.isDemanded[side] = false
                    return true
                }
                state.producers[side] = producer
                return nil
            }
            if let mayGoOn { producer.resume(returning: mayGoOn) }
        }
    }

    private func receive(_ value: Int?, from side: Int) {
        guard let value else { return end() }
        let (consumer, pair) = state.withLock { state in
            if side == 0 { state.values.0 = value } else { state.values.1 = value }
            guard let one = state.values.0, let other = state.values.1 else {
                return (UnsafeContinuation<(Int, Int)?, Never>?.none, (0, 0))
            }
            state.values = (nil, nil)
            return (state.consumer.take(), (one, other))
        }
        consumer?.resume(returning: pair)
    }

    private func end() {
        let (consumer, producers) = state.withLock { state in
            state.hasEnded = true
            return (state.consumer.take(), state.producers)
        }
        consumer?.resume(returning: nil)
        for producer in producers { producer?.resume(returning: false) }
    }
}

/// Runs a task and blocks until it is done.
func waitForTask(_ work: @escaping @Sendable () async -> Int) -> Int {
    let end = DispatchSemaphore(value: 0)
    let result = Total()
    Task.detached {
        result.value = await work()
        end.signal()
    }
    end.wait()
    return result.value
}
