import Flux
import Foundation
import LoopbackServer

/// Browses the list of an API, or of a server on this machine.
struct BrowseRun {
    let options: BrowseOptions

    /// Runs until the end.
    ///
    /// - Returns: The exit status.
    func run(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Int32 {
        try checkTerminal(environment)
        let server = try options.url == nil ? startServer() : nil
        defer { server?.stop() }
        let complete =
            try server.map { try options.browsing(users: $0.url.appending(path: "users")) } ?? options
        guard let url = complete.url else { return 2 }
        let recording = try Recording(options.timeline)
        defer { recording?.write() }
        let status = try browse(url, complete, environment, recording)
        return recording?.write() == false ? 1 : status
    }

    private func browse(
        _ url: URL, _ options: BrowseOptions, _ environment: [String: String], _ recording: Recording?
    ) throws -> Int32 {
        let signals = TerminalSignals()
        let inbox = BrowseInbox { signals.wakeUp() }
        let depth = ColorDepth(environment)
        let query = options.graphicsQuery(environment, depth, cell: TerminalWidth.cellPixels)
        let feed = BrowseFeed(
            url, options, recording,
            note: { inbox.send(message: $0.replacing("Demo: ", with: "", maxReplacements: 1)) },
            log: { inbox.send(event: $0) },
            count: { inbox.send(total: $0) })
        let model = BrowseModel(
            title: url.redacted, size: TerminalWidth.screenSize, graphics: query.graphics)
        let shell = BrowseShell(
            model, depth: depth, query: query, signals: signals, inbox: inbox, send: feed.send)
        try TerminalMode.enter()
        defer { TerminalMode.leave() }
        let states = feed.states.sink { inbox.send($0) }
        defer { states.cancel() }
        return shell.run()
    }

    private func startServer() throws -> EmbeddedServer {
        let service = UsersService(
            users: UserDirectory(count: options.users), faults: options.hasFaults ? .demo : .none)
        return try EmbeddedServer(handler: service.respond)
    }

    private func checkTerminal(_ environment: [String: String]) throws(UsageError) {
        for (descriptor, name) in [(STDIN_FILENO, "input"), (STDOUT_FILENO, "output")]
        where isatty(descriptor) != 1 {
            throw UsageError(
                "browse needs a terminal, but standard \(name) is none; items prints the list instead")
        }
        if environment["TERM"] == "dumb" {
            throw UsageError("browse needs a terminal that moves its cursor, but TERM is dumb")
        }
    }
}
