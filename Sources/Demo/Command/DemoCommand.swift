import Foundation

/// `swift run Demo`: pages a list of users with avatars from its own server, or the list of a JSON API, and prints
/// every state.
@main
enum DemoCommand {
    static func main() async {
        do {
            if let items = try items() {
                try await print(items)
                return
            }
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            if options.showsHelp {
                StandardOutput.write(Options.help)
            } else if let api = options.api {
                let ending = try await APIDemonstration(options: options, api: api)
                    .run(printing: options.makePrinter())
                if ending == .limit { exit(3) }
            } else {
                try await Demonstration(options: options).run(printing: options.makePrinter())
            }
        } catch let error as UsageError {
            fail("\(error)", status: 2)
        } catch {
            fail("Demo: \(error)", status: 1)
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
        let signals = EndingSignals { [progress = run.progress] in progress.summary }
        defer { withExtendedLifetime(signals) {} }
        do {
            if try await run.run() == .limit { exit(3) }
        } catch {
            run.progress.finish()
            fail("Demo: \(error); \(run.progress.summary)", status: 1)
        }
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        StandardError.write(message)
        exit(status)
    }
}
