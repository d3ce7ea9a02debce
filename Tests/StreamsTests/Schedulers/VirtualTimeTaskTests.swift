import Dispatch
import Streams
import TestSupport
import Testing

@Suite(.prompt, .timeLimit(.minutes(1))) struct VirtualTimeTaskTests {
    @Test func documentedCode() async throws {
        let time = VirtualTimeScheduler()
        // snippet: begin
        let alarm = Task(executorPreference: time) {
            try await time.sleep(for: .seconds(3))
            return "awake"
        }
        await time.advance(by: .seconds(3))
        #expect(try await alarm.value == "awake")
        // snippet: end
    }

    @Test func documentedTask() {
        let log = Log<String>()
        func print(_ text: String) { log.append(text) }
        let time = VirtualTimeScheduler()
        // snippet: begin
        let alarm = Task(executorPreference: time) {
            try await time.sleep(for: .seconds(3))
            print("three seconds")
        }
        time.advance(by: .seconds(2))  // nothing
        time.advance(by: .seconds(1))  // prints
        // snippet: end
        #expect(log.entries == ["three seconds"])
        alarm.cancel()
    }

    // As it is printed.
    // swift-format-ignore
    @Test func documentedFuture() {
        @Sendable func lookUp(_ text: String) async -> Int {
            await Task.yield()
            return text.count
        }
        let time = VirtualTimeScheduler()
        let texts = PassthroughSubject<String, Never>()
        // snippet: begin
        let lengths = texts
            .debounce(for: .seconds(1), scheduler: time)
            .flatMap { text in
                Future<Int, Never> { promise in
                    Task(executorPreference: time) { promise(.success(await lookUp(text))) }
                }
            }
        // snippet: end
        let probe = lengths.probe()
        texts.send("Bonn")
        time.advance(by: .seconds(1))
        #expect(probe.values == [4])
    }

    @Test func documentedRun() async throws {
        // snippet: begin
        let time = VirtualTimeScheduler()
        let answer = try await time.run {
            try await time.sleep(for: .seconds(60))
            return "a minute later"
        }
        // snippet: end
        #expect(answer == "a minute later")
        #expect(time.now == .seconds(60))
    }

    @Test func childTasksOfARunEndInTheOrderOfTheirTimes() async throws {
        let time = VirtualTimeScheduler()
        let ended = Log<Int>()
        try await time.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seconds in [5, 3, 8, 1] {
                    group.addTask {
                        try await time.sleep(for: .seconds(seconds))
                        ended.append(seconds)
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(ended.entries == [1, 3, 5, 8])
        #expect(time.now == .seconds(8))
    }

    @Test func runAwaitsTheMainActorAndStopsAtItsEnd() async throws {
        let time = VirtualTimeScheduler()
        let ticks = Log<Duration>()
        let timer = ExtraPublishers.Interval(every: .seconds(1), scheduler: time).sink { _ in
            ticks.append(time.now)
        }
        let onMain = try await time.run {
            try await time.sleep(for: .milliseconds(2_500))
            return await MainActor.run { ticks.entries.count >= 2 }
        }
        #expect(onMain)
        #expect(ticks.entries.starts(with: [.seconds(1), .seconds(2)]))
        timer.cancel()
    }

    /// What advances the time waits for it instead, in a task that runs when the time is advanced.
    @Test func taskOfARunAdvancesTheTime() async throws {
        let time = VirtualTimeScheduler()
        let log = Log<Duration>()
        try await time.run {
            for milliseconds in [100, 200, 300, 600] {
                time.schedule(in: .milliseconds(milliseconds)) {
                    log.append(time.now)
                    if milliseconds == 300 { time.schedule { log.append(time.now) } }
                }
            }
            await time.advance(by: .milliseconds(300))
            #expect(log.entries == [100, 200, 300, 300].map { .milliseconds($0) })
            #expect(time.now == .milliseconds(300))
            await time.run()
            #expect(log.entries.last == .milliseconds(600))
        }
        let task = Task(executorPreference: time) {
            await time.advance(by: .seconds(1))
            return time.now
        }
        await time.run()
        #expect(await task.value == .milliseconds(1_600))
        #expect(time.pendingCount == 0)
    }

    @Test func tasksOfARunAdvanceTheTimeAtOnce() async throws {
        let time = VirtualTimeScheduler()
        try await time.run {
            await withTaskGroup(of: Void.self) { group in
                for seconds in [0, 0, 1, 1, 2] {
                    group.addTask { await time.advance(by: .seconds(seconds)) }
                    group.addTask { await time.run() }
                }
            }
            #expect(time.now == .seconds(2))
        }
    }

    /// The time limit of an operation that ended in time is not waited for.
    @Test func cancelledSleepDoesNotAdvanceTheTime() async throws {
        let time = VirtualTimeScheduler()
        let end = try await time.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for seconds in [1, Int64.max] {
                    group.addTask { try await time.sleep(for: .seconds(seconds)) }
                }
                try await group.next()
                group.cancelAll()
            }
            _ = await MainActor.run { true }
            try await time.sleep(for: .seconds(1))
            return time.now
        }
        #expect(end == .seconds(2))
    }

    @Test func runThrowsAndIsCancelled() async {
        let time = VirtualTimeScheduler()
        await #expect(throws: TestError.boom) {
            try await time.run { () -> Int in
                try await time.sleep(for: .seconds(1))
                throw TestError.boom
            }
        }
        let task = Task {
            try await time.run {
                while true { try await time.sleep(for: .seconds(1)) }
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Counts the jobs of a task.
    private final class CountingExecutor: TaskExecutor {
        let jobs = Box(0)
        private let queue = DispatchQueue(label: "counted", qos: .userInitiated)

        func enqueue(_ job: consuming ExecutorJob) {
            jobs.increment()
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    @Test func runThatWaitsForNothingScheduledDoesNotRunUntilItIsCancelled() async {
        let time = VirtualTimeScheduler()
        let started = Gate()
        let executor = CountingExecutor()
        let task = Task(executorPreference: executor) {
            try await time.run {
                started.open()
                // Nothing is scheduled for it.
                let (never, sender) = AsyncStream<Void>.makeStream()
                for await _ in never {}
                sender.finish()
                try Task.checkCancellation()
            }
        }
        await started.pass()
        for _ in 0..<1_000 { await Task.yield() }
        #expect(executor.jobs.value < 20)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func runContinuesWithWhatAnotherThreadSchedules() async throws {
        let time = VirtualTimeScheduler()
        let (values, sender) = AsyncStream<Int>.makeStream()
        let started = Gate()
        let sums = Task {
            try await time.run {
                started.open()
                var sum = 0
                for await value in values { sum += value }
                return sum
            }
        }
        await started.pass()
        time.schedule(in: .seconds(5)) {
            sender.yield(7)
            sender.finish()
        }
        #expect(try await sums.value == 7)
        #expect(time.now == .seconds(5))
    }

    /// One may run the last work of the other, which ends all the same.
    @Test func runsOfSeveralThreadsRace() async throws {
        for _ in 0..<100 {
            let time = VirtualTimeScheduler()
            let ended = try await withThrowingTaskGroup(of: Duration.self) { group in
                for seconds in 1...4 {
                    group.addTask {
                        try await time.run {
                            await Task { await Task.yield() }.value
                            try await time.sleep(for: .seconds(seconds))
                            return time.now
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(ended.count == 4)
        }
    }

    /// Runs tasks from code that is not asynchronous itself.
    @Test func taskRunsWhenTheTimeIsAdvancedSynchronously() {
        let time = VirtualTimeScheduler()
        let log = Log<Duration>()
        let task = Task(executorPreference: time) {
            for _ in 0..<3 {
                try await time.sleep(for: .seconds(2))
                log.append(time.now)
            }
        }
        #expect(log.entries.isEmpty)
        time.advance(by: .seconds(3))
        #expect(log.entries == [.seconds(2)])
        time.advance(by: .seconds(3))
        #expect(log.entries == [.seconds(2), .seconds(4), .seconds(6)])
        task.cancel()
    }

    @Test func tasksOfEqualTimesRunInOrder() {
        let time = VirtualTimeScheduler()
        let log = Log<String>()
        for name in ["a", "b", "c"] {
            Task(executorPreference: time) {
                try await time.sleep(for: .seconds(name == "b" ? 1 : 2))
                log.append(name)
                try await time.sleep(for: .seconds(1))
                log.append(name.uppercased())
            }
        }
        time.run()
        #expect(log.entries == ["b", "a", "c", "B", "A", "C"])
        #expect(time.now == .seconds(3))
    }

    @Test func childTasksAndActorsRunInVirtualTime() async throws {
        actor Counter {
            var count = 0
            func increment() { count += 1 }
        }
        let time = VirtualTimeScheduler()
        let counter = Counter()
        let task = Task(executorPreference: time) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for second in 1...100 {
                    group.addTask {
                        try await time.sleep(for: .seconds(second))
                        await counter.increment()
                    }
                }
                try await group.waitForAll()
            }
            return await counter.count
        }
        await time.advance(by: .seconds(40))
        #expect(await counter.count == 40)
        await time.advance(by: .seconds(60))
        #expect(try await task.value == 100)
    }

    @Test func loopOverValuesFollowsTheTime() {
        let time = VirtualTimeScheduler()
        let log = Log<Int>()
        let ticks = ExtraPublishers.Interval(every: .seconds(1), scheduler: time).map { $0 * 10 }
        let task = Task(executorPreference: time) {
            for await tick in ticks.values { log.append(tick) }
        }
        time.advance(by: .milliseconds(3_500))
        #expect(log.entries == [0, 10, 20])
        task.cancel()
        time.advance(by: .seconds(1))
        #expect(log.entries == [0, 10, 20] && time.pendingCount == 0)
    }

    @Test func cancelledTaskStopsSleeping() async {
        let time = VirtualTimeScheduler()
        let task = Task(executorPreference: time) { try await time.sleep(for: .seconds(5)) }
        await time.advance(by: .seconds(1))
        task.cancel()
        await time.advance()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(time.now == .seconds(1))
    }

    @Test func taskThatIsCancelledBeforeItSleepsDoesNotSleep() async {
        let time = VirtualTimeScheduler()
        let task = Task(executorPreference: time) { try await time.sleep(for: .seconds(5)) }
        task.cancel()
        await time.advance()
        await #expect(throws: CancellationError.self) { try await task.value }
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
