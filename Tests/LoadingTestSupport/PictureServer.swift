import Foundation
import LoopbackServer
import Streams

/// A server of pictures at any path. Each is its path and the server's version of it, unless other bytes are
/// given.
package final class PictureServer: Sendable {
    /// Returns the response to send in place of the regular one.
    package typealias Answer = @Sendable (HTTPResponse) -> HTTPResponse

    private final class Content: Sendable {
        struct State: Sendable {
            var answers: ArraySlice<Answer>
            var version = 1
            var bodies: [String: Data] = [:]
            var cacheControl = "max-age=60"
        }

        let state: Locked<State>

        init(_ answers: [Answer]) {
            state = Locked(State(answers: answers[...]))
        }

        func response(to request: HTTPRequest) -> HTTPResponse {
            let (state, answer) = state.withLock { ($0, $0.answers.popFirst()) }
            let body = state.bodies[request.path] ?? Data("\(request.path) v\(state.version)".utf8)
            let regular = Representation(
                body, tag: "\"v\(state.version)\"", cacheControl: state.cacheControl
            ).respond(to: request)
            return answer?(regular) ?? regular
        }
    }

    private let content: Content
    private let server: EmbeddedServer

    /// - Parameter answers: Make the first responses, one each.
    package init(_ answers: [Answer] = []) throws {
        let content = Content(answers)
        self.content = content
        server = try EmbeddedServer { content.response(to: $0) }
    }

    package var requests: [HTTPRequest] { server.requests }

    package func url(_ path: String) throws -> URL { try server.url(path) }

    /// Makes the next response, after those that were given before.
    package func answerNext(_ answer: @escaping Answer) {
        content.state.withLock { $0.answers.append(answer) }
    }

    /// The pictures change.
    package func publishVersion(_ version: Int) { content.state.withLock { $0.version = version } }

    package func setCacheControl(_ field: String) { content.state.withLock { $0.cacheControl = field } }

    package func setBody(_ body: Data, of path: String) { content.state.withLock { $0.bodies[path] = body } }
}
