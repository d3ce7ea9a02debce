import Explorer
import Foundation
import FoundationNetworking
import Streams

import struct Explorer.Operation

@testable import FluxLoading

/// Loads over HTTP, whose session calls its delegate on a thread of its own and handles events on another.
let loadingPrograms: [Program] = [
    Program("HTTPLoad: a load, cancel", promising: .nothing) { test in
        let network = Network(test) { task in
            task.respond(.of(task))
            task.send(Data([1]))
            task.complete()
        }
        let load = network.load("/a")
        test.thread(load.beginning)
        test.thread(load.cancelling)
    },
    Program("HTTPLoad: two loads, cancel", promising: .nothing) { test in
        let network = Network(test) { task in
            task.respond(.of(task))
            task.complete()
        }
        let (a, b) = (network.load("/a"), network.load("/b"))
        test.thread(a.beginning, b.beginning)
        test.thread(a.cancelling)
        test.observe { [unowned b] in
            test.expect(b.text == "response finished", "the other load: \(b.text)")
            return ""
        }
    },
    Program("HTTPLoad: redirect, cancel", promising: .nothing) { test in
        let network = Network(test) { task in
            if task.originalRequest.url?.path() == "/a" {
                task.respond(.of(task, status: 302, location: "/b"))
            } else {
                task.respond(.of(task))
                task.send(Data([1]))
            }
            task.complete()
        }
        let load = network.load("/a")
        test.thread(load.beginning)
        test.thread(load.cancelling)
    },
    // A redirect ends the task, whose last events must not end the load.
    Program("HTTPLoad: redirect") { test in
        let network = Network(test) { task in
            if task.originalRequest.url?.path() == "/a" {
                task.respond(.of(task, status: 302, location: "/b"))
                task.send(Data([9]))
            } else {
                task.respond(.of(task))
                task.send(Data([1]))
            }
            task.complete()
        }
        let load = network.load("/a")
        test.thread(load.beginning)
        test.observe { [unowned load] in load.text }
    },
    Program("HTTPLoad: immediate delivery, cancel", promising: .nothing) { test in
        let network = Network(test) { task in
            task.respond(.of(task))
            task.send(Data([1]))
            task.complete()
        }
        let load = network.load("/a", .immediate)
        test.thread(load.beginning)
        test.thread(load.cancelling)
    },
    // The body of an error is awaited until a timer fires.
    Program("HTTPLoad: error, timer, cancel", promising: .nothing) { test in
        let network = Network(test, timer: true) { task in task.respond(.of(task, status: 500)) }
        let load = network.load("/a", mayFail: true)
        test.thread(load.beginning)
        test.thread(load.cancelling)
    },
    Program("LoadTimer: no response, deadline", promising: .nothing) { test in
        let network = Network(test, timer: true, deadline: .seconds(5)) { _ in }
        let load = network.load("/a", mayFail: true)
        test.thread(load.beginning)
        test.thread(load.expiring(at: .seconds(2)), load.expiring(at: .seconds(9)))
        test.observe { [unowned load] in
            test.expect(load.text == "failed", "not at the deadline: \(load.text)")
            return ""
        }
    },
    Program("LoadTimer: response, deadline, cancel", promising: .nothing) { test in
        let network = Network(test, timer: true, deadline: .seconds(5)) { task in task.respond(.of(task)) }
        let load = network.load("/a", mayFail: true)
        test.thread(load.beginning)
        test.thread(load.cancelling)
    },
    Program("TaskBacklog: add, remove, end") { test in
        let backlog = TaskBacklog(maximumBytes: 5)
        let token = Token()
        nonisolated(unsafe) var admissions: [String] = []
        func adding(_ count: Int) -> Operation {
            Operation("add \(count)") { admissions.append("\(count): \(backlog.add(count))") }
        }
        test.thread(adding(3), adding(3))
        test.thread(Operation("remove") { backlog.remove(0) }, Operation("end") { backlog.end() })
        test.observe {
            withExtendedLifetime(token) {}
            return "\(admissions) \(backlog.waitingBytes)"
        }
    },
]

