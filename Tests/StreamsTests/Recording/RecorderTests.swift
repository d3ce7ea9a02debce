import Streams
import FluxTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct RecorderTests {
    @Test func documentedCode() {
        let numbers = [1, 2, 3].publisher
        // snippet: begin
        let seen = Recorder(numbers.map { $0 * 2 })
        #expect(seen.values == [2, 4, 6])
        #expect(seen.isFinished)
        // snippet: end
    }

    @Test func recorderHasValuesAndCompletion() {
        let subject = PassthroughSubject<Int, TestError>()
        let seen = Recorder(subject.map { $0 * 2 })
        #expect(seen.isSubscribed && seen.completion == nil)
        subject.send(1)
        subject.send(2)
        #expect(seen.values == [2, 4])
        subject.send(completion: .failure(.boom))
        subject.send(3)
        #expect(seen.failure == .boom && !seen.isFinished)
        #expect(seen.values == [2, 4])
        #expect("\(seen)".hasPrefix("[2, 4, failure"))
        #expect(Recorder(Just(1)).isFinished)
    }

    @Test func recorderHasTheTimesOfItsScheduler() {
        let time = VirtualTimeScheduler(now: .seconds(100))
        let ticks = ExtraPublishers.Interval(every: .seconds(2), scheduler: time).prefix(3)
        let seen = Recorder(ticks, scheduler: time)
        time.advance(by: .seconds(9))
        #expect(seen.values == [0, 1, 2])
        #expect(seen.times == [.seconds(2), .seconds(4), .seconds(6)])
        #expect(seen.completionTime == .seconds(6))
    }

    @Test func recorderRequestsWhatATestRequests() {
        let seen = Recorder((1...9).publisher, demand: .max(2))
        #expect(seen.values == [1, 2] && seen.demand == .none)
        seen.request(.max(3))
        #expect(seen.values == [1, 2, 3, 4, 5])
        let waiting = Recorder(PassthroughSubject<Int, Never>(), demand: .max(2))
        #expect(waiting.demand == .max(2))
    }

    @Test func releasedRecorderCancels() {
        let upstream = TestPublisher<Int, Never>()
        var seen = Optional(Recorder(upstream))
        #expect(!upstream.isCancelled)
        _ = seen?.values
        seen = nil
        #expect(upstream.isCancelled)
    }

    @Test func cancelledRecorderKeepsWhatItRecorded() {
        let subject = PassthroughSubject<Int, Never>()
        let seen = Recorder(subject)
        subject.send(1)
        seen.cancel()
        subject.send(2)
        #expect(seen.values == [1])
    }
}
