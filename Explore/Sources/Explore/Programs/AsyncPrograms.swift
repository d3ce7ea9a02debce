import Explorer
import Streams

let asyncPrograms: [Program] = [
    Program("values: send, send, end") { test in
        let subject = PassthroughSubject<Int, Never>()
        let loop = Loop(test, subject.values)
        test.runTasks()
        loop.start()
        test.thread(subject.sending(1), subject.sending(2), subject.ending())
        test.thread(subject.sending(3))
    },
    Program("values: two tasks, send, end") { test in
        let subject = PassthroughSubject<Int, Never>()
        let loop = Loop(test, subject.values, sorts: true)
        test.runTasks()
        loop.start()
        loop.start()
        test.thread(subject.sending(1), subject.sending(2), subject.ending())
    },
    Program("values: send, cancel", promising: .nothing) { test in
        let subject = PassthroughSubject<Int, Never>()
        let loop = Loop(test, subject.values)
        test.runTasks()
        loop.start()
        test.thread(subject.sending(1), subject.sending(2))
        test.thread(loop.cancelling)
    },
    Program("values: two tasks, cancel one, send", promising: .nothing) { test in
        let subject = PassthroughSubject<Int, Never>()
        let loop = Loop(test, subject.values)
        test.runTasks()
        loop.start()
        loop.start()
        test.thread(subject.sending(1))
        test.thread(loop.cancelling)
    },
    Program("values: an array") { test in
        let loop = Loop(test, [1, 2, 3].publisher.values(buffering: .prefetching(2)))
        test.runTasks()
        loop.start()
        test.thread(Operation("nothing") {})
    },
    Program("values: merged arrays and a subject") { test in
        let subject = PassthroughSubject<Int, Never>()
        let loop = Loop(
            test, [7, 8].publisher.merge(with: subject).values(buffering: .prefetching(1)), sorts: true)
        test.runTasks()
        loop.start()
        test.thread(subject.sending(1), subject.ending())
    },
    // Sequences that are sent while earlier ones wait for the loop do not overtake them.
    Program("values: sequences of a subject") { test in
        let subject = PassthroughSubject<Int, Never>()
        let loop = Loop(
            test, subject.flatMap { [$0].publisher }.values(buffering: .prefetching(1)))
        test.runTasks()
        loop.start()
        test.thread(subject.sending(1), subject.sending(2), subject.sending(3), subject.ending())
    },
    Program("values: single values of a subject") { test in
        let subject = PassthroughSubject<Int, Never>()
        let loop = Loop(test, subject.flatMap { Just($0) }.values(buffering: .prefetching(1)))
        test.runTasks()
        loop.start()
        test.thread(subject.sending(1), subject.sending(2), subject.sending(3), subject.ending())
    },
    Program("values: sequences of a subject and of a sequence") { test in
        let subject = PassthroughSubject<Int, Never>()
        let numbers = subject.merge(with: [7, 8].publisher).flatMap { [$0].publisher }
        let loop = Loop(test, numbers.values(buffering: .prefetching(1)), sorts: true)
        test.runTasks()
        loop.start()
        test.thread(subject.sending(1), subject.sending(2), subject.ending())
    },
    // A publisher that sends a value at once does so before the next one replaces it.
    Program("values: the latest of sequences of a subject") { test in
        let subject = PassthroughSubject<Int, Never>()
        let latest = subject.map { [$0].publisher }.switchToLatest()
        let loop = Loop(test, latest.values(buffering: .prefetching(2)))
        test.runTasks()
        loop.start()
        test.thread(subject.sending(1), subject.sending(2), subject.sending(3), subject.ending())
    },
    Program("values: the latest of sequences of a subject and of a sequence") { test in
        let subject = PassthroughSubject<Int, Never>()
        let latest = subject.merge(with: [7, 8].publisher).map { [$0].publisher }.switchToLatest()
        let loop = Loop(test, latest.values(buffering: .prefetching(1)), sorts: true)
        test.runTasks()
        loop.start()
        test.thread(subject.sending(1), subject.sending(2), subject.ending())
    },
    // What the latest publisher sends after it was started is kept.
    Program("values: the latest of a subject") { test in
        let (subject, child) = (Subject1(), Subject1())
        let loop = Loop(test, subject.map { _ in child }.switchToLatest().values)
        test.runTasks()
        loop.start()
        test.thread(subject.sending(1), child.sending(2), child.ending(), subject.ending())
    },
    Program("values: on demand", promising: .nothing) { test in
        let source = Source<Never>(test, showsDemand: false)
        let loop = Loop(test, source.values(buffering: .onDemand), mustEnd: true)
        test.runTasks()
        loop.start()
        test.thread(source.send(1), source.send(2), source.end())
    },
    Program("values: newest, of a current value") { test in
        let subject = CurrentValueSubject<Int, Never>(0)
        let loop = Loop(test, subject.values(buffering: .bufferingNewest(1)))
        test.runTasks()
        loop.start()
        test.thread(subject.sending(1), subject.sending(2), subject.ending())
    },
    Program("asynchronous sequence: request, request, cancel", promising: .prefixes) { test in
        let probe = test.probe(demand: .none)
        test.runTasks()
        Counting(limit: 3).publisher.subscribe(probe)
        test.thread(probe.request(.max(1)), probe.request(.max(1)))
        test.thread(probe.request(.max(1)), probe.cancel)
    },
    Program("asynchronous sequence: request, request") { test in
        let probe = test.probe(demand: .none)
        test.runTasks()
        Counting(limit: 3).publisher.subscribe(probe)
        test.thread(probe.request(.max(1)), probe.request(.max(1)))
        test.thread(probe.request(.max(2)))
    },
    Program("asynchronous sequence: request, release", promising: .prefixes) { test in
        let probe = test.probe(demand: .max(1))
        test.runTasks()
        Counting(limit: 3).publisher.subscribe(probe)
        test.thread(probe.request(.max(1)))
        test.thread(probe.release)
    },
    Program("asynchronous function: request, request, cancel", promising: .prefixes) { test in
        let probe = test.probe(demand: .none)
        test.runTasks()
        ExtraPublishers.Async<Int, Never> { 1 }.subscribe(probe)
        test.thread(probe.request(.max(1)))
        test.thread(probe.request(.max(1)), probe.cancel)
    },
    Program("Future of an asynchronous function: subscribe, subscribe, cancel", promising: .prefixes) {
        test in
        let (p, q) = (test.probe("p"), test.probe("q"))
        test.runTasks()
        let future = Future<Int, Never> { 1 }
        test.thread(Operation("subscribe") { future.subscribe(p) })
        test.thread(Operation("subscribe") { future.subscribe(q) }, q.cancel)
    },
]

