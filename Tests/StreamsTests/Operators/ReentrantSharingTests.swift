import Streams
import TestSupport
import Testing

@Suite struct ReentrantSharingTests {
    @Test func subscriberThatSubscribesAgainFromWithinAValueIsAttachedAtOnce() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.share()
        let second = Box<Probe<Int, TestError>?>(nil)
        let isAttached = Box(false)
        let first = shared.probe { probe, _ in
            probe.cancel()
            second.value = shared.probe()
            isAttached.value = second.value?.hasSubscription ?? false
        }
        upstream.send(1)
        #expect(isAttached.value)
        upstream.send(2)
        #expect(first.values == [1])
        #expect(second.value?.values == [2])
    }
}
