import Streams

/// Picks the thread that takes the next step.
protocol Chooser: AnyObject {
    /// Returns `nil` if no thread can go on.
    func next(_ explorer: Explorer) -> Int?
}

extension Chooser {
    /// The threads that may go on, the current one first, if it is among them.
    func candidates(_ explorer: Explorer, _ hasCurrent: Bool) -> [Int] {
        let current = explorer.current
        var threads = hasCurrent ? [current] : []
        for index in explorer.threads.indices where index != current && explorer.isEnabled(index) {
            threads.append(index)
        }
        return threads
    }

    /// Whether what the current thread does next matters to others.
    func isChoice(_ explorer: Explorer) -> Bool {
        if explorer.keepsThread { return false }
        guard let object = explorer.threads[explorer.current].object else { return false }
        if object === explorer.clockObject { return true }
        return !explorer.keepsOperationsWhole && explorer.shared.contains(object.name)
    }
}

/// Changes threads only where one cannot go on.
final class Straight: Chooser {
    func next(_ explorer: Explorer) -> Int? {
        let current = explorer.current
        if current >= 0, explorer.isEnabled(current) { return current }
        return candidates(explorer, false).first
    }
}

/// Goes through all choices, depth first, with so many changes of threads at most inside of operations.
///
/// Two runs that differ in the order of steps only which do not depend on each other lead to the same state:
/// the second is not followed further. A state is known by what each thread has done and seen; see
/// `Explorer.Thread.history`.
final class DepthFirst: Chooser {
    private struct Choice {
        var threads: [Int]
        var index = 0
    }

    private let bound: Int
    private var choices: [Choice] = []
    private var position = 0
    private var changes = 0
    private var isKnown = false
    /// For each state, the greatest number of changes that were left there.
    private var states: [UInt64: Int] = [:]
    private(set) var isOver = false
    private(set) var isConsistent = true

    init(bound: Int) {
        self.bound = bound
    }

    func next(_ explorer: Explorer) -> Int? {
        let current = explorer.current
        let hasCurrent = current >= 0 && explorer.isEnabled(current)
        var isFree = true
        if hasCurrent {
            if !isChoice(explorer) { return current }
            isFree = explorer.threads[current].object === explorer.clockObject
            if !isFree, changes >= bound { return current }
        }
        var threads = candidates(explorer, hasCurrent)
        guard let first = threads.first else { return nil }
        if threads.count == 1 { return first }
        if position < choices.count {
            if choices[position].threads != threads { isConsistent = false }
            threads = choices[position].threads
        } else {
            if isKnown || isKnown(explorer) { return first }
            choices.append(Choice(threads: threads))
        }
        let next = choices[position].threads[choices[position].index]
        position += 1
        if hasCurrent, next != current, !isFree { changes += 1 }
        return next
    }

    private func isKnown(_ explorer: Explorer) -> Bool {
        var state = UInt64(explorer.current + 1)
        for thread in explorer.threads { state = mix(state, thread.history &+ (thread.isOver ? 1 : 0)) }
        let left = bound - changes
        if let before = states[state], before >= left {
            isKnown = true
        } else {
            states[state] = left
        }
        return isKnown
    }

    /// Prepares the next run.
    func advance() {
        (position, changes, isKnown) = (0, 0, false)
        while let last = choices.indices.last {
            choices[last].index += 1
            if choices[last].index < choices[last].threads.count { return }
            choices.removeLast()
        }
        isOver = true
    }
}

/// Changes threads at random.
final class RandomWalk: Chooser {
    private var state: UInt64
    /// One change in so many choices, on average.
    private let rarity: UInt64

    init(seed: UInt64) {
        state = seed
        rarity = [2, 3, 5, 9, 17][Int(seed % 5)]
    }

    private func random() -> UInt64 {
        state = state &+ 0x9E37_79B9_7F4A_7C15
        return mix(state, 0x1234_5678)
    }

    func next(_ explorer: Explorer) -> Int? {
        let current = explorer.current
        let hasCurrent = current >= 0 && explorer.isEnabled(current)
        if hasCurrent, !isChoice(explorer) { return current }
        let threads = candidates(explorer, hasCurrent)
        if threads.count < 2 { return threads.first }
        if hasCurrent {
            if random() % rarity != 0 { return current }
            return threads[1 + Int(random() % UInt64(threads.count - 1))]
        }
        return threads[Int(random() % UInt64(threads.count))]
    }
}

/// Follows a schedule. Where its thread cannot go on, the first one does that can.
final class Replay: Chooser {
    private var parts: [(thread: Int, steps: Int)]
    private let straight = Straight()
    /// Whether each step was possible.
    private(set) var fits = true

    init(_ schedule: Schedule) {
        parts = schedule.parts.reversed()
    }

    func next(_ explorer: Explorer) -> Int? {
        guard let part = parts.last else { return straight.next(explorer) }
        if part.steps > 1 { parts[parts.count - 1].steps -= 1 } else { parts.removeLast() }
        if part.thread < explorer.threads.count, explorer.isEnabled(part.thread) { return part.thread }
        fits = false
        return straight.next(explorer)
    }
}
