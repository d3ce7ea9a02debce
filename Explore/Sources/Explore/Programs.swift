import Explorer
import Streams

let allPrograms: [Program] = subjectPrograms + joiningPrograms

private let subjectPrograms = [
    Program("PassthroughSubject: two threads send") { test in
        let subject = PassthroughSubject<Int, Never>()
        let probe = test.probe()
        subject.subscribe(probe)
        test.thread(subject.sending(1), subject.sending(2))
        test.thread(subject.sending(3), subject.sending(4))
    },
    Program("PassthroughSubject: send, request and cancel") { test in
        let subject = PassthroughSubject<Int, Never>()
        let probe = test.probe(demand: .none)
        subject.subscribe(probe)
        test.thread(subject.sending(1), subject.sending(2), subject.ending())
        test.thread(probe.request(.max(1)), probe.request(.max(1)), probe.cancel)
    },
]

private let joiningPrograms = [
    Program("merge: two threads send") { test in
        let a = PassthroughSubject<Int, Never>()
        let b = PassthroughSubject<Int, Never>()
        let probe = test.probe()
        a.merge(with: b).subscribe(probe)
        test.thread(a.sending(1), a.sending(2), a.ending())
        test.thread(b.sending(3), b.sending(4), b.ending())
    }
]
