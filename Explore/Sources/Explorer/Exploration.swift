import Foundation
import Streams

/// What the exploration of a program has shown.
public struct Report {
    public var program: String
    public var runs = 0
    /// The number of changes inside of operations for which all schedules were run, if for any.
    public var bound: Int?
    public var walks = 0
    /// The ends that the orders of whole operations have, sorted.
    public var ends: [String] = []
    public var fault: Fault?
    public var seconds = 0.0
}

/// A schedule that breaks a rule.
public struct Fault {
    public var messages: [String]
    public var schedule: String
    public var trace: [String]
}

/// A run that has followed a schedule.
public struct Repetition {
    public var fault: Fault?
    /// What was seen at the end.
    public var end: String
    public var trace: [String]
    /// Whether each step of the schedule was possible: it may not be after a change of the program or of the
    /// library.
    public var fits: Bool
}

extension Explorer {
    /// Explores a program until it has a fault or the time is over.
    ///
    /// - Parameters:
    ///   - seconds: How long.
    ///   - bounds: The numbers of changes of threads inside of operations, one after another.
    ///   - seed: Of the random walks that follow.
    ///   - ends: The ends that the orders of whole operations must have; not compared by default.
    public func explore(
        _ program: Program, seconds: Double, bounds: [Int], seed: UInt64, walks: Int = .max,
        expecting ends: [String]? = nil
    ) -> Report {
        var report = Report(program: program.name)
        let start = Date()
        let deadline = start.addingTimeInterval(seconds)
        defer { report.seconds = Date().timeIntervalSince(start) }
        Crash.program = program.name
        shared = []
        guard let permitted = permittedOutcomes(of: program, &report) else { return finished(report, start) }
        report.ends = permitted.map { text($0).split(separator: " ").joined(separator: " ") }.sorted()
        // Of a program that promises nothing, only some orders are run.
        let areAll = program.promise != .nothing
        if let ends, areAll ? ends != report.ends : !Set(ends).isSuperset(of: report.ends) {
            let found = report.ends.joined(separator: "\n      ")
            let expected = ends.joined(separator: "\n      ")
            report.fault = Fault(
                messages: [
                    "operations one after another have the ends\n      \(found)\n    not\n      \(expected)"
                ], schedule: "", trace: [])
            return finished(report, start)
        }
        for bound in bounds {
            switch explore(program, bound, until: deadline, permitted, &report) {
            case true?: report.bound = bound
            case false?: return finished(report, start)
            case nil: break
            }
            if Date() > deadline { break }
        }
        var seed = seed
        while Date() < deadline, report.walks < walks {
            let outcome = execute(program, RandomWalk(seed: seed))
            report.runs += 1
            report.walks += 1
            seed += 1
            if let fault = fault(of: outcome, program, permitted) {
                report.fault = fault
                break
            }
        }
        return finished(report, start)
    }

    private func finished(_ report: Report, _ start: Date) -> Report {
        var report = report
        report.seconds = Date().timeIntervalSince(start)
        return report
    }

    /// The ends that the orders of whole operations have.
    private func permittedOutcomes(of program: Program, _ report: inout Report) -> Set<[Observation]>? {
        keepsOperationsWhole = true
        omitsCancellations = program.promise == .prefixes
        defer {
            keepsOperationsWhole = false
            omitsCancellations = false
        }
        var outcomes: Set<[Observation]> = []
        let search = DepthFirst(bound: .max)
        // A few are enough where nothing is compared.
        while !search.isOver, program.promise != .nothing || report.runs < 64 {
            Crash.arm()
            let outcome = execute(program, search)
            report.runs += 1
            if let fault = fault(of: outcome, program, nil, search) {
                report.fault = fault
                return nil
            }
            outcomes.insert(outcome.seen)
            search.advance()
        }
        return outcomes
    }

    /// Runs all schedules.
    ///
    /// - Returns: Whether all were run without a fault; `nil` if the time was over before.
    private func explore(
        _ program: Program, _ bound: Int, until deadline: Date, _ permitted: Set<[Observation]>,
        _ report: inout Report
    ) -> Bool? {
        while true {
            newShared = false
            let search = DepthFirst(bound: bound)
            while !search.isOver {
                if report.runs % 64 == 0 {
                    if Date() > deadline { return nil }
                    Crash.arm()
                }
                let outcome = execute(program, search)
                report.runs += 1
                if let fault = fault(of: outcome, program, permitted, search) {
                    report.fault = fault
                    return false
                }
                search.advance()
                // With another shared object there are more choices.
                if newShared { break }
            }
            if !newShared { return true }
        }
    }

    private func fault(
        of outcome: Outcome, _ program: Program, _ permitted: Set<[Observation]>?, _ search: DepthFirst? = nil
    ) -> Fault? {
        if search?.isConsistent == false {
            return Fault(
                messages: ["the program does not do the same in each run"], schedule: outcome.schedule,
                trace: [])
        }
        var messages = outcome.failures
        if messages.isEmpty, let permitted, !isPermitted(outcome.seen, program.promise, permitted) {
            let some = permitted.map(text).sorted().prefix(12).joined(separator: "\n      ")
            messages = [
                "no order of whole operations has the end\n      \(text(outcome.seen))\n    they have\n      \(some)"
            ]
        }
        if messages.isEmpty { return nil }
        return Fault(messages: messages, schedule: outcome.schedule, trace: outcome.trace)
    }

    private func isPermitted(
        _ seen: [Observation], _ promise: Program.Promise, _ permitted: Set<[Observation]>
    ) -> Bool {
        switch promise {
        case .nothing: true
        case .orders: permitted.contains(seen)
        case .prefixes: permitted.contains { zip(seen, $0).allSatisfy { $0.isPart(of: $1) } }
        }
    }

    private func text(_ seen: [Observation]) -> String { seen.map(\.text).joined(separator: " ") }

    /// Runs one schedule.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - schedule: The schedule. It may be shorter than the run, or longer.
    ///   - traces: Whether the result tells where threads change.
    public func replay(_ program: Program, _ schedule: Schedule, tracing traces: Bool) -> Repetition {
        var report = Report(program: program.name)
        shared = []
        Crash.program = program.name
        guard let permitted = permittedOutcomes(of: program, &report) else {
            return Repetition(fault: report.fault, end: "", trace: report.fault?.trace ?? [], fits: true)
        }
        self.traces = traces
        defer { self.traces = false }
        let chooser = Replay(schedule)
        Crash.arm()
        let outcome = execute(program, chooser)
        return Repetition(
            fault: fault(of: outcome, program, permitted), end: text(outcome.seen), trace: outcome.trace,
            fits: chooser.fits)
    }
}

/// Tells which schedule led to a crash.
public enum Crash {
    nonisolated(unsafe) static var program = ""
    nonisolated(unsafe) static weak var explorer: Explorer?

    public static func watch(_ explorer: Explorer) {
        Crash.explorer = explorer
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGALRM, SIGFPE] {
            signal(number) { number in
                let schedule = Crash.explorer?.schedule.description ?? ""
                let what = number == SIGALRM ? "hangs" : "crashes (signal \(number))"
                let text = "\(Crash.program): \(what)\n  schedule \(schedule)\n"
                FileHandle.standardOutput.write(Data(text.utf8))
                _exit(1)
            }
        }
    }

    /// Begins anew to count the time after which a run counts as hung.
    static func arm() {
        alarm(30)
    }
}
