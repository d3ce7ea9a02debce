import Streams

/// What the threads of one server share: its handler, its log and its open connections.
///
/// The threads hold this and not the server, so that the server goes when its owner lets it go.
final class ServerState: Sendable {
    typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

    private struct Contents {
        /// nil once stopped.
        var handler: Handler?
        var requests: [HTTPRequest] = []
        var connections: [ObjectIdentifier: Connection] = [:]
    }

    private let contents: Locked<Contents>

    init(handler: @escaping Handler) {
        contents = Locked(Contents(handler: handler))
    }

    var requests: [HTTPRequest] {
        contents.withLock { $0.requests }
    }

    /// Notes the request and asks the handler; nil once stopped.
    func response(to request: HTTPRequest) -> HTTPResponse? {
        let handler = contents.withLock { contents in
            if contents.handler != nil { contents.requests.append(request) }
            return contents.handler
        }
        guard let handler else { return nil }
        guard request.method == "GET" || request.method == "HEAD" else {
            return .failure(status: 405, message: "Only GET and HEAD are served").with("Allow", "GET, HEAD")
        }
        return handler(request)
    }

    /// False once stopped: the connection is not to be served.
    func add(_ connection: Connection) -> Bool {
        contents.withLock { contents in
            guard contents.handler != nil else { return false }
            contents.connections[ObjectIdentifier(connection)] = connection
            return true
        }
    }

    func remove(_ connection: Connection) {
        contents.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
    }

    func stop() {
        let handler = contents.withLock { contents in
            defer { contents.handler = nil }
            // Under the lock: a connection leaves before it gives its descriptor back, so none here is stale.
            for connection in contents.connections.values { connection.interrupt() }
            return contents.handler
        }
        withExtendedLifetime(handler) {}  // let go of after the lock: its release may run anybody's code
    }
}
