import Explorer
import Streams

// Three publishers, in the forms for three and for any number.
private let combinings = [
    Combined("merge of three") { $0.merge(with: $1, $2).eraseToAnyPublisher() },
    Combined("merge of many") { [$0, $1, $2].merged().eraseToAnyPublisher() },
    Combined("combineLatest of three") { a, b, c in
        a.combineLatest(b, c) { number(of: [$0, $1, $2]) }.eraseToAnyPublisher()
    },
    Combined("combineLatest of many") { [$0, $1, $2].combinedLatest().map(number).eraseToAnyPublisher() },
    Combined("zip of three") { a, b, c in
        a.zip(b, c) { number(of: [$0, $1, $2]) }.eraseToAnyPublisher()
    },
    Combined("zip of many") { [$0, $1, $2].zipped().map(number).eraseToAnyPublisher() },
    Combined("race of many") { [$0, $1, $2].raced().eraseToAnyPublisher() },
]

let combiningPrograms = combinings.flatMap(\.programs)

/// The number with these digits.
@Sendable private func number(of digits: [Int]) -> Int { digits.reduce(0) { $0 * 10 + $1 } }

/// What an operator makes of three publishers.
private struct Combined: Sendable {
    typealias Stream = AnyPublisher<Int, Never>
    typealias FailingStream = AnyPublisher<Int, Mistake>

    let name: String
    let make: @Sendable (Stream, Stream, Stream) -> Stream

    init(_ name: String, _ make: @escaping @Sendable (Stream, Stream, Stream) -> Stream) {
        self.name = name
        self.make = make
    }

    private func stream(of subjects: [Subject1]) -> Stream {
        let streams = subjects.map { $0.eraseToAnyPublisher() }
        return make(streams[0], streams[1], streams[2])
    }

    private func stream(of sources: [Source<Never>]) -> Stream {
        let streams = sources.map { $0.eraseToAnyPublisher() }
        return make(streams[0], streams[1], streams[2])
    }

    /// Programs in which each publisher sends on a thread of its own, or two of them do, and another thread
    /// requests, cancels, subscribes or releases.
    var programs: [Program] {
        [
            Program("\(name): send, send, send") { test in
                let subjects = [Subject1(), Subject1(), Subject1()]
                stream(of: subjects).subscribe(test.probe())
                test.thread(subjects[0].sending(1), subjects[0].sending(2))
                test.thread(subjects[1].sending(3))
                test.thread(subjects[2].sending(5))
            },
            Program("\(name): send, end, end") { test in
                let subjects = [Subject1(), Subject1(), Subject1()]
                stream(of: subjects).subscribe(test.probe())
                test.thread(subjects[0].sending(1), subjects[0].ending())
                test.thread(subjects[1].sending(3), subjects[1].ending())
                test.thread(subjects[2].sending(5), subjects[2].ending())
            },
            Program("\(name): send, send and cancel", promising: .prefixes) { test in
                let subjects = [Subject1(), Subject1(), Subject1()]
                let probe = test.probe()
                stream(of: subjects).subscribe(probe)
                test.thread(subjects[0].sending(1), subjects[1].sending(3))
                test.thread(subjects[2].sending(5), probe.cancel)
            },
            Program("\(name): send, send, request") { test in
                let subjects = [Subject1(), Subject1(), Subject1()]
                let probe = test.probe(demand: .none)
                stream(of: subjects).subscribe(probe)
                test.thread(subjects[0].sending(1), subjects[1].sending(3))
                test.thread(subjects[2].sending(5))
                test.thread(probe.request(.max(1)), probe.request(.max(1)))
            },
            Program("\(name): sources, request, cancel", promising: .prefixes) { test in
                let (a, b, c) = (Source<Never>(test, "a"), Source<Never>(test, "b"), Source<Never>(test, "c"))
                let probe = test.probe(demand: .max(1))
                stream(of: [a, b, c]).subscribe(probe)
                test.thread(a.send(1), b.send(3))
                test.thread(c.send(5))
                test.thread(probe.request(.max(1)), probe.cancel)
                test.expectOver(a, b, c)
            },
            // Of the last publisher only: the others may have been subscribed to before it.
            Program("\(name): subscribe, send") { test in
                let subjects = [Subject1(), Subject1(), Subject1()]
                let probe = test.probe()
                let stream = stream(of: subjects)
                test.thread(
                    Operation("subscribe") { stream.subscribe(probe) }, subjects[0].sending(1),
                    subjects[1].sending(3))
                test.thread(subjects[2].sending(5), subjects[2].ending())
            },
            // What was requested before the subscription was released is delivered.
            Program("\(name): sources, release") { test in
                let sources = ["a", "b", "c"].map {
                    Source<Never>(test, $0, showsDemand: false, showsEnd: false)
                }
                let probe = test.probe()
                stream(of: sources).subscribe(probe)
                test.thread(sources[0].send(1), sources[0].end(), sources[1].send(3), sources[1].end())
                test.thread(sources[2].send(5), sources[2].end())
                test.thread(probe.release)
            },
        ]
    }
}
