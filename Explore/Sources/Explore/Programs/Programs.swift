import Explorer
import Streams

/// All programs, those that need the fewest schedules first within a group.
let allPrograms: [Program] =
    linkPrograms + subjectPrograms + sharingPrograms + joiningPrograms + combiningPrograms
    + releasePrograms + flatteningPrograms + operatorPrograms + publisherPrograms + assignPrograms
    + retryPrograms + timingPrograms + intervalPrograms + asyncPrograms + loadingPrograms + cachePrograms
    + imagePrograms + prefetchPrograms + sessionPrograms

typealias Subject1 = PassthroughSubject<Int, Never>

struct Mistake: Error {}

/// What an operator makes of one publisher.
struct Derived: Sendable {
    let name: String
    var promise = Program.Promise.orders
    let make: @Sendable (Scenario, AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>

    init(
        _ name: String, promising promise: Program.Promise = .orders,
        _ make: @escaping @Sendable (Scenario, AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>
    ) {
        self.name = name
        self.promise = promise
        self.make = make
    }
}

/// What an operator makes of two publishers.
struct Joined: Sendable {
    let name: String
    let make: @Sendable (AnyPublisher<Int, Never>, AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>

    init(
        _ name: String,
        _ make:
            @escaping @Sendable (AnyPublisher<Int, Never>, AnyPublisher<Int, Never>) -> AnyPublisher<
                Int, Never
            >
    ) {
        self.name = name
        self.make = make
    }

    /// Programs in which two threads send, and another one requests, cancels or subscribes.
    var programs: [Program] {
        [
            Program("\(name): send, send") { [make] test in
                let (a, b) = (Subject1(), Subject1())
                make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher()).subscribe(test.probe())
                test.thread(a.sending(1), a.sending(2), a.ending())
                test.thread(b.sending(3), b.ending())
            },
            Program("\(name): send, send and cancel", promising: .prefixes) { [make] test in
                let (a, b) = (Subject1(), Subject1())
                let probe = test.probe()
                make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher()).subscribe(probe)
                test.thread(a.sending(1), a.sending(2))
                test.thread(b.sending(3), probe.cancel)
            },
            Program("\(name): send, send, request") { [make] test in
                let (a, b) = (Subject1(), Subject1())
                let probe = test.probe(demand: .none)
                make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher()).subscribe(probe)
                test.thread(a.sending(1), a.ending())
                test.thread(b.sending(3))
                test.thread(probe.request(.max(1)), probe.request(.max(1)))
            },
            Program("\(name): sources, request, cancel", promising: .prefixes) { [make] test in
                let a = Source<Never>(test, "a")
                let b = Source<Never>(test, "b")
                let probe = test.probe(demand: .max(1), returning: .none)
                make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher()).subscribe(probe)
                test.thread(a.send(1), a.send(2))
                test.thread(probe.request(.max(1)), probe.cancel)
                test.thread(b.send(3))
                test.expectOver(a, b)
            },
            Program("\(name): subscribe, send") { [make] test in
                let (a, b) = (Subject1(), Subject1())
                let probe = test.probe()
                let stream = make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher())
                test.thread(Operation("subscribe") { stream.subscribe(probe) }, a.sending(1))
                test.thread(b.sending(3), b.ending())
            },
            Program("\(name): sources, subscribe, request") { [make] test in
                let (a, b) = (Source<Never>(test, "a"), Source<Never>(test, "b"))
                let probe = test.probe(demand: .none)
                let stream = make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher())
                test.thread(Operation("subscribe") { stream.subscribe(probe) })
                test.thread(probe.request(.max(1)), probe.request(.max(1)))
            },
            Program("\(name): sources, subscribe, cancel", promising: .prefixes) { [make] test in
                let a = Source<Never>(test, "a", showsDemand: false, showsEnd: false)
                let b = Source<Never>(test, "b", showsDemand: false, showsEnd: false)
                let probe = test.probe()
                let stream = make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher())
                test.thread(
                    Operation("subscribe") { stream.subscribe(probe) }, a.send(1), b.send(3), a.send(2)
                )
                test.thread(probe.cancel)
                test.expectOver(a, b)
            },
        ]
    }

    /// A loop, which requests a few values at a time and keeps those that subjects send in excess.
    var loop: Program {
        Program("\(name): loop, send, send") { [make] test in
            let (a, b) = (Subject1(), Subject1())
            let stream = make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher())
            let loop = Loop(test, stream.values(buffering: .prefetching(2)))
            test.runTasks()
            loop.start()
            test.thread(a.sending(1), a.sending(2), a.ending())
            test.thread(b.sending(3), b.ending())
        }
    }

    /// What is sent after the subscription is not lost, though another thread's value is delivered.
    var sendsAfterSubscription: Program {
        Program("\(name): subscribe and send, send") { [make] test in
            let (a, b) = (CurrentValueSubject<Int, Never>(0), Subject1())
            let probe = test.probe()
            let stream = make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher())
            test.thread(Operation("subscribe") { stream.subscribe(probe) }, b.sending(3))
            test.thread(a.sending(1))
        }
    }
}

