import Streams
import TestSupport
import Testing

/// A subject requests values from an attached upstream once one of its subscribers has requested any, as in Combine.
@Suite(.timeLimit(.minutes(1))) struct AttachedUpstreamTests {
    static let makers: [@Sendable () -> any Subject<Int, Never>] = [
        { PassthroughSubject() }, { CurrentValueSubject(0) }, { ReplaySubject(bufferSize: 9) },
    ]

    @Test(arguments: makers.indices)
    func valuesOfASequenceReachTheFirstSubscriber(kind: Int) {
        func check(_ subject: some Subject<Int, Never>) {
            let attached = [1, 2, 3].publisher.subscribe(subject)
            let probe = subject.probe()
            #expect(probe.values.filter { $0 > 0 } == [1, 2, 3])
            #expect(probe.isFinished)
            attached.cancel()
        }
        check(Self.makers[kind]())
    }

    @Test(arguments: makers.indices)
    func nothingIsRequestedBeforeASubscriberRequests(kind: Int) {
        func check(_ subject: some Subject<Int, Never>) {
            let upstream = TestPublisher<Int, Never>()
            let attached = upstream.subscribe(subject)
            let probe = subject.probe(initial: .none)
            #expect(upstream.requests == [])
            probe.request(1)
            #expect(upstream.requests == [.unlimited])
            probe.request(1)
            _ = subject.probe()
            #expect(upstream.requests == [.unlimited])
            attached.cancel()
        }
        check(Self.makers[kind]())
    }

    @Test(arguments: makers.indices)
    func upstreamAttachedLaterIsRequestedAtOnce(kind: Int) {
        func check(_ subject: some Subject<Int, Never>) {
            let probe = subject.probe(initial: .max(1))
            let upstream = TestPublisher<Int, Never>()
            let attached = upstream.subscribe(subject)
            #expect(upstream.requests == [.unlimited])
            attached.cancel()
            #expect(upstream.isCancelled)
            probe.cancel()
        }
        check(Self.makers[kind]())
    }

    @Test(arguments: makers.indices)
    func subscriberMayCancelWithinAnEndlessUpstream(kind: Int) {
        func check(_ subject: some Subject<Int, Never>) {
            let attached = (1...).publisher.subscribe(subject)
            let probe = subject.filter { $0 > 0 }.probe { probe, value in
                if value == 3 { attached.cancel() }
            }
            #expect(probe.values == [1, 2, 3])
        }
        check(Self.makers[kind]())
    }

    @Test func subjectThatEndedCancelsWhatIsAttached() {
        let subject = PassthroughSubject<Int, Never>()
        subject.send(completion: .finished)
        let upstream = TestPublisher<Int, Never>()
        _ = upstream.subscribe(subject)
        #expect(upstream.isCancelled)
    }

    @Test func demandOfLoopsIsPassedToASharedUpstream() async {
        let sent = Box(0)
        let shared = (1...).publisher.handleEvents(receiveOutput: { sent.value = $0 }).share()
        var first = shared.values.makeAsyncIterator()
        for expected in 1...100 { #expect(await first.next() == expected) }
        var second = shared.values.makeAsyncIterator()
        for expected in 101...200 { #expect(await first.next() == expected) }
        #expect(sent.value <= 250)
        let start = await second.next() ?? 0
        for expected in (start + 1)...(start + 50) { #expect(await second.next() == expected) }
    }
}
