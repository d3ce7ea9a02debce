import Flux
import Foundation

/// `swift run Demo`: pages a list of users with avatars from its own server, or the list of a JSON API, and prints
/// every state.
@main
enum DemoCommand {
    static func main() async {
        StandardOutput.check()
        do {
            if let items = try items() {
                try await print(items)
                return
            }
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            if options.showsHelp {
                StandardOutput.write(Options.help)
            } else if let api = options.api, let url = api.requests.url {
                let folder = try options.imageCache.open()
                try await run(APIDemonstration(options: options, api: api, url: url, folder: folder))
            } else {
                let folder = try options.imageCache.open()
                try await Demonstration(options: options, folder: folder)
                    .run(printing: options.makePrinter())
            }
        } catch let error as UsageError {
            fail("\(error)", status: 2)
        } catch {
            fail("Demo: \(error.shellText)", status: 1)
        }
    }

    /// The options of `Demo items`, or `nil` for another command.
    private static func items() throws -> ItemsOptions? {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == "items" else { return nil }
        if !Set(arguments).isDisjoint(with: ["--help", "-h"]) {
            StandardOutput.write(ItemsOptions.help)
            exit(0)
        }
        return try ItemsOptions(Array(arguments.dropFirst()))
    }

    private static func print(_ items: ItemsOptions) async throws {
        let run = ItemsRun(options: items)
        let signals = EndingSignals { [progress = run.progress] signal in
            fail("Demo: stopped by a signal; \(progress.summary)", status: EndingSignals.status(of: signal))
        }
        defer { withExtendedLifetime(signals) {} }
        do {
            if try await run.run() == .limit { exit(3) }
        } catch {
            run.progress.finish()
            fail("Demo: \(error.shellText); \(run.progress.summary)", status: 1)
        }
    }

    /// Runs until the end, a failure or a signal, after each of which the last line is printed.
    private static func run(_ demonstration: APIDemonstration) async throws {
        let task = Task {
            try await demonstration.run(printing: demonstration.options.makePrinter())
        }
        let received = Locked<Int32?>(nil)
        let signals = EndingSignals { signal in
            let isFirst = received.exchange(signal) == nil
            task.cancel()
            // The last line may never be printed, as when a pipe is full and not read.
            let time = DispatchTime.now() + (isFirst ? lastLineTime : 0)
            DispatchQueue.global().asyncAfter(deadline: time) { exit(EndingSignals.status(of: signal)) }
        }
        defer { withExtendedLifetime(signals) {} }
        do {
            if try await task.value == .limit { exit(3) }
        } catch let interruption as Interruption {
            fail(
                "Demo: \(interruption)", status: EndingSignals.status(of: received.withLock { $0 } ?? SIGTERM)
            )
        }
    }

    /// How long the last line is waited for after a signal, in seconds.
    private static let lastLineTime = 2.0

    private static func fail(_ message: String, status: Int32) -> Never {
        StandardError.write(message)
        exit(status)
    }
}
