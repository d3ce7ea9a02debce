import Explorer
import Streams

let publisherPrograms: [Program] = [
    Program("Future: fulfil, subscribe, request") { test in
        let promise = PromiseOf(test)
        let probe = test.probe(demand: .none)
        test.thread(promise.fulfilling(1))
        test.thread(Operation("subscribe") { promise.future.subscribe(probe) })
        test.thread(probe.request(.max(1)))
    },
    Program("Future: fulfil, fulfil, cancel", promising: .prefixes) { test in
        let promise = PromiseOf(test)
        let (p, q) = (test.probe("p"), test.probe("q"))
        promise.future.subscribe(p)
        promise.future.subscribe(q)
        test.thread(promise.fulfilling(1))
        test.thread(promise.fulfilling(2))
        test.thread(p.cancel)
    },
    Program("Future: fulfil, subscribe, cancel", promising: .prefixes) { test in
        let promise = PromiseOf(test)
        let probe = test.probe()
        test.thread(promise.fulfilling(1))
        test.thread(Operation("subscribe") { promise.future.subscribe(probe) }, probe.cancel)
    },
    Program("Future: fulfil, request, cancel, release", promising: .prefixes) { test in
        let promise = PromiseOf(test)
        let probe = test.probe(demand: .none)
        promise.future.subscribe(probe)
        test.thread(promise.fulfilling(1))
        test.thread(probe.request(.max(1)), probe.request(.max(1)))
        test.thread(probe.cancel)
    },
    Program("Just: request, request, cancel") { test in
        let probe = test.probe(demand: .none)
        Just(1).subscribe(probe)
        test.thread(probe.request(.max(1)))
        test.thread(probe.request(.max(1)))
        test.thread(probe.cancel)
    },
    Program("an array: request, request, request") { test in
        let probe = test.probe(demand: .none)
        [1, 2, 3, 4].publisher.subscribe(probe)
        test.thread(probe.request(.max(1)), probe.request(.max(1)))
        test.thread(probe.request(.max(1)))
        test.thread(probe.request(.max(1)))
    },
    Program("an array: request, unlimited, cancel", promising: .prefixes) { test in
        let probe = test.probe(demand: .none)
        [1, 2, 3].publisher.subscribe(probe)
        test.thread(probe.request(.max(1)), probe.request(.max(1)))
        test.thread(probe.request(.unlimited))
        test.thread(probe.cancel)
    },
    Program("an array: returned demand, request, release") { test in
        let probe = test.probe(demand: .none, returning: .max(1))
        [1, 2, 3].publisher.subscribe(probe)
        test.thread(probe.request(.max(1)))
        test.thread(probe.request(.max(1)), probe.release)
    },
    Program("Record: request, request, cancel", promising: .prefixes) { test in
        let probe = test.probe(demand: .none)
        Record<Int, Never>(output: [1, 2], completion: .finished).subscribe(probe)
        test.thread(probe.request(.max(1)), probe.request(.max(1)))
        test.thread(probe.request(.max(1)), probe.cancel)
    },
    Program("create: send, send, request") { test in
        let emitter = EmitterOf(test)
        let probe = test.probe(demand: .none)
        emitter.stream().subscribe(probe)
        test.thread(emitter.sending(1), emitter.sending(2))
        test.thread(emitter.sending(3), emitter.ending)
        test.thread(probe.request(.max(1)), probe.request(.max(2)))
    },
    Program("create: send, end, cancel", promising: .prefixes) { test in
        let emitter = EmitterOf(test)
        let probe = test.probe()
        emitter.stream().subscribe(probe)
        test.thread(emitter.sending(1), emitter.ending)
        test.thread(emitter.sending(3), emitter.ending)
        test.thread(probe.cancel)
    },
    Program("create: newest, send, request, cancel", promising: .prefixes) { test in
        let emitter = EmitterOf(test)
        let probe = test.probe(demand: .none)
        emitter.stream(.newest(1)).subscribe(probe)
        test.thread(emitter.sending(1), emitter.sending(2), emitter.ending)
        test.thread(probe.request(.max(1)), probe.cancel)
    },
    Program("create: onCancel, cancel, end", promising: .prefixes) { test in
        let emitter = EmitterOf(test)
        let probe = test.probe()
        let ends = Ends(test)
        emitter.stream().subscribe(probe)
        test.thread(
            Operation("onCancel") {
                let token = Token()
                emitter.emitter?.onCancel {
                    withExtendedLifetime(token) {}
                    ends.count()
                }
            })
        test.thread(probe.cancel)
        test.thread(emitter.ending)
    },
    // Each request is reported once, at once or when the closure is set.
    Program("create: onRequest, request, request") { test in
        let emitter = EmitterOf(test)
        let probe = test.probe(demand: .none)
        let reported = Locked(Subscribers.Demand.none)
        emitter.stream().subscribe(probe)
        test.thread(
            Operation("onRequest") {
                emitter.emitter?.onRequest { more in reported.withLock { $0 += more } }
            })
        test.thread(probe.request(.max(1)))
        test.thread(probe.request(.max(2)))
        test.observe { "reported \(reported.withLock { $0 })" }
    },
    Program("create: send on request, request, request", promising: .nothing) { test in
        let emitter = EmitterOf(test)
        let probe = test.probe(demand: .none, keepsOrder: false)
        emitter.stream().subscribe(probe)
        emitter.sendOnRequest(upTo: 3)
        test.thread(probe.request(.max(1)))
        test.thread(probe.request(.max(2)))
        test.observe { [unowned probe] in
            test.expect(probe.values.sorted() == [1, 2, 3], "\(probe.values)")
            return ""
        }
    },
    Program("create: send on request, returned demand, request", promising: .nothing) { test in
        let emitter = EmitterOf(test)
        let probe = test.probe(demand: .none, returning: .max(1), keepsOrder: false)
        emitter.stream().subscribe(probe)
        emitter.sendOnRequest(upTo: 4)
        test.thread(probe.request(.max(1)))
        test.thread(probe.request(.max(1)))
        test.observe { [unowned probe] in
            test.expect(probe.values.sorted() == [1, 2, 3, 4], "\(probe.values)")
            return ""
        }
    },
    Program("Published: set, set, subscribe") { test in
        let property = Published<Int>(wrappedValue: 0)
        let probe = test.probe()
        test.thread(Operation("set 1", sending: 1) { property.wrappedValue = 1 })
        test.thread(Operation("set 2", sending: 2) { property.wrappedValue = 2 })
        test.thread(Operation("subscribe") { property.projectedValue.subscribe(probe) })
        test.observe { "\(property.wrappedValue)" }
    },
    Program("CurrentValueSubject: the value is the last one delivered") { test in
        let subject = CurrentValueSubject<Int, Never>(0)
        let probe = test.probe()
        subject.subscribe(probe)
        test.thread(subject.sending(1), subject.sending(2))
        test.thread(subject.sending(3), subject.sending(4))
        test.observe { [unowned probe] in
            test.expect(probe.values.last == subject.value, "\(probe.values) ends with another value")
            return "\(subject.value)"
        }
    },
    Program("race: fail, send, cancel") { test in
        let a = PassthroughSubject<Int, Mistake>()
        let b = PassthroughSubject<Int, Mistake>()
        let probe = test.probe(failing: Mistake.self)
        a.race(with: b).subscribe(probe)
        test.thread(a.sending(1), a.ending(.failure(Mistake())))
        test.thread(b.ending(.failure(Mistake())))
        test.thread(probe.cancel)
    },
    Program("merge: fail, send, cancel") { test in
        let a = PassthroughSubject<Int, Mistake>()
        let b = PassthroughSubject<Int, Mistake>()
        let probe = test.probe(failing: Mistake.self)
        a.merge(with: b).subscribe(probe)
        test.thread(a.sending(1), a.ending(.failure(Mistake())))
        test.thread(b.sending(3), b.ending(.failure(Mistake())))
        test.thread(probe.cancel)
    },
    Program("combineLatest: fail, send, cancel") { test in
        let a = PassthroughSubject<Int, Mistake>()
        let b = PassthroughSubject<Int, Mistake>()
        let probe = test.probe(failing: Mistake.self)
        a.combineLatest(b) { $0 * 10 + $1 }.subscribe(probe)
        test.thread(a.sending(1), a.ending(.failure(Mistake())))
        test.thread(b.sending(3), b.ending())
        test.thread(probe.cancel)
    },
    Program("zip of many: fail, send, cancel") { test in
        let subjects = (0..<3).map { _ in PassthroughSubject<Int, Mistake>() }
        let probe = test.probe(failing: Mistake.self)
        subjects.zipped().map { $0.reduce(0, +) }.subscribe(probe)
        subjects[2].send(5)
        test.thread(subjects[0].sending(1), subjects[0].ending(.failure(Mistake())))
        test.thread(subjects[1].sending(3), subjects[1].ending())
        test.thread(probe.cancel)
    },
    Program("switchToLatest: fail, send, switch") { test in
        let a = PassthroughSubject<Int, Mistake>()
        let b = PassthroughSubject<Int, Mistake>()
        let c = PassthroughSubject<Int, Mistake>()
        let probe = test.probe(failing: Mistake.self)
        a.map { $0 == 1 ? b : c }.switchToLatest().subscribe(probe)
        a.send(1)
        test.thread(a.sending(2), a.ending())
        test.thread(b.sending(3), b.ending(.failure(Mistake())))
        test.thread(c.sending(4), c.ending())
    },
    Program("flatMap: fail, send, send") { test in
        let a = PassthroughSubject<Int, Mistake>()
        let b = PassthroughSubject<Int, Mistake>()
        let probe = test.probe(failing: Mistake.self)
        a.flatMap { _ in b }.subscribe(probe)
        a.send(1)
        test.thread(a.sending(2), a.ending())
        test.thread(b.sending(3), b.ending(.failure(Mistake())))
        test.thread(probe.cancel)
    },
    Program("retry(when:): fail, answer, cancel") { test in
        let a = PassthroughSubject<Int, Mistake>()
        let b = PassthroughSubject<Int, Never>()
        let probe = test.probe(failing: Mistake.self)
        Deferred { a }.tryMap { value throws(Mistake) in
            if value == 2 { throw Mistake() }
            return value
        }.retry(when: { errors in errors.flatMap { _ in b } }).subscribe(probe)
        test.thread(a.sending(1), a.sending(2), a.sending(5))
        test.thread(b.sending(3), b.ending())
        test.thread(probe.cancel)
    },
    Program("catch: fail, request, cancel", promising: .prefixes) { test in
        let a = PassthroughSubject<Int, Mistake>()
        let b = Source<Never>(test, "b")
        let probe = test.probe(demand: .max(1))
        a.catch { _ in b }.subscribe(probe)
        test.thread(a.sending(1), a.ending(.failure(Mistake())), b.send(5))
        test.thread(probe.request(.max(1)), probe.request(.max(1)), probe.cancel)
    },
    Program("tryCatch: fail, request, cancel", promising: .prefixes) { test in
        let a = PassthroughSubject<Int, Mistake>()
        let b = Source<Mistake>(test, "b")
        let probe = test.probe(failing: Mistake.self, demand: .max(1))
        a.tryCatch { _ throws(Mistake) in b }.subscribe(probe)
        test.thread(a.sending(1), a.ending(.failure(Mistake())), b.send(5), b.end(.failure(Mistake())))
        test.thread(probe.request(.max(1)), probe.request(.max(1)), probe.cancel)
    },
    Program("sink: send, cancel, second subscription") { test in
        let subject = PassthroughSubject<Int, Never>()
        let log = Log(test)
        let sink = Subscribers.Sink<Int, Never>(
            receiveCompletion: { _ in log.add(-1) }, receiveValue: { log.add($0) })
        subject.subscribe(sink)
        test.thread(subject.sending(1), subject.sending(2), subject.ending())
        test.thread(Operation("cancel") { sink.cancel() })
        test.thread(Operation("attach") { sink.receive(subscription: Subscriptions.empty) })
    },
]

