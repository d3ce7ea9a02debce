import Explorer
import Streams

/// A kind of subject.
private struct Kind: Sendable {
    let name: String
    let make: @Sendable () -> any Subject<Int, Never>
}

private let kinds = [
    Kind(name: "PassthroughSubject") { PassthroughSubject<Int, Never>() },
    Kind(name: "CurrentValueSubject") { CurrentValueSubject<Int, Never>(0) },
    Kind(name: "ReplaySubject") { ReplaySubject<Int, Never>(bufferSize: 1) },
]

let subjectPrograms = kinds.flatMap { programs(for: $0) } + currentValuePrograms

private let currentValuePrograms = [
    Program("CurrentValueSubject: a value before `subscribe` returns") { test in
        let subject = CurrentValueSubject<Int, Never>(0)
        let (p, q) = (test.probe("p"), test.probe("q"))
        subject.subscribe(p)
        test.thread(subject.sending(1), subject.sending(2))
        test.thread(
            Operation("subscribe") {
                subject.subscribe(q)
                test.expect(!q.values.isEmpty, "no value")
            }, q.cancel)
    }
]

private func programs(for kind: Kind) -> [Program] {
    func sending(_ subject: any Subject<Int, Never>, _ value: Int) -> Operation {
        Operation("send \(value)", sending: value) { subject.send(value) }
    }
    func ending(_ subject: any Subject<Int, Never>) -> Operation {
        Operation("end", lagging: true) { subject.send(completion: .finished) }
    }
    func subscribe(_ subject: any Subject<Int, Never>, _ probe: Probe<Never>) -> Operation {
        Operation("subscribe") { subject.subscribe(probe) }
    }
    return [
        Program("\(kind.name): send, send") { test in
            let subject = kind.make()
            subject.subscribe(test.probe())
            test.thread(sending(subject, 1), sending(subject, 2))
            test.thread(sending(subject, 3), sending(subject, 4))
        },
        Program("\(kind.name): send, send, send") { test in
            let subject = kind.make()
            subject.subscribe(test.probe())
            for value in 1...3 { test.thread(sending(subject, value)) }
        },
        Program("\(kind.name): send, two subscribers") { test in
            let subject = kind.make()
            let (p, q) = (test.probe("p"), test.probe("q"))
            subject.subscribe(p)
            subject.subscribe(q)
            test.thread(sending(subject, 1), sending(subject, 2))
            test.thread(sending(subject, 3), p.cancel)
        },
        Program("\(kind.name): send, request, cancel") { test in
            let subject = kind.make()
            let probe = test.probe(demand: .none)
            subject.subscribe(probe)
            test.thread(sending(subject, 1), sending(subject, 2), ending(subject))
            test.thread(probe.request(.max(1)), probe.request(.max(1)), probe.cancel)
        },
        Program("\(kind.name): send, request, request") { test in
            let subject = kind.make()
            let probe = test.probe(demand: .none)
            subject.subscribe(probe)
            test.thread(sending(subject, 1), sending(subject, 2), sending(subject, 3))
            test.thread(probe.request(.max(1)))
            test.thread(probe.request(.max(1)))
        },
        Program("\(kind.name): send, returned demand, request") { test in
            let subject = kind.make()
            let probe = test.probe(demand: .max(1), returning: .max(1))
            subject.subscribe(probe)
            test.thread(sending(subject, 1), sending(subject, 2))
            test.thread(probe.request(.max(1)))
        },
        Program("\(kind.name): send, subscribe") { test in
            let subject = kind.make()
            let (p, q) = (test.probe("p"), test.probe("q"))
            subject.subscribe(p)
            test.thread(sending(subject, 1), sending(subject, 2))
            test.thread(subscribe(subject, q), sending(subject, 3))
        },
        Program("\(kind.name): end, subscribe, cancel") { test in
            let subject = kind.make()
            let (p, q) = (test.probe("p"), test.probe("q"))
            subject.subscribe(p)
            test.thread(sending(subject, 1), ending(subject))
            test.thread(subscribe(subject, q), q.cancel)
            test.thread(p.cancel)
        },
        Program("\(kind.name): subscribe, subscribe, send") { test in
            let subject = kind.make()
            let (p, q) = (test.probe("p"), test.probe("q"))
            test.thread(subscribe(subject, p))
            test.thread(subscribe(subject, q))
            test.thread(sending(subject, 1), sending(subject, 2))
        },
        Program("\(kind.name): end, end, send") { test in
            let subject = kind.make()
            subject.subscribe(test.probe())
            test.thread(sending(subject, 1), ending(subject))
            test.thread(ending(subject))
            test.thread(sending(subject, 3))
        },
        Program("\(kind.name): cancel, cancel, send") { test in
            let subject = kind.make()
            let probe = test.probe()
            subject.subscribe(probe)
            test.thread(sending(subject, 1), sending(subject, 2))
            test.thread(probe.cancel)
            test.thread(probe.cancel)
        },
        Program("\(kind.name): release, send, end") { test in
            let subject = kind.make()
            let probe = test.probe(demand: .max(2))
            subject.subscribe(probe)
            test.thread(sending(subject, 1), sending(subject, 2))
            test.thread(probe.release)
            test.finally { subject.send(completion: .finished) }
        },
        Program("\(kind.name): upstream, request, end") { test in
            let subject = kind.make()
            let source = Source<Never>(test, showsDemand: false)
            let probe = test.probe(demand: .none)
            subject.subscribe(probe)
            test.thread(
                Operation("attach") {
                    source.subscribe(AnySubscriber(Feeder(subject)))
                }, source.send(1))
            test.thread(probe.request(.max(1)), probe.request(.max(1)))
            test.thread(ending(subject))
        },
        Program("\(kind.name): values sent from within", promising: .nothing) { test in
            let subject = kind.make()
            let probe = test.probe { _, value in if value == 1 { subject.send(5) } }
            subject.subscribe(probe)
            test.thread(sending(subject, 1), sending(subject, 2))
            test.thread(sending(subject, 3))
        },
        Program("\(kind.name): cancelled from within") { test in
            let subject = kind.make()
            let probe = test.probe { probe, value in if value > 0 { probe.stop() } }
            subject.subscribe(probe)
            test.thread(sending(subject, 1), ending(subject))
            test.thread(sending(subject, 3))
        },
        Program("\(kind.name): sink, cancel, release") { test in
            let subject = kind.make()
            let log = Log(test)
            let token = Token()
            let handle = test.held(
                subject.sink(
                    receiveCompletion: { _ in log.add(-1) },
                    receiveValue: {
                        withExtendedLifetime(token) {}
                        log.add($0)
                    }))
            test.thread(sending(subject, 1), sending(subject, 2), ending(subject))
            test.thread(Operation("release") { handle.value = nil })
        },
        Program("\(kind.name): the subject is released") { test in
            let subject = test.held(kind.make())
            let probe = test.probe(demand: .max(1))
            subject.value?.subscribe(probe)
            test.thread(
                Operation("send 1", sending: 1) { subject.value?.send(1) },
                Operation("release") { subject.value = nil })
            test.thread(probe.request(.max(1)), probe.cancel)
        },
    ]
}

/// Sends what it receives into a subject of any kind.
private struct Feeder: Subscriber {
    let subject: any Subject<Int, Never>

    init(_ subject: any Subject<Int, Never>) {
        self.subject = subject
    }

    func receive(subscription: any Subscription) { subject.send(subscription: subscription) }

    func receive(_ input: Int) -> Subscribers.Demand {
        subject.send(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) { subject.send(completion: completion) }
}

/// What closures were called with.
final class Log: @unchecked Sendable {
    // Sendable: `values` protects what changes.

    private let values = Locked<[Int]>([])

    init(_ test: Scenario) {
        test.observe { "\(self.values.withLock { $0 })" }
    }

    func add(_ value: Int) { values.withLock { $0.append(value) } }

    var count: Int { values.withLock { $0.count } }
}
