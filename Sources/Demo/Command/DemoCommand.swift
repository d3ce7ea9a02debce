import Flux
import Foundation

/// `swift run Demo`: pages a list of users with avatars from its own server, or the list of a JSON API, and
/// prints every state.
@main
enum DemoCommand {
    static func main() async {
        StandardOutput.check()
        do {
            if let items = try items() {
                try await print(items)
                return
            }
            if let browse = try browse() { exit(try BrowseRun(options: browse).run()) }
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            if options.showsHelp {
                StandardOutput.write(Options.help)
            } else if let api = options.api, let url = api.requests.url {
                let folder = try options.imageCache.open()
                try api.checkStore()
                let recording = try Recording(options.timeline)
                defer { recording?.write() }
                try await run(
                    APIDemonstration(
                        options: options, api: api, url: url, folder: folder, recording: recording))
            } else {
                let folder = try options.imageCache.open()
                let recording = try Recording(options.timeline)
                defer { recording?.write() }
                try await Demonstration(options: options, folder: folder, recording: recording)
                    .run(printing: options.makePrinter())
                if recording?.write() == false { exit(1) }
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

    /// The options of `Demo browse`, or `nil` for another command.
    private static func browse() throws -> BrowseOptions? {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == "browse" else { return nil }
        let options = try BrowseOptions(Array(arguments.dropFirst()))
        if options.showsHelp {
            StandardOutput.write(BrowseOptions.help)
            exit(0)
        }
        return options
    }

    private static func print(_ items: ItemsOptions) async throws {
        let run = try ItemsRun(options: items)
        let observers = (
            EndingSignals { run.end("stopped by a signal", status: EndingSignals.status(of: $0)) },
            run.progress.followTerminal()
        )
        defer { withExtendedLifetime(observers) {} }
        StandardOutput.onFailure.withLock { $0 = { run.abandonOutput() } }
        items.requests.schedule { deadline in
            run.end("\(items.url.redacted): \(deadline)", status: 1)
        }
        do {
            let ending = try await run.run()
            let isRecorded = run.recording?.write() ?? true
            if ending == .limit { exit(run.keepPlace() && isRecorded ? 3 : 1) }
            if !isRecorded { exit(1) }
        } catch {
            exit(run.finish(error.shellText, status: 1))
        }
    }

    /// Runs until the end, a failure or a signal, after each of which the last line is printed.
    private static func run(_ demonstration: APIDemonstration) async throws {
        let task = Task {
            try await demonstration.run(printing: demonstration.options.makePrinter())
        }
        let status = Locked<Int32?>(nil)
        @Sendable func end(_ newStatus: Int32, _ cause: Interruption.Cause) {
            let isFirst = status.withLock { status in
                defer { status = status ?? newStatus }
                return status == nil
            }
            if isFirst { demonstration.interruption.value = cause }
            task.cancel()
            // The last line may never be printed, as when a pipe is full and not read.
            let time = DispatchTime.now() + (isFirst ? lastLineTime : 0)
            DispatchQueue.global().asyncAfter(deadline: time) { exit(newStatus) }
        }
        let signals = EndingSignals { end(EndingSignals.status(of: $0), .signal) }
        defer { withExtendedLifetime(signals) {} }
        demonstration.api.requests.schedule { end(1, .deadline("\(demonstration.url.redacted): \($0)")) }
        let result = await task.result
        let isRecorded = demonstration.recording?.write() ?? true
        do {
            let ending = try result.get()
            if !isRecorded { exit(1) }
            if ending == .limit { exit(3) }
        } catch let interruption as Interruption {
            fail("Demo: \(interruption)", status: status.withLock { $0 } ?? 1)
        }
    }

    /// How long the last line is waited for after a signal, in seconds.
    private static let lastLineTime = 2.0

    private static func fail(_ message: String, status: Int32) -> Never {
        StandardError.write(message)
        exit(status)
    }
}
