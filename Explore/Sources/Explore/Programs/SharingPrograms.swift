import Explorer
import Streams

/// A way to share one subscription.
private struct Sharing: Sendable {
    let name: String
    let make: @Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>
}

private let sharings = [
    Sharing(name: "share") { $0.share().eraseToAnyPublisher() },
    Sharing(name: "share(replay:)") { $0.share(replay: 1).eraseToAnyPublisher() },
    Sharing(name: "share(replay:scope:)") { $0.share(replay: 1, scope: .forever).eraseToAnyPublisher() },
    Sharing(name: "multicast and autoconnect") {
        $0.multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher()
    },
]

let sharingPrograms = sharings.flatMap { programs(for: $0) } + connectionPrograms

private func programs(for sharing: Sharing) -> [Program] {
    func subscribing(_ stream: AnyPublisher<Int, Never>, _ probe: Probe<Never>) -> Operation {
        Operation("subscribe") { stream.subscribe(probe) }
    }
    return [
        Program("\(sharing.name): subscribe, subscribe, send") { test in
            let source = Source<Never>(test, showsDemand: false)
            let stream = sharing.make(source.eraseToAnyPublisher())
            let (p, q) = (test.probe("p"), test.probe("q"))
            test.thread(subscribing(stream, p))
            test.thread(subscribing(stream, q))
            test.thread(source.send(1), source.send(2))
        },
        Program("\(sharing.name): subscribe, cancel, subscribe, cancel") { test in
            let source = Source<Never>(test, showsDemand: false)
            let stream = sharing.make(source.eraseToAnyPublisher())
            let (p, q) = (test.probe("p"), test.probe("q"))
            test.thread(subscribing(stream, p), p.cancel)
            test.thread(subscribing(stream, q), q.cancel)
        },
        // A subscriber that is being attached may miss a value.
        Program("\(sharing.name): subscribe, end, cancel", promising: .nothing) { test in
            let source = Source<Never>(test, showsDemand: false, showsEnd: false)
            let stream = sharing.make(source.eraseToAnyPublisher())
            let (p, q) = (test.probe("p"), test.probe("q"))
            stream.subscribe(p)
            test.thread(source.send(1), source.end())
            test.thread(subscribing(stream, q))
            test.thread(p.cancel)
        },
        Program("\(sharing.name): cancel, subscribe") { test in
            let source = Source<Never>(test, showsDemand: false)
            let stream = sharing.make(source.eraseToAnyPublisher())
            let (p, q) = (test.probe("p"), test.probe("q"))
            stream.subscribe(p)
            test.thread(p.cancel)
            test.thread(subscribing(stream, q), q.cancel)
        },
        // A subscriber that is being attached may miss a value, but receives none twice.
        Program("\(sharing.name): cancel, subscribe, send", promising: .nothing) { test in
            let source = Source<Never>(test, showsDemand: false)
            let stream = sharing.make(source.eraseToAnyPublisher())
            let (p, q) = (test.probe("p"), test.probe("q"))
            stream.subscribe(p)
            test.thread(p.cancel)
            test.thread(subscribing(stream, q))
            test.thread(source.send(1))
            test.observe { [unowned q] in
                test.expect(q.values.count < 2, "a value twice")
                return ""
            }
        },
        Program("\(sharing.name): send, request, request") { test in
            let source = Source<Never>(test, showsDemand: false)
            let stream = sharing.make(source.eraseToAnyPublisher())
            let (p, q) = (test.probe("p", demand: .none), test.probe("q", demand: .max(1)))
            stream.subscribe(p)
            stream.subscribe(q)
            test.thread(source.send(1), source.send(2))
            test.thread(p.request(.max(1)), p.cancel)
            test.thread(q.request(.max(1)))
        },
        Program("\(sharing.name): array, subscribe, subscribe", promising: .nothing) { test in
            let stream = sharing.make([1, 2].publisher.eraseToAnyPublisher())
            let (p, q) = (test.probe("p"), test.probe("q"))
            test.thread(subscribing(stream, p))
            test.thread(subscribing(stream, q))
        },
        Program("\(sharing.name): send, release, release") { test in
            let source = Source<Never>(test, showsDemand: false)
            let stream = test.held(sharing.make(source.eraseToAnyPublisher()))
            let log = Log(test)
            let token = Token()
            let handle = test.held(
                stream.value?.sink { value in
                    withExtendedLifetime(token) {}
                    log.add(value)
                })
            test.thread(source.send(1), source.send(2))
            test.thread(Operation("release") { handle.value = nil })
            test.thread(Operation("release") { stream.value = nil })
        },
    ]
}

private let connectionPrograms = [
    Program("multicast: connect, connect, cancel") { test in
        let source = Source<Never>(test, showsDemand: false)
        let stream = source.multicast { PassthroughSubject<Int, Never>() }
        let handles = [test.held(Optional<any Cancellable>.none), test.held(Optional<any Cancellable>.none)]
        stream.subscribe(test.probe())
        test.thread(
            Operation("connect") { handles[0].value = stream.connect() },
            Operation("cancel") { handles[0].value?.cancel() })
        test.thread(
            Operation("connect") { handles[1].value = stream.connect() },
            Operation("release") { handles[1].value = nil })
        test.thread(source.send(1))
    },
    Program("multicast: subscribe, subscribe, connect") { test in
        let source = Source<Never>(test, showsDemand: false)
        let stream = source.multicast { PassthroughSubject<Int, Never>() }
        let handle = test.held(Optional<any Cancellable>.none)
        let (p, q) = (test.probe("p"), test.probe("q"))
        test.thread(Operation("subscribe") { stream.subscribe(p) }, p.cancel)
        test.thread(Operation("subscribe") { stream.subscribe(q) })
        test.thread(Operation("connect") { handle.value = stream.connect() }, source.send(1))
        test.finally { handle.value?.cancel() }
    },
    // A subscriber that has ended counts once, whether or not it cancels as well.
    Program("autoconnect: end, cancel, then subscribe") { test in
        let source = Source<Never>(test, showsDemand: false, showsEnd: false)
        let connections = Ends(test)
        let stream = Restarting(upstream: source, connections: connections).autoconnect()
        let (p, q) = (test.probe("p"), test.probe("q"))
        stream.subscribe(p)
        test.thread(source.send(1), source.end())
        test.thread(p.cancel)
        test.observe {
            stream.subscribe(q)
            return ""
        }
        connections.expect(2)
    },
]

/// Subscribes to its upstream for each subscriber, and only counts connections.
private struct Restarting: ConnectablePublisher {
    typealias Output = Int
    typealias Failure = Never

    let upstream: Source<Never>
    let connections: Ends

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        upstream.receive(subscriber: subscriber)
    }

    func connect() -> any Cancellable {
        connections.count()
        return AnyCancellable {}
    }
}
