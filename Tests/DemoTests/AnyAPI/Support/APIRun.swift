import Flux
import Foundation
import LoopbackServer
import Testing

@testable import Demo

/// A run of the demo over an API on this machine, and what was seen of it.
final class APIRun: StatePrinter {
    let server: EmbeddedServer
    /// The time for images after the last page.
    var imageGrace = Duration.seconds(30)
    /// The time for one image.
    var imageDeadline = Duration.seconds(30)
    private(set) var states: [ViewState<AnyRow>] = []
    private(set) var summary: Summary<JSONIdentifier>?
    /// The summary of a run that failed.
    private(set) var failed: Summary<JSONIdentifier>?

    init(_ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse) throws {
        server = try EmbeddedServer(handler: respond)
    }

    /// Runs to the end, without pauses before further tries.
    ///
    /// - Parameters:
    ///   - path: Where the first page is on the server.
    ///   - arguments: The rest of the command line.
    ///   - root: Another server's root URL; by default that of the run's own.
    func scroll(_ path: String, _ arguments: [String] = [], of root: URL? = nil) async throws {
        let url = "\(root ?? server.url)\(path)"
        let options = try Options(["--url", url] + arguments)
        let api = try #require(options.api)
        var demonstration = APIDemonstration(
            options: options, api: api, url: try #require(api.requests.url))
        demonstration.retryDelay = .zero
        demonstration.imageGrace = imageGrace
        demonstration.imageDeadline = imageDeadline
        try await demonstration.run(printing: self)
    }

    func print(_ state: ViewState<AnyRow>) { states.append(state) }

    func finish(_ summary: Summary<JSONIdentifier>) { self.summary = summary }

    func fail(_ error: any Error, _ summary: Summary<JSONIdentifier>) { failed = summary }

    var rows: [AnyRow] { states.last.map { Array($0.items) } ?? [] }

    /// The requested pages, in order.
    var pages: [String] { server.requests.map(\.target).filter { !$0.hasPrefix("/covers/") } }
}
