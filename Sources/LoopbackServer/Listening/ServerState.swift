import Streams

/// The state that the threads of a server share: its handler, its log and its open connections.
///
/// The threads retain the state instead of the server, so that releasing the server stops it.
final class ServerState: Sendable {
    typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

    private struct Contents {
        /// `nil` once stopped.
        var handler: Handler?
        var requests: [HTTPRequest] = []
        var connections: [ObjectIdentifier: Connection] = [:]
    }

    private let contents: Locked<Contents>
    private let methods: [String]

    init(methods: [String], handler: @escaping Handler) {
        self.methods = methods
        contents = Locked(Contents(handler: handler))
    }

    var requests: [HTTPRequest] {
        contents.withLock { $0.requests }
    }

    /// Records the request and calls the handler; returns `nil` once stopped.
    func response(to request: HTTPRequest) -> HTTPResponse? {
        let handler = contents.withLock { contents in
            if contents.handler != nil { contents.requests.append(request) }
            return contents.handler
        }
        guard let handler else { return nil }
        guard methods.contains(request.method) else {
            return .failure(
                status: 405, message: "Method not supported; use \(methods.joined(separator: " or "))"
            )
            .with("Allow", methods.joined(separator: ", "))
        }
        return handler(request)
    }

    /// Adds a connection; returns `false` once stopped, when the connection must not be served.
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
            // Under the lock: a connection is removed before its descriptor is closed, so none here is stale.
            for connection in contents.connections.values { connection.interrupt() }
            return contents.handler
        }
        withExtendedLifetime(handler) {}  // released outside the lock: its deinit may be the user's code
    }
}