extension Derived {
    /// A loop, which requests a few values at a time and keeps those that subjects send in excess.
    var loop: Program {
        Program("\(name): loop, send", promising: promise) { [make] test in
            let a = Subject1()
            let loop = Loop(test, make(test, a.eraseToAnyPublisher()).values(buffering: .prefetching(2)))
            test.runTasks()
            loop.start()
            test.thread(a.sending(1), a.sending(2), a.sending(3), a.ending())
        }
    }

    var programs: [Program] {
        // Where nothing is promised, not the order either: the children of `flatMap` may overtake each other.
        let keepsOrder = promise != .nothing
        return [
            Program("\(name): send, cancel", promising: promise == .orders ? .prefixes : promise) {
                [make] test in
                let a = Subject1()
                let probe = test.probe()
                make(test, a.eraseToAnyPublisher()).subscribe(probe)
                test.thread(a.sending(1), a.sending(2), a.ending())
                test.thread(probe.cancel)
            },
            Program("\(name): source, request, cancel", promising: promise == .orders ? .prefixes : promise) {
                [make] test in
                let a = Source<Never>(test, "a")
                let probe = test.probe(demand: .max(1), keepsOrder: keepsOrder)
                make(test, a.eraseToAnyPublisher()).subscribe(probe)
                test.thread(a.send(1), a.send(2), a.end())
                test.thread(probe.request(.max(1)), probe.cancel)
                test.expectOver(a)
            },
            Program("\(name): send, request, request", promising: promise) { [make] test in
                let a = Subject1()
                let probe = test.probe(demand: .none, keepsOrder: keepsOrder)
                make(test, a.eraseToAnyPublisher()).subscribe(probe)
                test.thread(a.sending(1), a.sending(2))
                test.thread(probe.request(.max(1)), probe.request(.max(1)))
            },
            Program(
                "\(name): array, request, request, cancel",
                promising: promise == .orders ? .prefixes : promise
            ) { [make] test in
                let probe = test.probe(demand: .none, keepsOrder: keepsOrder)
                make(test, [1, 2, 3].publisher.eraseToAnyPublisher()).subscribe(probe)
                test.thread(probe.request(.max(1)), probe.request(.max(1)))
                test.thread(probe.request(.max(2)), probe.cancel)
            },
            // What was requested before the subscription was released is delivered.
            Program("\(name): source, release", promising: promise) { [make] test in
                let a = Source<Never>(test, "a", showsDemand: false, showsEnd: false)
                let probe = test.probe()
                make(test, a.eraseToAnyPublisher()).subscribe(probe)
                test.thread(a.send(1), a.send(2), a.end())
                test.thread(probe.release)
            },
            Program(
                "\(name): source, subscribe, request, cancel",
                promising: promise == .orders ? .prefixes : promise
            ) { [make] test in
                let a = Source<Never>(test, "a", showsDemand: false, showsEnd: false)
                let probe = test.probe(demand: .none, keepsOrder: keepsOrder)
                let stream = make(test, a.eraseToAnyPublisher())
                test.thread(Operation("subscribe") { stream.subscribe(probe) }, a.send(1))
                test.thread(probe.request(.max(1)), probe.cancel)
                test.expectOver(a)
            },
        ]
    }
}
