import Streams
import FluxTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct RecorderTests {
    @Test func documentedCode() async throws {
        let numbers = [1, 2, 3].publisher
        // snippet: begin
        let seen = Recorder(numbers.map { $0 * 2 })
        #expect(seen.values == [2, 4, 6])
        #expect(seen.isFinished)
        // snippet: end
        let time = VirtualTimeScheduler()
        // snippet: begin
        let alarm = Task {
            try await time.sleep(for: .seconds(3))
            return "awake"
        }
        await time.advance(by: .seconds(3))
        #expect(try await alarm.value == "awake")
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
        let ticks = Publishers.Interval(every: .seconds(2), scheduler: time).prefix(3)
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

@Suite(.timeLimit(.minutes(1))) struct AsyncVirtualTimeTests {
    @Test func sleepingTaskResumesWhenItsTimeHasCome() async throws {
        let time = VirtualTimeScheduler()
        let log = Log<Duration>()
        let task = Task {
            for _ in 0..<3 {
                try await time.sleep(for: .seconds(2))
                log.append(time.now)
            }
        }
        await time.advance(by: .seconds(3))
        #expect(log.entries == [.seconds(2)])
        await time.advance(by: .seconds(3))
        #expect(log.entries == [.seconds(2), .seconds(4), .seconds(6)])
        try await task.value
    }

    @Test func runAdvancesUntilNoTaskSleeps() async throws {
        let time = VirtualTimeScheduler()
        let task = Task {
            try await time.sleep(for: .seconds(5))
            try await time.sleep(for: .seconds(7))
            return time.now
        }
        await time.run()
        #expect(try await task.value == .seconds(12))
        #expect(time.now == .seconds(12))
    }

    @Test func cancelledTaskStopsSleeping() async {
        let time = VirtualTimeScheduler()
        let task = Task { try await time.sleep(for: .seconds(5)) }
        await time.advance(by: .seconds(1))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(time.now == .seconds(1))
    }

    @Test func timerHasItsTimes() async {
        let time = VirtualTimeScheduler(now: .seconds(10))
        let timer = time.timer(interval: .seconds(2))
        await time.advance(by: .seconds(7))
        var seen: [Duration] = []
        for await moment in timer {
            seen.append(moment)
            if seen.count == 3 { break }
        }
        #expect(seen == [.seconds(12), .seconds(14), .seconds(16)])
    }
}
