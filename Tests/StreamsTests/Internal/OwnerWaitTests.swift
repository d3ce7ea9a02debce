import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Streams

@Suite(.timeLimit(.minutes(1))) struct OwnerWaitTests {
    /// The state of a drain whose owner is a thread that does not exist, and whose stack is far away.
    private static let otherOwner: UInt = 2

    @Test func drainWithoutOwnerIsEntered() {
        let state = Atomic<UInt>(0)
        let isOwner = OwnerWait.enter(state)
        #expect(isOwner && state.load(ordering: .relaxed) == ThreadID.current)
    }

    @Test func ownerThatStaysIsNotAwaitedForever() {
        let state = Atomic<UInt>(Self.otherOwner)
        let isOwner = OwnerWait.enter(state)
        #expect(!isOwner && state.load(ordering: .relaxed) == Self.otherOwner)
    }

    /// A drain that handles an event further up the stack would never be free.
    @Test(arguments: [true, false])
    func ownStackIsRecognized(isAnonymous: Bool) {
        let drain = Drain<Int>()
        #expect(isAnonymous ? drain.enterAnonymously() : drain.enter())
        #expect(OwnerWait.isOnThisThread(drain.state.load(ordering: .relaxed)))
        onAnotherThread {
            #expect(!OwnerWait.isOnThisThread(drain.state.load(ordering: .relaxed)))
        }
        drain.leave { _ in }
    }

    /// The owner has fallen behind: a thread that waited would be the owner as soon as it has ended.
    @Test func eventsThatAreQueuedAreNotAwaited() {
        let drain = Drain<Int>()
        let handled = Log<Int>()
        drain.submit(0) { event in
            handled.append(event)
            if event > 0 { return }
            onAnotherThread {
                for event in 1...3 { drain.post(event) { _ in Issue.record("two owners") } }
            }
            #expect(handled.entries == [0])
        }
        #expect(handled.entries == [0, 1, 2, 3])
    }

    @Test func sendReturnsWhileAHandlerOfAnotherThreadWaits() {
        let subject = PassthroughSubject<Int, Never>()
        let seen = Log<Int>()
        let subscription = subject.sink { value in
            seen.append(value)
            if value == 0 { onAnotherThread { for value in 1...3 { subject.send(value) } } }
        }
        subject.send(0)
        #expect(seen.entries == [0, 1, 2, 3])
        subscription.cancel()
    }
}

/// Runs a closure to its end, on a thread of its own.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let end = DispatchSemaphore(value: 0)
    DispatchQueue(label: "another").async {
        body()
        end.signal()
    }
    end.wait()
}
