import FluxTesting
import Streams
import TestSupport
import Testing

/// The operator that is written in the page on the internals of Streams.
struct StatefulOperatorTests {
    private let values = PassthroughSubject<Int, TestFailure>()
    private let trigger = PassthroughSubject<Void, Never>()

    @Test func valuesAreSentInAnArrayAtEachTrigger() {
        let received = Log<[Int]>()
        let ended = Log<Bool>()
        let subscription = values.chunked(by: trigger)
            .sink(receiveCompletion: { _ in ended.append(true) }, receiveValue: { received.append($0) })
        values.send(1)
        values.send(2)
        trigger.send()
        trigger.send()
        values.send(3)
        #expect(received.entries == [[1, 2]])
        values.send(completion: .finished)
        #expect(received.entries == [[1, 2], [3]])
        #expect(ended.entries == [true])
        subscription.cancel()
    }

    @Test func arrayWaitsForDemandAndTheFinishForTheArray() {
        let received = Log<[Int]>()
        let ended = Log<Bool>()
        let held = SubscriptionLink()
        values.chunked(by: trigger)
            .subscribe(
                AnySubscriber(
                    receiveSubscription: { held.attach($0) },
                    receiveValue: {
                        received.append($0)
                        return .none
                    }, receiveCompletion: { _ in ended.append(true) }))
        values.send(1)
        trigger.send()
        values.send(completion: .finished)
        #expect(received.entries == [] && ended.entries == [])
        held.request(.max(1))
        #expect(received.entries == [[1]] && ended.entries == [true])
    }

    @Test func failureIsSentAtOnceAndACancellationReachesBothUpstreams() {
        let cancelled = Log<String>()
        let chunks = values.handleEvents(receiveCancel: { cancelled.append("values") })
            .chunked(by: trigger.handleEvents(receiveCancel: { cancelled.append("trigger") }))
        chunks.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
        #expect(cancelled.entries == ["values", "trigger"])

        let ended = Log<Bool>()
        let subscription = chunks.sink(
            receiveCompletion: { if case .failure = $0 { ended.append(true) } }, receiveValue: { _ in })
        values.send(1)
        values.send(completion: .failure(TestFailure()))
        #expect(ended.entries == [true])
        #expect(cancelled.entries == ["values", "trigger", "trigger"])
        subscription.cancel()
    }

    @Test func triggerWithinAnArrayFollowsIt() {
        let received = Log<[Int]>()
        let (values, trigger) = (values, trigger)
        let subscription = values.chunked(by: trigger)
            .sink(
                receiveCompletion: { _ in },
                receiveValue: { chunk in
                    if chunk == [1] {
                        values.send(2)
                        trigger.send()
                        #expect(received.entries == [])
                    }
                    received.append(chunk)
                })
        values.send(1)
        trigger.send()
        #expect(received.entries == [[1], [2]])
        subscription.cancel()
    }
}

// snippet: begin
struct Chunked<Upstream: Publisher, Trigger: Publisher>: Publisher where Trigger.Failure == Never {
    typealias Output = [Upstream.Output]
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let trigger: Trigger

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let stage = ChunkedStage<Upstream.Output, S>(downstream: subscriber)
        stage.begin()
        trigger.receive(
            subscriber: AnySubscriber(
                receiveSubscription: { if stage.trigger.attach($0) { $0.request(.unlimited) } },
                receiveValue: { _ in
                    stage.submit(.trigger)
                    return .none
                }))
        upstream.receive(
            subscriber: AnySubscriber(
                receiveSubscription: { if stage.upstream.attach($0) { $0.request(.unlimited) } },
                receiveValue: { value in
                    stage.submit(.value(value))
                    return .none
                },
                receiveCompletion: { if stage.upstream.finish() { stage.submit(.completion($0)) } }))
    }
}
// snippet: end

// snippet: begin
final class ChunkedStage<Value: Sendable, Downstream: Subscriber>: SerialStage, @unchecked Sendable
where Downstream.Input == [Value] {
    // Sendable: the variables belong to the drain's owner.

    enum Event: StageEvent {
        case value(Value)
        case trigger
        case completion(Subscribers.Completion<Downstream.Failure>)
        case request(Subscribers.Demand)
        case cancel
    }

    let drain = Drain<Event>()
    let link = SubscriptionLink()
    let upstream = SubscriptionLink()
    let trigger = SubscriptionLink()
    let downstream: Downstream

    private var demand = Subscribers.Demand.none
    private var values: [Value] = []
    private var chunks = Fifo<[Value]>()
    private var completion: Subscribers.Completion<Downstream.Failure>?

    init(downstream: Downstream) {
        self.downstream = downstream
    }

    func handle(_ event: Event) {
        if case .cancel = event { return release() }
        if link.isStopped { return }
        switch event {
        case .value(let value):
            values.append(value)
        case .trigger:
            closeChunk()
        case .completion(let completion):
            if case .failure = completion { return finish(completion) }
            closeChunk()
            self.completion = completion
        case .request(let more):
            demand += more
        case .cancel:
            break
        }
        deliver()
    }

    private func closeChunk() {
        if !values.isEmpty { chunks.append(values) }
        values = []
    }

    private func deliver() {
        while demand > .none, !link.isStopped, let chunk = chunks.popFirst() {
            demand -= 1
            demand += downstream.receive(chunk)
        }
        if chunks.isEmpty, let completion { finish(completion) }
    }

    func release() {
        values = []
        chunks = Fifo()
        drain.deferUpstream(.cancel(upstream))
        drain.deferUpstream(.cancel(trigger))
    }
}
// snippet: end

extension Publisher {
    /// Sends the values that have arrived, in an array, each time that another publisher sends a value.
    func chunked<Trigger: Publisher>(by trigger: Trigger) -> Chunked<Self, Trigger>
    where Trigger.Failure == Never {
        Chunked(upstream: self, trigger: trigger)
    }
}
