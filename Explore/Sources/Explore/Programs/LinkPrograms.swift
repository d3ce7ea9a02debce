import Explorer
import Streams

/// The parts that operators are made of.
let linkPrograms: [Program] = [
    Program("SubscriptionLink: attach, request, cancel") { test in
        let link = SubscriptionLink()
        let upstream = Upstream(test)
        test.thread(Operation("attach") { link.attach(upstream.subscription) })
        test.thread(
            Operation("request", lagging: true) { link.request(.max(1)) },
            Operation("request", lagging: true) { link.request(.max(2)) })
        test.thread(Operation("cancel") { link.cancel() })
    },
    Program("SubscriptionLink: attach, request") { test in
        let link = SubscriptionLink()
        let upstream = Upstream(test)
        test.thread(Operation("attach") { link.attach(upstream.subscription) })
        test.thread(
            Operation("request", lagging: true) { link.request(.max(1)) },
            Operation("request", lagging: true) { link.request(.max(2)) })
        test.thread(Operation("request", lagging: true) { link.request(.max(4)) })
        upstream.expectAsked(.max(7))
        test.finally { link.cancel() }
    },
    Program("SubscriptionLink: attach, attach, request") { test in
        let link = SubscriptionLink()
        let (a, b) = (Upstream(test), Upstream(test))
        test.thread(Operation("attach") { link.attach(a.subscription) })
        test.thread(Operation("attach") { link.attach(b.subscription) })
        test.thread(Operation("request", lagging: true) { link.request(.max(4)) })
        test.finally { link.cancel() }
    },
    Program("SubscriptionLink: cancel, finish, request") { test in
        let link = SubscriptionLink()
        let upstream = Upstream(test)
        let ends = Ends(test)
        link.attach(upstream.subscription)
        test.thread(Operation("cancel") { if link.cancelToFinish() { ends.count() } })
        test.thread(Operation("finish") { if link.finish() { ends.count() } })
        test.thread(Operation("request", lagging: true) { link.request(.max(4)) })
        ends.expect(1)
        upstream.expectReleased(by: link)
    },
    // What follows says how it has to end: an order of whole operations may be wrong as well.
    Program("SubscriptionLink: attach, cancel") { test in
        let link = SubscriptionLink()
        let upstream = Upstream(test)
        test.thread(Operation("attach") { link.attach(upstream.subscription) })
        test.thread(Operation("cancel") { link.cancel() })
        upstream.expectCancelled(1)
        upstream.expectReleased(by: link)
    },
    Program("SubscriptionLink: attach, attach") { test in
        let link = SubscriptionLink()
        let (a, b) = (Upstream(test), Upstream(test))
        test.thread(Operation("attach") { link.attach(a.subscription) })
        test.thread(Operation("attach") { link.attach(b.subscription) })
        test.observe {
            test.expect(a.cancelled + b.cancelled == 1, "\(a.cancelled + b.cancelled) of two are cancelled")
            return ""
        }
        test.finally { link.cancel() }
    },
    Program("SubscriptionLink: attach, abandon, request") { test in
        let link = SubscriptionLink()
        let upstream = Upstream(test)
        let held = test.held(StageSubscription(link, of: "Test"))
        test.thread(Operation("attach") { _ = link.attach(upstream.subscription) })
        test.thread(Operation("request", lagging: true) { link.request(.max(1)) })
        test.thread(Operation("release") { held.value = nil })
        upstream.expectCancelled(0)
        upstream.expectReleased(by: link)
        test.observe {
            test.expect(!link.isStopped && link.isAbandoned, "the stream has ended")
            return ""
        }
    },
    Program("SubscriptionLink: finish, request, request") { test in
        let link = SubscriptionLink()
        let upstream = Upstream(test)
        link.attach(upstream.subscription)
        test.thread(Operation("finish") { _ = link.finish() })
        for _ in 0..<2 { test.thread(Operation("request", lagging: true) { link.request(.max(1)) }) }
        upstream.expectCancelled(0)
        upstream.expectReleased(by: link)
    },
    Program("SubscriptionLink: abandon, request, attach") { test in
        let link = SubscriptionLink()
        let upstream = Upstream(test)
        let held = test.held(StageSubscription(link, of: "Test"))
        test.thread(Operation("attach") { link.attach(upstream.subscription) })
        test.thread(
            Operation("request", lagging: true) { held.value?.request(.max(1)) },
            Operation("release") { held.value = nil })
        test.thread(Operation("finish") { _ = link.finish() })
    },
    Program("SubscriptionLink: early request, attach, abandon") { test in
        let link = SubscriptionLink()
        let source = AbandonableSource(test)
        let held = test.held(StageSubscription(link, of: "Test"))
        test.thread(Operation("attach") { link.attach(source.subscription) })
        test.thread(
            Operation("request") { held.value?.request(.max(1)) },
            Operation("release") { held.value = nil })
        source.expectAbandoned(afterRequesting: .max(1))
        test.finally { link.cancel() }
    },
    Program("SubscriptionLink: early requests, attach, abandon") { test in
        let link = SubscriptionLink()
        let source = AbandonableSource(test)
        let held = test.held(StageSubscription(link, of: "Test"))
        let users = Locked(2)
        test.thread(Operation("attach") { link.attach(source.subscription) })
        for demand in [1, 2] {
            test.thread(
                Operation("request and release") {
                    link.request(.max(demand))
                    let isLast = users.withLock { count in
                        count -= 1
                        return count == 0
                    }
                    if isLast { held.value = nil }
                })
        }
        source.expectAbandoned(afterRequesting: .max(3))
        test.finally { link.cancel() }
    },
    Program("DemandArbiter: attach, abandon") { test in
        let arbiter = DemandArbiter()
        let source = AbandonableSource(test)
        let held = test.held(arbiter.subscription)
        held.value?.request(.max(1))
        test.thread(Operation("attach") { arbiter.attach(source.subscription, turn: 0) })
        test.thread(Operation("release") { held.value = nil })
        source.expectAbandoned(afterRequesting: .max(1))
        test.finally { _ = arbiter.finish(turn: 0) }
    },
    Program("DemandArbiter: attach, request, abandon") { test in
        let arbiter = DemandArbiter()
        let source = AbandonableSource(test)
        let held = test.held(arbiter.subscription)
        test.thread(Operation("attach") { arbiter.attach(source.subscription, turn: 0) })
        test.thread(
            Operation("request") { held.value?.request(.max(1)) },
            Operation("release") { held.value = nil })
        source.expectAbandoned(afterRequesting: .max(1))
        test.finally { _ = arbiter.finish(turn: 0) }
    },
    Program("SubscriptionLink: abandon, cancel, request") { test in
        let link = SubscriptionLink()
        let upstream = Upstream(test)
        let held = test.held(StageSubscription(link, of: "Test"))
        link.attach(upstream.subscription)
        test.thread(Operation("request", lagging: true) { link.request(.max(2)) })
        test.thread(Operation("release") { held.value = nil })
        test.thread(Operation("cancel") { link.cancel() })
    },
    Program("SubscriptionLink: attach, abandon, cancel") { test in
        let link = SubscriptionLink()
        let held = test.held(StageSubscription(link, of: "Test"))
        let isCancelled = Locked(false)
        // One that is held, and can be cancelled, after it was abandoned.
        let subscription = BoundSubscription(
            request: { _ in }, cancel: { isCancelled.withLock { $0 = true } }, abandon: {})
        test.thread(Operation("attach") { link.attach(subscription) })
        test.thread(Operation("release") { held.value = nil })
        test.thread(Operation("cancel") { link.cancel() })
        test.observe {
            test.expect(isCancelled.withLock { $0 }, "the subscription is not cancelled")
            return ""
        }
    },
    Program("Drain: three threads submit") { test in
        let counter = DrainCounter(test)
        test.thread(counter.submitting(1), counter.submitting(2))
        test.thread(counter.submitting(3), counter.submitting(4))
        test.thread(counter.submitting(5))
        counter.expect([1, 2, 3, 4, 5])
    },
    Program("Drain: upstream calls", promising: .nothing) { test in
        let counter = DrainCounter(test)
        test.thread(counter.calling(1), counter.calling(2))
        test.thread(counter.calling(3), counter.submitting(4))
        counter.expect([1, 2, 3, 4, 10, 20, 30], calls: [1, 2, 3])
    },
    Program("Drain: order within a lock") { test in
        let counter = DrainCounter(test)
        test.thread(counter.entering(1), counter.entering(2))
        test.thread(counter.entering(3), counter.submitting(4))
        test.thread(counter.submitting(5))
        counter.expect([1, 2, 3, 4, 5])
    },
    Program("DemandCounter: add, settle, close") { test in
        let counter = CounterUser(test)
        test.thread(counter.adding(.max(1)), counter.adding(.max(2)))
        test.thread(counter.adding(.max(1)))
        test.thread(counter.closing)
    },
    Program("AnyCancellable: cancel, cancel, release") { test in
        let ends = Ends(test)
        let token = Token()
        let handle = test.held(
            AnyCancellable {
                withExtendedLifetime(token) {}
                ends.count()
            })
        let other = handle.value
        test.thread(Operation("cancel") { other?.cancel() })
        test.thread(
            Operation("cancel") { handle.value?.cancel() }, Operation("release") { handle.value = nil })
    },
    Program("ScheduledAction: run, cancel") { test in
        let ends = Ends(test)
        let action = ScheduledAction { ends.count() }
        test.thread(Operation("run") { action.run() })
        test.thread(Operation("cancel") { action.cancel() })
        test.thread(Operation("run") { action.run() })
    },
]