/// A session with its threads: that of its calls, of the network, of events, and of the timer.
private final class Network: @unchecked Sendable {
    // Sendable: threads run one at a time.

    private static let configuration = URLSessionConfiguration.ephemeral

    private unowned let test: Scenario
    private var session: HTTPSession?

    init(
        _ test: Scenario, timer: Bool = false, deadline: Duration? = nil,
        answer: @escaping @Sendable (StandInTask) -> Void
    ) {
        self.test = test
        StandIns.current = StandIns(scheduler: { _ in test.scheduler() }, answer: answer)
        session = HTTPSession(
            Self.configuration, maximumBytes: 100, maximumRedirects: 3, mayRedirect: { _ in true },
            deadline: deadline, scheduler: timer ? test.scheduler() : StillTime())
        StandIns.current = nil
        test.finally { self.session = nil }
    }

    func load(_ path: String, _ delivery: HTTPLoad.Delivery = .queued, mayFail: Bool = false) -> Loading {
        Loading(test, path, session, delivery, mayFail)
    }
}

/// A scheduler whose time does not pass.
private struct StillTime: Scheduler {
    private struct Handle: Cancellable {
        func cancel() {}
    }

    var now: Duration { .zero }

    func schedule(_ action: @escaping @Sendable () -> Void) {}

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        Handle()
    }
}

/// One load, and what its receiver is called with.
private final class Loading: @unchecked Sendable {
    // Sendable: threads run one at a time.

    private unowned let test: Scenario
    private var load: HTTPLoad?
    private var timer: LoadTimer?
    private var events: [String] = []
    private var isBusy = false
    private var isCancelled = false
    private let object = ExploredObject()

    var text: String { events.joined(separator: " ") }

    init(
        _ test: Scenario, _ path: String, _ session: HTTPSession?, _ delivery: HTTPLoad.Delivery,
        _ mayFail: Bool
    ) {
        self.test = test
        guard let session, let url = URL(string: "http://a.example" + path) else { return }
        let token = Token()
        timer = session.timer
        load = HTTPLoad(URLRequest(url: url), session, delivery) { event in
            withExtendedLifetime(token) {}
            self.receive(event)
        }
        test.observe { [self] in
            let whole = ["response bytes finished", "response finished"]
            let ends = isCancelled || whole.contains(text) || mayFail && events.last == "failed"
            test.expect(ends, "not to the end: \(text)")
            test.expect(load?.isActive != true || !isCancelled, "still active")
            return ""
        }
        test.finally { [self] in
            load = nil
            timer = nil
        }
    }

    private func receive(_ event: DataEvent) {
        test.expect(!isBusy, "two events at once")
        if let last = events.last {
            test.expect(last != "finished" && last != "failed", "\(event) after the end")
        }
        isBusy = true
        object.willUse()
        object.didUse(writing: true)
        switch event {
        case .response: events.append("response")
        case .bytes: events.append("bytes")
        case .finished: events.append("finished")
        case .failed: events.append("failed")
        }
        isBusy = false
    }

    var beginning: Operation { Operation("begin") { self.load?.begin() } }

    /// Sets a time of the timer: the load is asked then.
    func expiring(at time: Duration) -> Operation {
        Operation("expire at \(time)") { [self] in
            if let load { timer?.expire(load, at: time) }
        }
    }

    var cancelling: Operation {
        Operation("cancel") { [self] in
            isCancelled = true
            load?.cancel()
        }
    }
}

extension URLResponse {
    fileprivate static func of(
        _ task: StandInTask, status: Int = 200, location: String? = nil
    ) -> URLResponse {
        let url = task.originalRequest.url ?? URL(filePath: "/")
        return HTTPURLResponse(
            url: url, statusCode: status, httpVersion: "HTTP/1.1",
            headerFields: location.map { ["Location": $0] })
            ?? URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    }
}
