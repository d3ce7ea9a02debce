import Explorer
import Foundation

/// Explores programs one after another.
struct Run {
    let options: Options

    init(_ options: Options) {
        self.options = options
    }

    private var programs: [Program] {
        let one = allPrograms.filter { $0.name == options.only }
        let named = one.isEmpty ? allPrograms.filter { $0.name.hasPrefix(options.only) } : one
        return named.enumerated().filter { $0.offset % options.part.1 == options.part.0 }.map(\.element)
    }

    /// - Returns: Whether no fault was found.
    func run() -> Bool {
        let explorer = Explorer()
        Crash.watch(explorer)
        if options.lists {
            for program in programs { say(program.name) }
            return true
        }
        do {
            if let schedule = options.replay { return try replay(schedule, explorer) }
            if options.recordsEnds { return try recordEnds(explorer) }
            let ends = try options.ends.map { try RecordedEnds(contentsOf: $0) }
            if let path = options.schedules, try !replaySchedules(of: path, explorer) { return false }
            return explore(explorer, expecting: ends)
        } catch {
            say("\(error)")
            return false
        }
    }

    /// Writes the file of the ends.
    private func recordEnds(_ explorer: Explorer) throws -> Bool {
        var ends = RecordedEnds()
        for program in programs {
            let report = explorer.explore(
                program, seconds: 0, bounds: [], seed: options.seed, walks: 0)
            if let fault = report.fault {
                for message in fault.messages { say("\(program.name): \(message)") }
                return false
            }
            ends.add(report.ends, of: program.name)
        }
        guard let path = options.ends else { throw OptionError("--record takes --ends FILE") }
        try ends.text.write(toFile: path, atomically: true, encoding: .utf8)
        return true
    }

    private func replay(_ text: String, _ explorer: Explorer) throws -> Bool {
        guard let program = programs.first else { throw OptionError("no program is named \(options.only)") }
        guard let schedule = Schedule(text) else { throw OptionError("\(text) is no schedule") }
        let repetition = explorer.replay(program, schedule, tracing: true)
        for line in repetition.trace { say("  " + line) }
        say(repetition.end)
        for message in repetition.fault?.messages ?? [] { say("  " + message) }
        if !repetition.fits { say("  the schedule does not fit the program") }
        return repetition.fault == nil && repetition.fits
    }

    /// Runs the schedules with which the programs had a fault once.
    ///
    /// - Returns: Whether none has a fault.
    private func replaySchedules(of path: String, _ explorer: Explorer) throws -> Bool {
        let names = Set(programs.map(\.name))
        let entries = try RecordedSchedules(contentsOf: path, of: allPrograms).entries
            .filter { names.contains($0.program.name) }
        var faults = 0
        for entry in entries {
            let name = "\(entry.program.name): recorded schedule \(entry.schedule)"
            let repetition = explorer.replay(entry.program, entry.schedule, tracing: false)
            if let fault = repetition.fault {
                faults += 1
                say("\(name): FAULT, as once: \(entry.fault)")
                for message in fault.messages { say("  " + message) }
            } else if !repetition.fits, !options.isTerse {
                say("\(name): changed")
            }
        }
        if !entries.isEmpty { say("\(entries.count) recorded schedules, \(faults) faults") }
        return faults == 0
    }

    private func explore(_ explorer: Explorer, expecting ends: RecordedEnds?) -> Bool {
        let deadline = Date(timeIntervalSinceNow: options.seconds)
        var (runs, faults, incomplete) = (0, 0, 0)
        for (index, program) in programs.enumerated() {
            // What one program does not need is left for the others.
            let left = max(0.2, deadline.timeIntervalSinceNow) / Double(programs.count - index)
            let report = explorer.explore(
                program, seconds: left, bounds: options.bounds, seed: options.seed, walks: 2000,
                expecting: ends.map { $0[program.name] })
            runs += report.runs
            if let fault = report.fault {
                faults += 1
                say("\(program.name): FAULT after \(report.runs) schedules")
                for message in fault.messages { say("  " + message) }
                say("  schedule \(fault.schedule)")
                if options.isTerse { return false }
            } else {
                if report.bound == nil { incomplete += 1 }
                if !options.isTerse { say(line(of: report)) }
            }
        }
        say(
            "\(programs.count) programs, \(runs) schedules, \(faults) faults"
                + (incomplete > 0
                    ? ", \(incomplete) programs not to the end of bound \(options.bounds[0])" : ""))
        return faults == 0
    }

    private func line(of report: Report) -> String {
        let bound = report.bound.map { "all to bound \($0)" } ?? "bound \(options.bounds[0]) not complete"
        return String(
            format: "%@: %d schedules, %@, %d random, %d ends, %.2f s", report.program, report.runs, bound,
            report.walks, report.ends.count, report.seconds)
    }

    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