/// A subscription that tells what was asked of it.
final class Upstream: @unchecked Sendable {
    // Sendable: `state` protects what changes.

    private unowned let test: Scenario
    private let state = Locked((asked: Subscribers.Demand.none, cancelled: 0))
    private let token = Token()
    private weak var made: BoundSubscription?

    init(_ test: Scenario) {
        self.test = test
        test.observe { [self] in
            let state = state.withLock { $0 }
            return "asked \(state.asked) cancelled \(state.cancelled)"
        }
    }

    /// How often it was cancelled.
    var cancelled: Int { state.withLock { $0.cancelled } }

    func expectAsked(_ demand: Subscribers.Demand) {
        test.observe { [self] in
            let asked = state.withLock { $0.asked }
            test.expect(asked == demand, "asked for \(asked) in place of \(demand)")
            return ""
        }
    }

    func expectCancelled(_ count: Int) {
        test.observe { [self] in
            test.expect(cancelled == count, "cancelled \(cancelled) times in place of \(count)")
            return ""
        }
    }

    /// Expects that a link, which exists, does not hold the subscription any more.
    func expectReleased(by link: SubscriptionLink) {
        test.observe { [self] in
            test.expect(made == nil, "the subscription is held")
            return withExtendedLifetime(link) { "" }
        }
    }

