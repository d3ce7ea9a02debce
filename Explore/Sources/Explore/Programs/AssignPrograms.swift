import Explorer
import Streams

/// Properties to which values are assigned.
let assignPrograms: [Program] = [
    Program("assign(to:on:): send, send, cancel") { test in
        let subject = Subject1()
        let target = Target(test)
        let handle = test.held(subject.assign(to: \.value, on: target))
        test.thread(subject.sending(1), subject.sending(2))
        test.thread(Operation("cancel") { handle.value?.cancel() })
    },
    Program("assign(to:on:): send, end, release") { test in
        let subject = Subject1()
        let target = test.held(Target(test))
        let handle = test.held(target.value.map { subject.assign(to: \.value, on: $0) })
        test.thread(subject.sending(1), subject.ending())
        test.thread(Operation("release") { handle.value = nil })
        test.thread(Operation("release the object") { target.value = nil })
    },
    Program("assign(to:on:): send, send, end") { test in
        let subject = Subject1()
        let target = Target(test)
        let handle = test.held(subject.assign(to: \.value, on: target))
        test.thread(subject.sending(1), subject.ending())
        test.thread(subject.sending(2))
        withExtendedLifetime(handle) {}
    },
    Program("assign(to:on:): send, cancel, second subscription") { test in
        let subject = Subject1()
        let target = Target(test)
        let assign = Subscribers.Assign(object: target, keyPath: \.value)
        subject.subscribe(assign)
        test.thread(subject.sending(1), subject.sending(2), subject.ending())
        test.thread(Operation("cancel") { assign.cancel() })
        test.thread(Operation("attach") { assign.receive(subscription: Subscriptions.empty) })
        test.observe {
            test.expect(assign.object == nil, "the object is held after the end")
            return ""
        }
    },
    // An object that is released receives nothing more.
    Program("assign(to:onWeak:): send, release, cancel") { test in
        let subject = Subject1()
        let target = test.held(Target(test))
        let handle = test.held(target.value.map { subject.assign(to: \.value, onWeak: $0) })
        test.thread(subject.sending(1), subject.sending(2))
        test.thread(Operation("cancel") { handle.value?.cancel() })
        test.thread(Operation("release the object") { target.value = nil })
    },
]

/// An object with a property.
private final class Target: Sendable {
    private let log: Log
    private let token = Token()

    init(_ test: Scenario) {
        log = Log(test)
    }

    var value: Int {
        get { 0 }
        set { log.add(newValue) }
    }
}
