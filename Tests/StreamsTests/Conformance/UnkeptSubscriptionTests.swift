import Streams
import TestSupport
import Testing

/// A subscriber that does not keep its subscription gets what it has requested, as one that does.
@Suite(.timeLimit(.minutes(1))) struct UnkeptSubscriptionTests {
    /// Subscribes with a demand, and may keep the subscription.
    private static func subscribe<P: Publisher>(
        to publisher: P, requesting demand: Subscribers.Demand, logging log: Log<String>,
        keeping held: Box<(any Subscription)?>? = nil
    ) where P.Output == Int {
        publisher.subscribe(
            AnySubscriber(
                receiveSubscription: { subscription in
                    held?.value = subscription
                    if demand > .none { subscription.request(demand) }
                },
                receiveValue: { value in
                    log.append("\(value)")
                    return .none
                },
                receiveCompletion: { log.append("\($0)") }))
    }

    /// Returns the signals for a subscriber that keeps its subscription, and for one that does not.
    private static func signals(
        requesting demand: Subscribers.Demand,
        of build: (VirtualTimeScheduler) -> AnyPublisher<Int, TestError>
    ) -> (kept: [String], unkept: [String]) {
        let logs = [true, false].map { keepsSubscription in
            let time = VirtualTimeScheduler()
            let log = Log<String>()
            let held = Box<(any Subscription)?>(nil)
            subscribe(
                to: build(time), requesting: demand, logging: log, keeping: keepsSubscription ? held : nil)
            time.run(limit: 1_000)
            let entries = log.entries
            held.value?.cancel()
            return entries
        }
        return (logs[0], logs[1])
    }

    /// The requests that `subscribe(on:)` makes on its scheduler precede the release of its subscription.
    @Test(arguments: OperatorCase.all)
    func requestsOnASchedulerPrecedeTheRelease(in tested: OperatorCase) {
        for demand in [Subscribers.Demand.max(1), .max(2), .unlimited] {
            let signals = Self.signals(requesting: demand) { time in
                let source = Publishers.Sequence<[Int], TestError>(sequence: [2, 4, 6]).subscribe(on: time)
                return tested.build(source.eraseToAnyPublisher(), Token(), time)
            }
            #expect(signals.kept == signals.unkept, "\(demand)")
        }
    }

    @Test func upstreamIsReleasedAfterTheLastRequestOnAScheduler() {
        let time = VirtualTimeScheduler()
        let log = Log<String>()
        var token = Optional(Token())
        let weak = Weak(token!)
        Self.subscribe(
            to: [1, 2].publisher.subscribe(on: time).map { [token = token!] in token.pass($0) }
                .handleEvents(receiveOutput: { _ in }), requesting: .max(1), logging: log)
        token = nil
        #expect(weak.object != nil)
        time.run()
        #expect(log.entries == ["1"])
        #expect(weak.object == nil)
    }

    /// The next publisher is asked for the unmet demand while the subscription is released.
    @Test func unmetDemandPrecedesTheReleaseOfTheNextPublisher() {
        let subject = PassthroughSubject<Int, Never>()
        let log = Log<String>()
        let held = Box<(any Subscription)?>(nil)
        let next = Just(7).handleEvents(receiveRequest: { _ in held.value = nil })
        Self.subscribe(to: subject.append(next), requesting: .max(1), logging: log, keeping: held)
        subject.send(completion: .finished)
        #expect(held.value == nil)
        #expect(log.entries == ["7", "finished"])
    }

    @Test func requestsBeforeASubscriptionPrecedeItsRelease() {
        let link = SubscriptionLink()
        let log = Log<String>()
        let held = Box<(any Subscription)?>(StageSubscription(link, of: "Test"))
        held.value?.request(.max(1))
        link.attach(
            BoundSubscription(
                request: { _ in
                    held.value = nil
                    log.append("requested")
                },
                cancel: { log.append("cancelled") },
                abandon: { log.append("abandoned") }))
        #expect(log.entries == ["requested", "abandoned"])
        link.cancel()
        #expect(log.entries.last == "cancelled")
    }

    @Test func firstRequestPrecedesTheReleaseOfAChild() {
        let log = Log<String>()
        let held = Box<(any Subscription)?>(nil)
        let child = [1].publisher.filter { _ in false }
            .handleEvents(receiveRequest: { _ in held.value = nil })
        let trigger = PassthroughSubject<Int, Never>()
        Self.subscribe(
            to: trigger.flatMap { _ in child }, requesting: .none, logging: log, keeping: held)
        trigger.send(1)
        #expect(held.value == nil)
        trigger.send(completion: .finished)
        #expect(log.entries == ["finished"])
    }

    /// The children after the first have no value, and so need no demand of downstream.
    @Test(arguments: [1, 2, 3])
    func childrenWithoutAValueFollowOneAnother(atMost limit: Int) {
        for isEmpty in [true, false] {
            let signals = Self.signals(requesting: .max(1)) { _ in
                (1...9).publisher.setFailureType(to: TestError.self).flatMap(maxPublishers: .max(limit)) {
                    $0 == 1 || !isEmpty
                        ? [$0].publisher.filter { $0 == 1 }.eraseToAnyPublisher()
                        : Empty().eraseToAnyPublisher()
                }.eraseToAnyPublisher()
            }
            #expect(signals.unkept == ["1", "finished"])
            #expect(signals.kept == signals.unkept)
        }
    }

    /// A subscription of another library may not accept a demand of zero.
    @Test(arguments: OperatorCase.all)
    func releaseRequestsNothing(in tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let upstream = TestPublisher<Int, TestError>()
        Self.subscribe(
            to: tested.build(upstream.eraseToAnyPublisher(), Token(), time), requesting: .max(1),
            logging: Log())
        time.run(limit: 1_000)
        upstream.send(2)
        time.run(limit: 1_000)
        #expect(!upstream.requests.contains(Subscribers.Demand.none))
        upstream.send(completion: .finished)
        time.run(limit: 1_000)
    }
}
