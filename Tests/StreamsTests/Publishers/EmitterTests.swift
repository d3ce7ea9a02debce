import Streams
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct EmitterTests {
    typealias IntEmitter = Emitter<Int, TestError>

    private func stream(_ buffering: IntEmitter.Buffering) -> (IntPublisher, Box<IntEmitter?>) {
        let emitter = Box<IntEmitter?>(nil)
        return (AnyPublisher.create(buffering: buffering) { emitter.value = $0 }, emitter)
    }

    @Test func valuesWithoutDemandWait() throws {
        let (stream, box) = stream(.unbounded)
        let probe = stream.probe(initial: .max(1))
        let emitter = try #require(box.value)
        #expect(emitter.demand == .max(1))
        #expect(emitter.send(1).text == "delivered")
        #expect(emitter.send(2).text == "buffered 1")
        #expect(emitter.send(3).text == "buffered 2")
        emitter.send(completion: .finished)
        #expect(emitter.send(4).text == "terminated")
        #expect(probe.values == [1])
        probe.request(2)
        #expect(probe.values == [1, 2, 3])
        #expect(probe.isFinished)
    }

    @Test(arguments: [
        (IntEmitter.Buffering.newest(1), ["buffered 1", "dropped 1", "dropped 2"], [3]),
        (.oldest(1), ["buffered 1", "dropped 2", "dropped 3"], [1]),
        (.none, ["dropped 1", "dropped 2", "dropped 3"], []),
    ])
    func valuesBeyondTheBufferAreDropped(buffering: IntEmitter.Buffering, outcomes: [String], values: [Int])
        throws
    {
        let (stream, box) = stream(buffering)
        let probe = stream.probe(initial: .none)
        let emitter = try #require(box.value)
        #expect((1...3).map { emitter.send($0).text } == outcomes)
        probe.request(.unlimited)
        #expect(probe.values == values)
    }

    @Test func cancellationIsReportedOnce() throws {
        let (stream, box) = stream(.unbounded)
        let cancellations = Box(0)
        let probe = stream.probe()
        let emitter = try #require(box.value)
        emitter.onCancel { cancellations.increment() }
        probe.cancel()
        probe.cancel()
        #expect(cancellations.value == 1)
        #expect(emitter.isCancelled)
        #expect(emitter.send(1).text == "terminated")
        emitter.onCancel { cancellations.increment() }
        #expect(cancellations.value == 2)
    }

    @Test func demandIsReported() throws {
        let (stream, box) = stream(.unbounded)
        let demands = Log<Subscribers.Demand>()
        let probe = stream.probe(initial: .max(2), perValue: .max(3))
        let emitter = try #require(box.value)
        emitter.onRequest { demands.append($0) }
        probe.request(1)
        emitter.send(1)
        #expect(demands.entries == [.max(2), .max(1), .max(3)])
    }

    @Test func eachDemandIsReportedOnce() throws {
        let (stream, box) = stream(.unbounded)
        let demands = Log<Subscribers.Demand>()
        let probe = stream.probe(initial: .max(5))
        let emitter = try #require(box.value)
        emitter.send(1)
        emitter.onRequest { demands.append($0) }
        emitter.onRequest { demands.append($0) }
        #expect(demands.entries == [.max(4)])
        probe.request(2)
        #expect(demands.entries == [.max(4), .max(2)])
    }

    @Test func nothingIsDemandedAfterTheEnd() throws {
        for isCancelled in [true, false] {
            let (stream, box) = stream(.unbounded)
            let probe = stream.probe()
            let emitter = try #require(box.value)
            #expect(emitter.demand == .unlimited)
            if isCancelled { probe.cancel() } else { emitter.send(completion: .finished) }
            #expect(emitter.demand == Subscribers.Demand.none)
        }
    }

    /// Numbers that are sent while there is demand; no more than a thousand, so that a fault ends.
    private func numbers(_ sent: Box<Int>) -> AnyPublisher<Int, Never> {
        .create { emitter in
            emitter.onRequest { _ in
                while emitter.demand > .none, sent.value < 1_000 { emitter.send(sent.increment()) }
            }
        }
    }

    @Test func functionThatSendsOnDemandReturnsWhenTheSubscriberCancels() {
        let sent = Box(0)
        let probe = numbers(sent).prefix(3).probe()
        #expect(probe.values == [1, 2, 3])
        #expect(sent.value == 3)
    }

    /// The function sends without end, until the subscriber cancels, which must receive the values for that.
    @Test func demandFromInsideAValueIsReportedAfterIt() {
        let sent = Box(0)
        let probe = numbers(sent).probe(
            initial: .max(1),
            onValue: { probe, value in
                if value == 1 { probe.request(.unlimited) }
                if value == 3 { probe.cancel() }
            })
        #expect(probe.values == [1, 2, 3])
        #expect(sent.value == 3)
    }

    @Test func unlimitedDemandThatAValueReturnsIsReportedAfterIt() {
        let sent = Box(0)
        let probe = numbers(sent).probe(
            initial: .max(1), perValue: .unlimited,
            onValue: { probe, value in if value == 3 { probe.cancel() } })
        #expect(probe.values == [1, 2, 3])
        #expect(sent.value == 3)
    }

    @Test func immediateCancellationStartsNothing() {
        let (stream, box) = stream(.unbounded)
        _ = stream.probe(onSubscription: { $0.cancel() })
        #expect(box.value == nil)
    }

    @Test func emitterRetainsNothingAfterTheEnd() {
        for isCancelled in [true, false] {
            let (stream, box) = stream(.unbounded)
            var probe = Optional(stream.probe())
            let weakProbe = Weak(probe!)
            if isCancelled { probe?.cancel() } else { box.value?.send(completion: .finished) }
            probe = nil
            #expect(weakProbe.object == nil)
            #expect(box.value != nil)
        }
    }

    /// The subscriber requests one value, and keeps no subscription.
    @Test func subscriberThatCannotRequestTheValueThatWaitsIsReleased() throws {
        let (stream, box) = stream(.unbounded)
        let seen = Log<Int>()
        var token = Optional(Token())
        let weak = Weak(token!)
        stream.subscribe(
            AnySubscriber(
                receiveSubscription: { $0.request(.max(1)) },
                receiveValue: { [token = token!] value in
                    seen.append(token.pass(value))
                    return .none
                }))
        token = nil
        let emitter = try #require(box.value)
        let cancellations = Box(0)
        emitter.onCancel { cancellations.increment() }
        emitter.send(1)
        #expect(!emitter.isCancelled)
        emitter.send(2)
        #expect(seen.entries == [1])
        #expect(emitter.isCancelled)
        #expect(cancellations.value == 1)
        #expect(emitter.send(3).text == "terminated")
        #expect(weak.object == nil)
    }

    @Test func endReachesASubscriberThatReleasedItsSubscription() throws {
        let (stream, box) = stream(.none)
        let ends = Log<String>()
        stream.subscribe(
            AnySubscriber(receiveCompletion: { ends.append("\($0)") }))
        let emitter = try #require(box.value)
        emitter.send(1)
        emitter.send(completion: .finished)
        #expect(ends.entries == ["finished"])
    }

    @Test func emitterSendsBeforeItsFunctionReturns() {
        let probe = AnyPublisher<Int, Never>.create { emitter in
            for value in 1...3 { emitter.send(value) }
            emitter.send(completion: .finished)
        }.probe()
        #expect(probe.values == [1, 2, 3])
        #expect(probe.isFinished)
    }
}

extension Emitter.Outcome where Output == Int {
    fileprivate var text: String {
        switch self {
        case .delivered: "delivered"
        case .buffered(let count): "buffered \(count)"
        case .dropped(let value): "dropped \(value)"
        case .terminated: "terminated"
        }
    }
}
