/// A scheduler whose time passes only when it is told to, for tests without sleeping.
///
/// Work runs on the thread that advances the time, ordered by time and then by submission. Work that is
/// scheduled by work, within the time that is being advanced, runs in the same call.
///
/// ```swift
/// let time = VirtualTimeScheduler()
/// time.schedule(after: .seconds(3)) { print("three seconds") }
/// time.advance(by: .seconds(2))     // nothing
/// time.advance(by: .seconds(1))     // prints
/// ```
public final class VirtualTimeScheduler: Scheduler {
    private struct Entry: Sendable {
        let due: Duration
        let work: ScheduledAction
    }

    private struct State: Sendable {
        var now: Duration
        /// Sorted by time, then by submission; the earliest last.
        var entries: [Entry] = []

        mutating func insert(_ entry: Entry) {
            // Behind all that is due later, before what is due at the same time, which came earlier.
            var low = 0
            var high = entries.count
            while low < high {
                let middle = (low + high) / 2
                if entries[middle].due <= entry.due { high = middle } else { low = middle + 1 }
            }
            entries.insert(entry, at: low)
        }

        mutating func takeNext(until end: Duration) -> ScheduledAction? {
            guard let last = entries.last, last.due <= end else { return nil }
            entries.removeLast()
            now = max(now, last.due)
            return last.work
        }
    }

    private let state: Locked<State>

    /// Makes a scheduler.
    ///
    /// - Parameter now: Its time at the start.
    public init(now: Duration = .zero) {
        state = Locked(State(now: now))
    }

    public var now: Duration { state.withLock { $0.now } }

    /// How many pieces of work wait, those included that were cancelled and are not due yet.
    public var pendingCount: Int { state.withLock { $0.entries.count } }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        schedule(after: .zero, action)
    }

    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        let work = ScheduledAction(action)
        state.withLock { $0.insert(Entry(due: $0.now + max(delay, .zero), work: work)) }
        return work
    }

    /// Lets time pass and runs all work that becomes due.
    ///
    /// - Parameter duration: How much time passes; zero runs what is due now.
    public func advance(by duration: Duration = .zero) {
        precondition(duration >= .zero, "Time does not run backwards.")
        advance(to: now + duration)
    }

    /// Lets time pass up to a moment and runs all work that becomes due.
    ///
    /// - Parameter moment: The new time.
    public func advance(to moment: Duration) {
        while let work = state.withLock({ $0.takeNext(until: moment) }) { work.run() }
        state.withLock { $0.now = max($0.now, moment) }
    }

    /// Lets time pass until no work is left.
    ///
    /// - Parameter limit: How many pieces of work may run; more are a sign of work that repeats for ever, and a
    ///   programmer's error.
    public func run(limit: Int = 1_000_000) {
        var count = 0
        while let work = state.withLock({ $0.takeNext(until: .seconds(Int64.max)) }) {
            count += 1
            precondition(count <= limit, "Work was still being scheduled after \(limit) pieces had run.")
            work.run()
        }
    }
}