/// Loops over values in tasks.
final class Loop<P: Publisher<Int, Never>>: @unchecked Sendable {
    // Sendable: threads run one at a time.

    private unowned let test: Scenario
    private var iterator: AsyncPublisher<P>.Iterator?
    private let values = Locked<[Int]>([])
    private var tasks: [Task<Void, Never>] = []
    private var ended = 0
    private var isCancelled = false
    private let token = Token()

    init(
        _ test: Scenario, _ sequence: AsyncPublisher<P>, sorts: Bool = false, mustEnd: Bool = false,
        expecting expected: [Int]? = nil
    ) {
        self.test = test
        iterator = sequence.makeAsyncIterator()
        test.observe { [self] in
            if isCancelled || mustEnd { test.expect(ended == tasks.count, "a task waits for ever") }
            let values = values.withLock { $0 }
            if let expected { test.expect(values == expected, "\(values) in place of \(expected)") }
            return "\(sorts ? values.sorted() : values) ended \(ended)"
        }
        test.finally { [self] in
            for task in tasks { task.cancel() }
            tasks = []
            iterator = nil
        }
    }

    func start() {
        guard let iterator else { return }
        tasks.append(
            Task { [unowned self, token] in
                withExtendedLifetime(token) {}
                var iterator = iterator
                while let value = await iterator.next() { values.withLock { $0.append(value) } }
                ended += 1
            })
    }

    var cancelling: Operation {
        Operation("cancel", cancelling: true) { [self] in
            isCancelled = true
            // The runtime calls handlers of cancellations under a lock.
            test.asOneStep { tasks.first?.cancel() }
        }
    }
}

/// The numbers up to a limit.
private struct Counting: AsyncSequence, Sendable {
    typealias Element = Int
    typealias Failure = Never
    let limit: Int

    struct AsyncIterator: AsyncIteratorProtocol {
        let limit: Int
        var number = 0

        mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            if number == limit { return nil }
            number += 1
            return number
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(limit: limit) }
}
