import Streams
import TestSupport
import Testing

@Suite struct SinkTests {
    @Test func sinkRequestsEverything() {
        let upstream = TestPublisher<Int, Never>()
        let log = Log<Int>()
        let handle = upstream.sink { log.append($0) }
        #expect(upstream.requests == [.unlimited])
        upstream.send(1)
        #expect(log.entries == [1])
        handle.cancel()
    }

    @Test func firstSubscriptionIsKeptAndASecondCancelled() {
        let upstream = TestPublisher<Int, Never>(staysAttached: true)
        let log = Log<Int>()
        let sink = Subscribers.Sink<Int, Never>(
            receiveCompletion: { _ in log.append(-1) }, receiveValue: { log.append($0) })
        upstream.subscribe(sink)
        let second = upstream.sendSubscription()
        #expect(second.isCancelled && second.requests == [])
        upstream.send(1)
        #expect(log.entries == [1])
        sink.cancel()
        upstream.send(2)
        upstream.send(completion: .finished)
        #expect(log.entries == [1])
        #expect(upstream.subscriptions[0].isCancelled)
    }

    @Test func nothingFollowsTheEnd() {
        let upstream = TestPublisher<Int, TestError>(staysAttached: true)
        let log = Log<Int>()
        let handle = upstream.sink(
            receiveCompletion: { _ in log.append(-1) }, receiveValue: { log.append($0) })
        upstream.send(completion: .failure(.boom))
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(log.entries == [-1])
        handle.cancel()
    }

    @Test func releasingTheHandleCancels() {
        let upstream = TestPublisher<Int, Never>()
        var handle: AnyCancellable? = upstream.sink { _ in }
        #expect(handle != nil && !upstream.isCancelled)
        handle = nil
        #expect(upstream.isCancelled)
    }

    @Test func subscriptionAfterCancellationIsCancelled() {
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        sink.cancel()
        let subscription = TestSubscription()
        sink.receive(subscription: subscription)
        #expect(subscription.isCancelled)
        #expect(subscription.requests == [])
    }

    @Test func closuresAreReleasedWithTheStream() {
        for end in [true, false] {
            let subject = PassthroughSubject<Int, Never>()
            var token = Optional(Token())
            let weakToken = Weak(token!)
            let handle = subject.sink { [token] _ in token?.pass(()) }
            token = nil
            #expect(weakToken.object != nil)
            end ? subject.send(completion: .finished) : handle.cancel()
            #expect(weakToken.object == nil)
            handle.cancel()
        }
    }
}

@Suite struct AssignTests {
    private final class Label: Sendable {
        private let storage = Box("")
        var text: String {
            get { storage.value }
            set { storage.value = newValue }
        }
    }

    @Test func assignWritesEveryValue() {
        let label = Label()
        let subject = CurrentValueSubject<String, Never>("a")
        let handle = subject.assign(to: \.text, on: label)
        #expect(label.text == "a")
        subject.send("b")
        #expect(label.text == "b")
        handle.cancel()
        subject.send("c")
        #expect(label.text == "b")
    }

    @Test func assignRetainsTheObjectUntilTheEnd() {
        for end in [true, false] {
            let subject = PassthroughSubject<String, Never>()
            var label = Optional(Label())
            let weakLabel = Weak(label!)
            let handle = subject.assign(to: \.text, on: label!)
            label = nil
            #expect(weakLabel.object != nil)
            end ? subject.send(completion: .finished) : handle.cancel()
            #expect(weakLabel.object == nil)
            handle.cancel()
        }
    }

    @Test func weakAssignDoesNotRetainTheObject() {
        let subject = PassthroughSubject<String, Never>()
        var label = Optional(Label())
        let weakLabel = Weak(label!)
        let handle = subject.assign(to: \.text, onWeak: label!)
        subject.send("a")
        #expect(label?.text == "a")
        label = nil
        #expect(weakLabel.object == nil)
        subject.send("b")
        handle.cancel()
    }

    @Test func secondSubscriptionIsCancelled() {
        let label = Label()
        let assign = Subscribers.Assign(object: label, keyPath: \Label.text)
        let upstream = TestPublisher<String, Never>(staysAttached: true)
        upstream.subscribe(assign)
        #expect(upstream.sendSubscription().isCancelled)
        upstream.send("a")
        assign.cancel()
        upstream.send("b")
        #expect(label.text == "a")
        #expect(assign.object == nil)
    }
}
