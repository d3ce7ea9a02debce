import Streams
import TestSupport
import Testing

/// The asynchronous forms of `advance` and `run`, for tasks of other executors.
@Suite(.prompt, .timeLimit(.minutes(1))) struct VirtualTimeAdvanceTests {
    /// Begins a task for each text, on the main actor.
    @MainActor final class SearchModel {
        let scheduler: VirtualTimeScheduler
        private(set) var results: [String] = []
        private var search: Task<Void, any Error>?
        var text = "" {
            didSet {
                search?.cancel()
                search = Task {
                    try await scheduler.sleep(for: .milliseconds(300))
                    results = [text]
                }
            }
        }

        init(scheduler: VirtualTimeScheduler) { self.scheduler = scheduler }
    }

    @MainActor @Test func tasksOfTheMainActorContinue() async {
        let time = VirtualTimeScheduler()
        // snippet: begin
        let model = SearchModel(scheduler: time)  // Begins tasks of its own.
        model.text = "Bonn"
        await time.advance(by: .milliseconds(300))
        #expect(model.results == ["Bonn"])
        // snippet: end
        model.text = "Bon"
        await time.advance(by: .milliseconds(299))
        model.text = "Bohn"
        await time.advance(by: .milliseconds(299))
        #expect(model.results == ["Bonn"])
        await time.advance(by: .milliseconds(1))
        #expect(model.results == ["Bohn"])
    }

    @MainActor @Test func tasksSleepAgainWithinOneAdvance() async {
        let time = VirtualTimeScheduler()
        let log = Log<Duration>()
        let task = Task {
            for _ in 0..<5 {
                try await time.sleep(for: .seconds(1))
                log.append(time.now)
            }
        }
        await time.advance(by: .milliseconds(3_500))
        #expect(log.entries == [.seconds(1), .seconds(2), .seconds(3)])
        #expect(time.now == .milliseconds(3_500))
        await time.advance(to: .seconds(60))
        #expect(log.entries.last == .seconds(5))
        task.cancel()
    }

    @Test func tasksOfTheGlobalExecutorContinue() async {
        let time = VirtualTimeScheduler()
        let log = Log<String>()
        for name in ["a", "b"] {
            Task {
                try await time.sleep(for: .seconds(1))
                log.append(name)
                try await time.sleep(for: .seconds(1))
                log.append(name)
            }
        }
        await time.advance(by: .seconds(1))
        #expect(log.entries.sorted() == ["a", "b"])
        await time.advance(by: .seconds(1))
        #expect(log.entries.sorted() == ["a", "a", "b", "b"])
    }

    /// `1.1` is not exact as a `Double`.
    @Test func decimalIntervalsAreWholeNanoseconds() {
        let time = VirtualTimeScheduler()
        let values = PassthroughSubject<Int, Never>()
        let debounced = values.debounce(for: 1.1, scheduler: time).probe()
        let delayed = values.delay(for: 1.1, scheduler: time).probe()
        values.send(1)
        time.advance(by: .milliseconds(1_099))
        #expect(debounced.values.isEmpty && delayed.values.isEmpty)
        time.advance(by: .milliseconds(1))
        #expect(debounced.values == [1] && delayed.values == [1])
        values.send(2)
        for _ in 0..<11 { time.advance(by: 0.1) }
        #expect(time.now == .milliseconds(2_200))
        #expect(debounced.values == [1, 2] && delayed.values == [1, 2])
        // None of them is too short to pass.
        time.advance(by: Duration(secondsComponent: 0, attosecondsComponent: 1))
        #expect(time.now == .milliseconds(2_200) + .nanoseconds(1))
    }

    @Test func asynchronousFormsReachWhatIsDueAtTheSameDecimal() async {
        for tenths in 1...30 {
            let seconds = Double(tenths) / 10
            let time = VirtualTimeScheduler()
            let log = Log<String>()
            time.schedule(in: .seconds(seconds)) { log.append("by") }
            await time.advance(by: .seconds(seconds))
            time.schedule(in: .seconds(seconds)) { log.append("to") }
            await time.advance(to: .seconds(2 * seconds))
            #expect(log.entries == ["by", "to"], "\(seconds) s")
        }
    }

    /// A task sleeps for as long as there is time, and is cancelled.
    @Test func runThatWaitsForOtherTasksDoesNotRunWhatIsNeverDue() async throws {
        let time = VirtualTimeScheduler(now: .seconds(1))
        let log = Log<String>()
        time.schedule(in: .seconds(Int64.max)) { log.append("never") }
        await time.run()
        let other = Task {
            for _ in 0..<10 { await Task.yield() }
            return "other"
        }
        let result = try await time.run { await other.value }
        #expect(result == "other")
        #expect(log.entries.isEmpty && time.now == .seconds(1))
    }

    /// As by a time limit: a timer that nobody cancels repeats without end.
    @Test func cancellationEndsARunThatRepeats() async {
        let time = VirtualTimeScheduler()
        let ticks = Box(0)
        let timer = ExtraPublishers.Interval(every: .seconds(1), scheduler: time)
            .sink { _ in _ = ticks.increment() }
        let task = Task { await time.run() }
        while ticks.value < 3 { await Task.yield() }
        task.cancel()
        await task.value
        timer.cancel()
    }

    @Test func functionOfAFutureIsAwaited() async {
        let time = VirtualTimeScheduler()
        let texts = PassthroughSubject<String, Never>()
        let lengths = texts.debounce(for: .seconds(1), scheduler: time)
            .flatMap { text in
                Future {
                    await Task.yield()
                    return text.count
                }
            }
            .probe()
        texts.send("Bonn")
        await time.advance(by: .seconds(1))
        #expect(lengths.values == [4])
    }

    @MainActor @Test func runEndsOnceNoWorkIsPending() async {
        let time = VirtualTimeScheduler()
        let log = Log<Duration>()
        Task {
            for seconds in [10, 100, 1_000] {
                try await time.sleep(for: .seconds(seconds))
                log.append(time.now)
            }
        }
        await time.run()
        #expect(log.entries == [.seconds(10), .seconds(110), .seconds(1_110)])
        #expect(time.pendingCount == 0)
    }

    @MainActor @Test func workOfOneMomentRunsInItsOrderAndTimeDoesNotRunBackwards() async {
        let time = VirtualTimeScheduler(now: .seconds(5))
        let log = Log<Int>()
        time.schedule(in: .seconds(1)) { log.append(1) }
        time.schedule(in: .seconds(1)) { log.append(2) }
        time.schedule { log.append(0) }
        await time.advance(to: .seconds(1))
        #expect(log.entries == [] && time.now == .seconds(5))
        await time.advance()
        #expect(log.entries == [0])
        await time.advance(by: .seconds(1))
        #expect(log.entries == [0, 1, 2] && time.now == .seconds(6))
    }
}
