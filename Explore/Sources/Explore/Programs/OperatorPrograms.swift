import Explorer
import Streams

private let operators = [
    Derived("filter and map") { _, a in a.filter { $0 != 5 }.map { $0 }.eraseToAnyPublisher() },
    Derived("prefix") { _, a in a.prefix(1).eraseToAnyPublisher() },
    Derived("first") { _, a in a.first().eraseToAnyPublisher() },
    Derived("last") { _, a in a.last().eraseToAnyPublisher() },
    Derived("dropFirst") { _, a in a.dropFirst(1).eraseToAnyPublisher() },
    Derived("output(in:)") { _, a in a.output(in: 1..<2).eraseToAnyPublisher() },
    Derived("prefix(while:)") { _, a in a.prefix { $0 < 2 }.eraseToAnyPublisher() },
    Derived("drop(while:)") { _, a in a.drop { $0 < 2 }.eraseToAnyPublisher() },
    Derived("dedupe(by:)") { _, a in a.dedupe { $0 % 2 }.eraseToAnyPublisher() },
    Derived("removeDuplicates") { _, a in a.removeDuplicates().eraseToAnyPublisher() },
    Derived("scan") { _, a in a.scan(0) { $0 * 10 + $1 }.eraseToAnyPublisher() },
    Derived("reduce") { _, a in a.reduce(0) { $0 * 10 + $1 }.eraseToAnyPublisher() },
    Derived("collect(2)") { _, a in a.collect(2).map { $0.reduce(0) { $0 * 10 + $1 } }.eraseToAnyPublisher()
    },
    Derived("replaceEmpty") { _, a in a.replaceEmpty(with: 9).eraseToAnyPublisher() },
    Derived("buffer(prefetch: byRequest)") { _, a in
        a.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher()
    },
    Derived("buffer(prefetch: keepFull)", promising: .nothing) { _, a in
        a.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    Derived("prepend") { _, a in a.prepend(8).eraseToAnyPublisher() },
    Derived("append") { _, a in a.append(9).eraseToAnyPublisher() },
    Derived("flatMap of one value") { _, a in
        a.flatMap { Just($0) }.eraseToAnyPublisher()
    },
    Derived("flatMap of two values") { _, a in
        a.flatMap { [$0, $0 * 10].publisher }.eraseToAnyPublisher()
    },
    Derived("switchToLatest of two values", promising: .nothing) { _, a in
        a.map { [$0, $0 * 10].publisher }.switchToLatest().eraseToAnyPublisher()
    },
    Derived("catch") { _, a in a.failing.catch { _ in [7, 8].publisher }.eraseToAnyPublisher() },
    Derived("tryCatch") { _, a in
        a.failing.tryCatch { _ in [7, 8].publisher }.eraseToAnyPublisher()
    },
    Derived("tryCatch, another failure") { _, a in
        a.failing.tryCatch { _ throws(Mistake) -> Just<Int> in throw Mistake() }.replaceError(with: 6)
            .eraseToAnyPublisher()
    },
    Derived("retry") { _, a in a.failing.retry(1).replaceError(with: 7).eraseToAnyPublisher() },
    Derived("a subject between") { _, a in
        a.multicast { CurrentValueSubject<Int, Never>(0) }.autoconnect().eraseToAnyPublisher()
    },
    Derived("pairwise") { _, a in a.pairwise().map { $0.0 * 10 + $0.1 }.eraseToAnyPublisher() },
    Derived("materialize and dematerialize") { _, a in
        a.materialize().dematerialize().eraseToAnyPublisher()
    },
    Derived("zip of one array") { _, a in a.zip([4, 5].publisher) { $0 * 10 + $1 }.eraseToAnyPublisher() },
    Derived("handleEvents") { _, a in a.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher() },
]

let operatorPrograms =
    operators.flatMap { $0.programs + [$0.loop] }
    + operators.filter(\.releasesSequences).flatMap(\.releasePrograms)

extension Derived {
    /// Whether a subscriber that releases its subscription is not held by a sequence that waits for a
    /// request.
    fileprivate var releasesSequences: Bool {
        [
            "filter and map", "prepend", "append", "flatMap of two values", "switchToLatest of two values",
            "replaceEmpty", "collect(2)",
        ].contains(name)
    }

    fileprivate var releasePrograms: [Program] {
        [
            Program("\(name): array, request, release", promising: .nothing) { [make] test in
                let probe = test.probe(demand: .none, keepsOrder: false)
                make(test, [1, 2, 3].publisher.eraseToAnyPublisher()).subscribe(probe)
                test.thread(probe.request(.max(1)), probe.release)
                test.thread(probe.request(.max(1)))
            },
            Program("\(name): send, request, release", promising: .nothing) { [make] test in
                let a = Subject1()
                let probe = test.probe(demand: .none, keepsOrder: false)
                make(test, a.eraseToAnyPublisher()).subscribe(probe)
                test.thread(a.sending(1), a.sending(2), a.ending())
                test.thread(probe.request(.max(1)), probe.release)
            },
        ]
    }
}
