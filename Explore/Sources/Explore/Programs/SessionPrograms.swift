import Explorer
import Streams

@testable import PagingOperators

/// The session of a list, with an engine that counts what it loads, one load at a time.
let sessionPrograms: [Program] = [
    Program("EngineSession: hint, hint, answer") { test in
        let list = List(test)
        test.thread(list.hinting, list.hinting)
        test.thread(list.answering, list.answering)
    },
    Program("EngineSession: hint, answer, request, cancel", promising: .nothing) { test in
        let list = List(test, demand: .max(1))
        test.thread(list.hinting, list.hinting)
        test.thread(list.answering)
        test.thread(list.probe.request(.max(1)), list.cancelling)
    },
    // A thread may start a load before another one has cancelled the last.
    Program("EngineSession: hint, stop, answer", promising: .nothing) { test in
        let list = List(test, cancelsLoads: true)
        test.thread(list.hinting, list.hinting)
        test.thread(list.stopping, list.hinting)
        test.thread(list.answering)
    },
    Program("EngineSession: end of the input, answer", promising: .nothing) { test in
        let list = List(test)
        test.thread(list.hinting, list.ending)
        test.thread(list.answering)
        list.expectEnd()
    },
    Program("EngineSession: end, answer, cancel", promising: .nothing) { test in
        let list = List(test)
        test.thread(list.hinting, list.ending)
        test.thread(list.answering)
        test.thread(list.cancelling)
    },
    Program("EngineSession: another source, hint, answer", promising: .nothing) { test in
        let list = List(test, cancelsLoads: true)
        test.thread(list.replacing, list.hinting)
        test.thread(list.hinting, list.answering)
        test.thread(list.cancelling)
    },
    Program("EngineSession: hint, answer, release", promising: .nothing) { test in
        let list = List(test)
        test.thread(list.hinting, list.hinting)
        test.thread(list.answering, list.answering)
        test.thread(list.probe.release)
    },
]

extension Int: Conflatable {
    @usableFromInline package func conflated(with skipped: Int) -> Int { self }
}

/// Loads once for each hint, one load at a time, and publishes how much it has loaded.
private struct CountingEngine: SessionEngine {
    enum Event: Sendable {
        case hint, stop, sourceReplaced
        case loaded(Int)
    }

    private var count = 0
    private var hints = 0
    private var last = 0
    private var running: Int?

    var isAtRest: Bool { running == nil }

    mutating func handle(_ event: Event) -> [SessionAction<Int, Int, Int>] {
        switch event {
        case .hint:
            hints += 1
            return running == nil ? [load()] : []
        case .stop, .sourceReplaced:
            hints = 0
            defer { running = nil }
            return running.map { [.cancelLoad($0)] } ?? []
        case .loaded(let id):
            guard id == running else { return [] }
            running = nil
            hints -= 1
            count += 1
            return hints > 0 ? [.publish(count), load()] : [.publish(count)]
        }
    }

    private mutating func load() -> SessionAction<Int, Int, Int> {
        last += 1
        running = last
        return .load(last, last)
    }
}

/// A session, whose loads end when a thread answers them.
private final class List: @unchecked Sendable {
    // Sendable: locks protect what changes.

    private typealias Session = EngineSession<CountingEngine>
    private struct Load {
        var id: Int
        var link: SubscriptionLink
    }

    private unowned let test: Scenario
    let probe: Probe<Never>
    private var session: Session?
    private let waiting = Locked<[Load]>([])
    private var links: [SubscriptionLink] = []
    private var isCancelled = false
    private let cancelsLoads: Bool

    init(_ test: Scenario, demand: Subscribers.Demand = .unlimited, cancelsLoads: Bool = false) {
        self.test = test
        self.cancelsLoads = cancelsLoads
        probe = test.probe(demand: demand)
        let session = Session(engine: CountingEngine(), inputCount: 1, downstream: AnySubscriber(probe))
        self.session = session
        session.begin()
        session.submit(.sourceReplaced(loads(), .sourceReplaced))
        test.observe { [self] in
            test.expect(!isCancelled || links.allSatisfy(\.isStopped), "a load runs after the cancellation")
            return ""
        }
        test.finally { [self] in
            probe.stop()
            self.session = nil
            links = []
            _ = waiting.exchange([])
        }
    }

    private func loads() -> Session.SourceLoads {
        let token = Token()
        return Session.SourceLoads(start: { [unowned self] _, id, _, link in
            withExtendedLifetime(token) {}
            start(id, link)
        })
    }

    private func start(_ id: Int, _ link: SubscriptionLink) {
        test.expect(cancelsLoads || links.allSatisfy(\.isStopped), "two loads at once")
        links.append(link)
        let token = Token()
        link.attach(request: { _ in }, cancel: { withExtendedLifetime(token) {} })
        if !link.isStopped { waiting.withLock { $0.append(Load(id: id, link: link)) } }
    }

    var hinting: Operation { Operation("hint") { self.session?.submit(.engine(.hint)) } }
    var stopping: Operation { Operation("stop") { self.session?.submit(.engine(.stop)) } }
    var ending: Operation { Operation("end of the input") { self.session?.submit(.inputEnded(nil)) } }
    var replacing: Operation {
        Operation("another source") { self.session?.submit(.sourceReplaced(self.loads(), .sourceReplaced)) }
    }

    /// Ends the load that waits for the longest time, if one does.
    var answering: Operation {
        Operation("answer") { [self] in
            let load = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let load, load.link.finish() else { return }
            session?.submit(.loadEnded(load.id, .loaded(load.id)))
        }
    }

    /// Cancels the stream, and checks that its load is cancelled.
    var cancelling: Operation {
        Operation("cancel", cancelling: true) { [self] in
            probe.stop()
            isCancelled = true
        }
    }

    /// Checks that the stream ends once its load has, if that was answered.
    func expectEnd() {
        test.observe { [self] in
            let isWaiting = !waiting.withLock { $0.allSatisfy(\.link.isStopped) }
            test.expect(isWaiting || session?.link.isStopped == true, "the stream does not end")
            return ""
        }
    }
}
