import Explorer
import Streams

/// A subscriber gets what it has requested, also if it releases its subscription while another thread makes
/// the request.
let releasePrograms: [Program] = [
    Program("append: end, release") { test in
        let a = Subject1()
        let probe = test.probe(demand: .max(1))
        a.append(Future { $0(.success(9)) }).subscribe(probe)
        test.thread(a.ending())
        test.thread(probe.release)
    },
    Program("flatMap of no value: send, release") { test in
        let a = Subject1()
        let probe = test.probe(demand: .none)
        a.flatMap { [$0].publisher.filter { $0 > 1 } }.subscribe(probe)
        test.thread(a.sending(1), a.ending())
        test.thread(probe.release)
    },
    Program("subscribe(on:) before handleEvents: release", promising: .nothing) { test in
        let probe = test.probe(demand: .max(1))
        [1].publisher.subscribe(on: test.scheduler()).handleEvents(receiveOutput: { _ in }).subscribe(probe)
        test.thread(probe.release)
        test.observe {
            test.expect(probe.values == [1], "the value is missing")
            return ""
        }
    },
]