    /// Makes a subscription, once.
    var subscription: any Subscription {
        let token = Token()
        let subscription = BoundSubscription(
            request: { demand in
                withExtendedLifetime(token) {}
                self.state.withLock { $0.asked += demand }
            },
            cancel: { self.state.withLock { $0.cancelled += 1 } })
        made = subscription
        return subscription
    }
}

/// A subscription that requires that no request follows its abandonment.
final class AbandonableSource: @unchecked Sendable {
    // Sendable: `state` protects what changes.

    private unowned let test: Scenario
    private let state = Locked((asked: Subscribers.Demand.none, abandoned: 0))

    init(_ test: Scenario) {
        self.test = test
    }

    var subscription: any Subscription {
        BoundSubscription(
            request: { [self] demand in
                let isLate = state.withLock { state in
                    state.asked += demand
                    return state.abandoned > 0
                }
                test.expect(!isLate, "a request follows the abandonment")
            }, cancel: {}, abandon: { [self] in state.withLock { $0.abandoned += 1 } })
    }

    /// Expects that all was requested, and the subscription abandoned.
    func expectAbandoned(afterRequesting demand: Subscribers.Demand) {
        test.observe { [self] in
            let (asked, abandoned) = state.withLock { $0 }
            test.expect(asked == demand, "asked for \(asked) in place of \(demand)")
            test.expect(abandoned == 1, "abandoned \(abandoned) times")
            return "asked \(asked) abandoned \(abandoned)"
        }
    }
}

