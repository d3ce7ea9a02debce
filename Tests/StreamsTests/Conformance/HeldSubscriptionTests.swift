import Streams
import TestSupport
import Testing

/// An operator drops its upstream at the end, even if upstream holds on to the operator.
@Suite(.timeLimit(.minutes(1))) struct HeldSubscriptionTests {
    /// Holds its subscriber, and does not hold its subscription.
    private final class Upstream: Publisher {
        typealias Output = Int
        typealias Failure = TestError

        private let send = Box<@Sendable (IntCompletion) -> Void>({ _ in })
        private let attached = Box<Weak<TestSubscription>?>(nil)

        var subscription: TestSubscription? { attached.value?.object }

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
            let subscription = TestSubscription()
            attached.value = Weak(subscription)
            send.value = { subscriber.receive(completion: $0) }
            subscriber.receive(subscription: subscription)
        }

        func end(_ completion: IntCompletion) { send.value(completion) }
    }

    @Test(arguments: OperatorCase.all.filter { !$0.trustsUpstream })
    func dropsUpstreamAtTheEnd(tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let upstream = Upstream()
        let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), time).probe()
        time.run()
        upstream.end(.finished)
        time.run()
        #expect(upstream.subscription == nil)
        #expect(probe.completion != nil)
    }

    @Test(arguments: OperatorCase.all.filter { !$0.trustsUpstream })
    func dropsUpstreamAtTheCancellation(tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let upstream = Upstream()
        let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), time).probe()
        time.run()
        probe.cancel()
        time.run()
        #expect(upstream.subscription == nil)
    }
}
