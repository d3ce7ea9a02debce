import Explorer
import Streams

// The value 1 of the first publisher starts the second, any other a publisher that is over soon.
private let flattenings = [
    Joined("flatMap") { a, b in
        a.flatMap { $0 == 1 ? b : Just($0 * 10).eraseToAnyPublisher() }.eraseToAnyPublisher()
    },
    Joined("flatMap(maxPublishers: 1)") { a, b in
        a.flatMap(maxPublishers: .max(1)) { $0 == 1 ? b : [20, 21].publisher.eraseToAnyPublisher() }
            .eraseToAnyPublisher()
    },
    Joined("switchToLatest") { a, b in
        a.map { $0 == 1 ? b : [20, 21].publisher.eraseToAnyPublisher() }.switchToLatest()
            .eraseToAnyPublisher()
    },
    Joined("switchToLatest, the same again") { a, b in
        a.map { value in b.map { value * 10 + $0 } }.switchToLatest().eraseToAnyPublisher()
    },
    Joined("concatMap") { a, b in
        a.concatMap { $0 == 1 ? b : Just($0 * 10).eraseToAnyPublisher() }.eraseToAnyPublisher()
    },
    Joined("exhaustMap") { a, b in
        a.exhaustMap { $0 == 1 ? b : Just($0 * 10).eraseToAnyPublisher() }.eraseToAnyPublisher()
    },
]

let flatteningPrograms =
    flattenings.flatMap { $0.programs + [$0.loop] } + startings.map(\.program) + endings.map(\.program)

// A failure of the second publisher cancels the first, also where the subscriber has released its
// subscription.
private let endings: [Ended] = [
    Ended("merge") { a, b in a.merge(with: b).eraseToAnyPublisher() },
    Ended("flatMap") { a, b in b.prepend(0).flatMap { _ in a }.eraseToAnyPublisher() },
    Ended("flatMap(maxPublishers: 2)") { a, b in
        b.prepend(0).flatMap(maxPublishers: .max(2)) { _ in a }.eraseToAnyPublisher()
    },
    Ended("switchToLatest") { a, b in b.prepend(0).map { _ in a }.switchToLatest().eraseToAnyPublisher() },
]

/// What an operator makes of two publishers, one of which fails.
private struct Ended: Sendable {
    typealias Stream = AnyPublisher<Int, Mistake>

    let name: String
    let make: @Sendable (Stream, Stream) -> Stream

    init(_ name: String, _ make: @escaping @Sendable (Stream, Stream) -> Stream) {
        self.name = name
        self.make = make
    }

    var program: Program {
        Program("\(name): send, release, fail") { [make] test in
            let a = Source<Mistake>(test, "a", showsDemand: false)
            let b = Source<Mistake>(test, "b", showsDemand: false)
            let probe = test.probe(failing: Mistake.self, demand: .max(1))
            make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher()).subscribe(probe)
            test.thread(a.send(1), a.send(2))
            test.thread(probe.release)
            test.thread(b.end(.failure(Mistake())))
            test.expectOver(a, b)
        }
    }
}

// What a publisher sends after it was started is not lost, though a value of the one before is delivered. The
// value 1 starts the second publisher, any other the third.
private let startings: [Started] = [
    Started("flatMap") { a, b, c in a.flatMap { $0 == 1 ? b : c }.eraseToAnyPublisher() },
    Started("switchToLatest") { a, b, c in a.map { $0 == 1 ? b : c }.switchToLatest().eraseToAnyPublisher() },
]

/// What an operator makes of the publishers that it starts.
private struct Started: Sendable {
    typealias Stream = AnyPublisher<Int, Never>

    let name: String
    let make: @Sendable (Stream, Stream, Stream) -> Stream

    init(_ name: String, _ make: @escaping @Sendable (Stream, Stream, Stream) -> Stream) {
        self.name = name
        self.make = make
    }

    var program: Program {
        Program("\(name): start and send, send") { [make] test in
            let (a, b, c) = (Subject1(), Subject1(), Subject1())
            make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher())
                .subscribe(test.probe())
            a.send(2)
            test.thread(a.sending(1), b.sending(3))
            test.thread(c.sending(5), c.sending(6))
        }
    }
}