/// Counts how often something happened.
final class Ends: @unchecked Sendable {
    // Sendable: `number` protects what changes.

    private unowned let test: Scenario
    private let number = Locked(0)

    init(_ test: Scenario) {
        self.test = test
        test.observe { "happened \(self.number.withLock { $0 })" }
    }

    func count() { number.withLock { $0 += 1 } }

    func expect(_ count: Int) {
        test.observe { [self] in
            let number = number.withLock { $0 }
            test.expect(number == count, "happened \(number) times in place of \(count)")
            return ""
        }
    }
}

/// Handles events in a drain, and checks that it does so one at a time.
final class DrainCounter: @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    private unowned let test: Scenario
    private let drain = Drain<Int>()
    private let order = Locked<[Int]>([])
    private let object = ExploredObject()
    private let inUpstream = ExploredObject()
    private var isBusy = false
    private var isCalling = false
    private var events: [Int] = []
    private var deferred: [Int] = []
    private var calls: [Int] = []

    init(_ test: Scenario) {
        self.test = test
        test.observe { [self] in "\(events) calls \(calls.sorted()) order \(order.withLock { $0 } )" }
    }

    /// Expects that all events were handled, those in the order of the lock as well, and all calls were made.
    func expect(_ expected: [Int], calls expectedCalls: [Int] = []) {
        test.observe { [self] in
            test.expect(events.sorted() == expected, "events \(events) in place of \(expected)")
            test.expect(calls.sorted() == expectedCalls, "calls \(calls) in place of \(expectedCalls)")
            let order = order.withLock { $0 }
            test.expect(events.filter(order.contains) == order, "events \(events) in the order of \(order)")
            return ""
        }
    }

    private func handle(_ event: Int) {
        test.expect(!isBusy, "two events at once")
        isBusy = true
        object.willUse()
        object.didUse(writing: true)
        events.append(event)
        if event >= 10 {
            let number = event / 10
            deferred.append(number)
            drain.deferUpstream(.run { self.call(number) })
        }
        isBusy = false
    }

    private func call(_ number: Int) {
        test.expect(!isCalling, "two upstream calls at once")
        isCalling = true
        inUpstream.willUse()
        inUpstream.didUse(writing: true)
        calls.append(number)
        test.expect(deferred.starts(with: calls), "\(calls) called, \(deferred) deferred")
        drain.submit(number) { handle($0) }
        isCalling = false
    }

    func submitting(_ event: Int) -> Operation {
        Operation("submit \(event)") { self.drain.submit(event) { self.handle($0) } }
    }

    func calling(_ event: Int) -> Operation {
        Operation("call \(event)") {
            self.drain.perform({ self.handle(event * 10) }, or: event * 10) { self.handle($0) }
        }
    }

    /// Changes something under a lock, in the order of the events.
    func entering(_ event: Int) -> Operation {
        Operation("enter \(event)") {
            let entry = self.order.withLock { order in
                order.append(event)
                return self.drain.enter(orQueue: event)
            }
            if case .entered = entry { self.handle(event) }
            self.drain.leave(after: entry) { self.handle($0) }
        }
    }
}

/// Uses a counter of demand as a publisher that delivers to its demand does.
final class CounterUser: @unchecked Sendable {
    // Sendable: the variables belong to the producer.

    private unowned let test: Scenario
    private let counter = DemandCounter()
    private let object = ExploredObject()
    private var isBusy = false
    private var sent = 0
    private var closed = 0

    init(_ test: Scenario) {
        self.test = test
        test.observe { [self] in "sent \(sent) closed \(closed)" }
    }

    func adding(_ demand: Subscribers.Demand) -> Operation {
        Operation("add \(demand)") { [self] in
            guard counter.add(demand) else { return }
            test.expect(!isBusy, "two producers at once")
            isBusy = true
            repeat {
                object.willUse()
                object.didUse(writing: true)
                if counter.current < .none { break }
                sent += 1
                // The last one leaves with the demand.
                if counter.current == 1 { isBusy = false }
                if counter.settle(1) == .none { return }
                isBusy = true
            } while true
            isBusy = false
        }
    }

    var closing: Operation {
        Operation("close") { [self] in if counter.close() { closed += 1 } }
    }
}
