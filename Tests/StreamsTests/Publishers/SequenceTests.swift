import Streams
import TestSupport
import Testing

@Suite struct SequenceTests {
    @Test func sequenceFinishesWithItsLastRequestedValue() {
        let probe = [1].publisher.probe(initial: .max(1))
        #expect(probe.values == [1])
        #expect(probe.isFinished)
    }

    @Test func emptySequenceFinishesWithoutDemand() {
        let probe = [Int]().publisher.probe(initial: .none)
        #expect(probe.isFinished)
    }

    @Test func demandAddsUp() {
        let probe = (1...10).publisher.probe(initial: .max(2))
        #expect(probe.values == [1, 2])
        probe.request(1)
        probe.requestNothing()
        probe.request(2)
        #expect(probe.values == [1, 2, 3, 4, 5])
        probe.request(.unlimited)
        #expect(probe.values == Array(1...10))
        #expect(probe.isFinished)
    }

    @Test func requestWithinAValueIsMetAfterIt() {
        let depth = Box(0)
        let deepest = Box(0)
        let probe = (1...1_000).publisher.probe(initial: .max(1)) { probe, _ in
            deepest.value = max(deepest.value, depth.increment())
            probe.request(2)
            depth.value -= 1
        }
        #expect(probe.values == Array(1...1_000))
        #expect(deepest.value == 1)
    }

    @Test func unlimitedDemandWithinAValueIsMetAfterIt() {
        let probe = (1...5).publisher.probe(initial: .max(1)) { probe, value in
            if value == 1 { probe.request(.unlimited) }
        }
        #expect(probe.values == Array(1...5))
    }

    @Test(arguments: [Subscribers.Demand.unlimited, .max(3)])
    func cancellationWithinAValueStopsTheSequence(initial: Subscribers.Demand) {
        let probe = (1...).publisher.probe(initial: initial) { probe, value in
            if value == 2 { probe.cancel() }
        }
        #expect(probe.values == [1, 2])
        probe.request(1)
        #expect(probe.values == [1, 2])
    }

    @Test func cancellationWithinAValueStopsAndReleasesAnArray() {
        var tokens = [Token(), Token(), Token()]
        let last = Weak(tokens[2])
        let probe = Publishers.Sequence<[Token], Never>(sequence: tokens).map { _ in 0 }.probe(
            initial: .none
        ) { probe, _ in
            if probe.values.count == 2 { probe.cancel() }
        }
        tokens = []
        #expect(last.object != nil)
        probe.request(.unlimited)
        #expect(probe.values == [0, 0])
        #expect(last.object == nil)
    }

    @Test func arrayContinuesWhereItStopped() {
        let probe = [1, 2, 3, 4].publisher.probe(initial: .max(2))
        #expect(probe.values == [1, 2])
        probe.request(.unlimited)
        #expect(probe.values == [1, 2, 3, 4])
    }

    @Test func cancellationWithinTheLastValuePreventsTheFinish() {
        let probe = [1].publisher.probe { probe, _ in probe.cancel() }
        #expect(probe.completion == nil)
    }

    @Test func subscriberThatRequestsFromWithinAValueIsReleasedAtTheEnd() {
        var probe = Optional([1, 2].publisher.probe(initial: .max(1)) { probe, _ in probe.request(1) })
        let released = Weak(probe!)
        #expect(probe?.isFinished == true)
        probe = nil
        #expect(released.object == nil)
    }

    @Test func eachSubscriberIteratesFromTheStart() {
        let sequence = [1, 2].publisher
        #expect(sequence.probe().values == [1, 2])
        #expect(sequence.probe().values == [1, 2])
        #expect(sequence == [1, 2].publisher)
    }

    @Test func elementsAreReleasedAtTheEndAndAtTheCancellation() {
        for cancels in [true, false] {
            var tokens = [Token(), Token()]
            let last = Weak(tokens[1])
            let probe = Publishers.Sequence<[Token], Never>(sequence: tokens).map { _ in 0 }.probe(
                initial: .max(1))
            tokens = []
            #expect(last.object != nil)
            cancels ? probe.cancel() : probe.request(1)
            #expect(last.object == nil)
        }
    }
}