/// A future that a thread fulfils.
final class PromiseOf: @unchecked Sendable {
    // Sendable: set before the threads begin.

    private var promise: Future<Int, Never>.Promise?
    private(set) var future: Future<Int, Never>!

    init(_ test: Scenario) {
        future = Future { self.promise = $0 }
        test.finally {
            self.promise = nil
            self.future = nil
        }
    }

    func fulfilling(_ value: Int) -> Operation {
        Operation("fulfil \(value)", lagging: true) { self.promise?(.success(value)) }
    }
}

/// An emitter that threads use.
final class EmitterOf: @unchecked Sendable {
    // Sendable: set before the threads begin.

    private(set) var emitter: Emitter<Int, Never>?
    private let log: Log

    init(_ test: Scenario) {
        log = Log(test)
        test.finally { self.emitter = nil }
    }

    func stream(_ buffering: Emitter<Int, Never>.Buffering = .unbounded) -> AnyPublisher<Int, Never> {
        AnyPublisher.create(buffering: buffering) { self.emitter = $0 }
    }

    func sending(_ value: Int) -> Operation {
        Operation("send \(value)", sending: value) { self.emitter?.send(value) }
    }

    var ending: Operation { Operation("end", lagging: true) { self.emitter?.send(completion: .finished) } }

    /// Sends as many values as are requested, up to a number of them, as they are requested.
    func sendOnRequest(upTo limit: Int) {
        let last = Locked(0)
        emitter?.onRequest { [unowned self] demand in
            for _ in 0..<(demand.max ?? limit) {
                let next = last.withLock { last in
                    last += 1
                    return last
                }
                if next <= limit { emitter?.send(next) }
            }
        }
    }
}
