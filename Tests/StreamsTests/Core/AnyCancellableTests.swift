import Streams
import TestSupport
import Testing

@Suite struct AnyCancellableTests {
    @Test func closureRunsOnce() {
        let calls = Box(0)
        let handle = AnyCancellable { calls.increment() }
        handle.cancel()
        handle.cancel()
        #expect(calls.value == 1)
    }

    @Test func releaseCancels() {
        let calls = Box(0)
        var handle: AnyCancellable? = AnyCancellable { calls.increment() }
        #expect(handle != nil)
        handle = nil
        #expect(calls.value == 1)
    }

    @Test func closureIsReleasedAfterCancellation() {
        var token = Optional(Token())
        let weakToken = Weak(token!)
        let handle = AnyCancellable { [token] in token?.pass(()) }
        token = nil
        #expect(weakToken.object != nil)
        handle.cancel()
        #expect(weakToken.object == nil)
    }

    @Test func closureMayCancelAgain() {
        let reference = Box<AnyCancellable?>(nil)
        let calls = Box(0)
        let handle = AnyCancellable {
            calls.increment()
            reference.value?.cancel()
        }
        reference.value = handle
        handle.cancel()
        reference.value = nil
        #expect(calls.value == 1)
    }

    @Test func cancellableIsStoredInASetOrAnArray() {
        let calls = Box(0)
        var set: Set<AnyCancellable> = []
        var array: [AnyCancellable] = []
        AnyCancellable { calls.increment() }.store(in: &set)
        AnyCancellable { calls.increment() }.store(in: &array)
        TestSubscription(onCancel: { calls.increment() }).store(in: &set)
        TestSubscription(onCancel: { calls.increment() }).store(in: &array)
        #expect(set.count == 2 && array.count == 2 && calls.value == 0)
        set.removeAll()
        array.removeAll()
        #expect(calls.value == 4)
    }

    @Test func cancellableEqualsOnlyItself() {
        let handle = AnyCancellable {}
        #expect(handle == handle)
        #expect(handle != AnyCancellable {})
    }
}
