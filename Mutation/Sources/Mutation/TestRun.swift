import Foundation

/// One run of the tests, with one mutant active or none.
struct TestRun {
    enum Outcome {
        case passed
        /// The first test that failed.
        case failed(String)
        case crashed(String)
        case hung
    }

    /// The program that holds the tests.
    var program: [String]
    var log: URL
    /// In KiB of address space: a mutant that keeps all it is given is stopped there.
    var memoryLimit = 8 << 20

    /// Runs some tests, up to the first that fails.
    ///
    /// - Parameters:
    ///   - selection: Which tests.
    ///   - mutant: The number of the mutant that is active, if any.
    ///   - limit: After how many seconds the run counts as hung.
    func run(_ selection: [String], mutant: Int?, limit: TimeInterval) throws -> Outcome {
        try Data().write(to: log)
        // macOS cannot limit the address space; there a mutant has the time limit only.
        let script = """
            ulimit -v \(memoryLimit) 2>/dev/null; exec "$0" "$@" >'\(log.path)' 2>&1 </dev/null
            """
        var environment = ProcessInfo.processInfo.environment
        environment["MUTANT"] = mutant.map(String.init)
        // A crash is reported by its message; finding out where it was takes longer than the tests.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let deadline = Date(timeIntervalSinceNow: limit)
        let process = try ChildProcess(["/bin/sh", "-c", script] + program + selection, environment)
        while process.isRunning, firstFailure == nil, Date() < deadline { usleep(20_000) }
        let isOver = !process.isRunning
        let status = process.end()
        if let firstFailure { return .failed(firstFailure) }
        if !isOver { return .hung }
        return status == 0 ? .passed : .crashed(lastWords)
    }

    private var text: String {
        String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
    }

    /// `name() (File.swift:12)` of the first failure in the log.
    private var firstFailure: String? {
        let lines = text.split(separator: "\n")
        // What an exploration prints.
        if let fault = lines.first(where: {
            $0.contains(": FAULT after") || $0.contains(": crashes") || $0.contains(": hangs")
        }) {
            return String(fault.prefix(120))
        }
        guard let line = lines.first(where: { $0.contains("recorded an issue") }) else { return nil }
        let name = line.split(separator: " ").drop { $0 != "Test" }.dropFirst().joined(separator: " ")
        let test = name.components(separatedBy: " recorded an issue")[0]
        guard let place = line.components(separatedBy: " at ").last?.split(separator: ":"), place.count > 1
        else {
            return test
        }
        return "\(test) (\(place[0]):\(place[1]))"
    }

    /// What the process said of its end.
    private var lastWords: String {
        let lines = text.split(separator: "\n")
        return lines.last { $0.contains("Fatal error") || $0.contains("rror:") }.map(String.init) ?? ""
    }
}
