import Foundation

/// `swift run Demo`: pages a list of users with avatars from its own server, or the list of a JSON API, and prints
/// every state.
@main
enum DemoCommand {
    static func main() async {
        do {
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

    private static func fail(_ message: String, status: Int32) -> Never {
        StandardError.write(message)
        exit(status)
    }
}
