import Explorer
import Streams

/// All programs, those that need the fewest schedules first within a group.
let allPrograms: [Program] =
    linkPrograms + subjectPrograms + sharingPrograms + joiningPrograms + combiningPrograms
    + flatteningPrograms + operatorPrograms + publisherPrograms + assignPrograms + retryPrograms
    + timingPrograms + intervalPrograms + asyncPrograms + loadingPrograms + cachePrograms + imagePrograms
    + prefetchPrograms + sessionPrograms

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
        ]
    }
}

extension Derived {
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
        ]
    }
}
