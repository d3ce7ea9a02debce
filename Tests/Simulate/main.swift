import Foundation
import PagingSimulation

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.showsHelp {
        print(Options.help)
    } else {
        exit(simulate(options) ? 0 : 1)
    }
} catch {
    say("\(error)")
    exit(2)
}

/// Runs the sessions on all cores, and prints the result.
///
/// - Returns: Whether all sessions passed.
func simulate(_ options: Options) -> Bool {
    let clock = ContinuousClock()
    let begin = clock.now
    // Printed before anything can trap.
    say("\(options.sessions) sessions from seed \(options.seed)")
    let failures = Failures()
    let batch = 500
    let batches = (options.sessions + batch - 1) / batch
    DispatchQueue.concurrentPerform(iterations: batches) { number in
        if failures.first != nil, !options.keepsGoing { return }
        let end = min((number + 1) * batch, options.sessions)
        for session in number * batch..<end {
            let seed = options.seed &+ UInt64(session)
            if options.traces { say("seed \(seed)") }
            guard let failure = options.subject.failure(ofSeed: seed) else { continue }
            failures.add(failure, ofSeed: seed)
            if !options.keepsGoing { return }
            print("\(failure)\n")
        }
    }
    if let (seed, failure) = failures.first {
        let option = options.subject == .images ? " --images" : ""
        if options.keepsGoing { print("\(failures.count) sessions failed.") }
        print("\(failure)\n\nTo run it again: Simulate\(option) --sessions 1 --seed \(seed)")
        return false
    }
    let elapsed = begin.duration(to: clock.now)
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    let rate = Double(options.sessions) / seconds
    print(String(format: "All sessions passed in %.1f s: %.0f sessions per second", seconds, rate))
    return true
}

extension Subject {
    /// Runs the sessions of a seed.
    func failure(ofSeed seed: UInt64) -> (any Error)? {
        switch self {
        case .lists:
            if let failure = Simulation.failure(ofSeed: seed) { return failure }
            return ViewerSimulation.failure(ofSeed: seed)
        case .images: return ImageSimulation.failure(ofSeed: seed)
        }
    }
}

func say(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
}

/// The failures of several threads, the one with the lowest seed first.
final class Failures: @unchecked Sendable {
    // Sendable: all access is under the lock.
    private let lock = NSLock()
    private var failure: (seed: UInt64, error: any Error)?
    private var number = 0

    var count: Int { lock.withLock { number } }

    var first: (seed: UInt64, error: any Error)? { lock.withLock { failure } }

    func add(_ error: any Error, ofSeed seed: UInt64) {
        lock.withLock {
            number += 1
            if seed < failure?.seed ?? .max { failure = (seed, error) }
        }
    }
}
