import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A small HTTP/1.1 server on a free port of this machine, for the demo and for tests.
///
/// ```swift
/// let server = try EmbeddedServer { request in
///     request.path == "/hello" ? .text("hello") : .failure(status: 404, message: "Not Found")
/// }
/// let (data, _) = try await URLSession.shared.data(from: server.url.appending(path: "hello"))
/// let paths = server.requests.map(\.path)  // ["/hello"]
/// server.stop()
/// ```
///
/// Connections are kept alive, each on its own thread, so that a handler may block and a held response holds
/// only its own connection. The handler is called for GET and HEAD unless other methods are given,
/// concurrently from several threads. For HEAD it responds as for GET, and the server omits the body. A
/// response may misbehave: see ``Delivery``, ``Framing`` and ``Misbehavior``.
package final class EmbeddedServer: Sendable {
    package let port: UInt16
    private let address: LoopbackAddress
    private let state: ServerState
    private let listener: Listener

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - address: The address to listen at.
    ///   - port: The port; 0 for a free one.
    ///   - methods: The methods that the handler supports; others are answered with 405.
    ///   - handler: Returns the response to a request. Called on the thread of its connection.
    package init(
        at address: LoopbackAddress = .ipv4, port: UInt16 = 0, methods: [String] = ["GET", "HEAD"],
        handler: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws(ServerError) {
        let state = ServerState(methods: methods, handler: handler)
        self.state = state
        self.address = address
        listener = try Listener(at: address, port: port) { Connection(socket: $0, state: state).start() }
        self.port = listener.port
    }

    deinit {
        stop()
    }

    /// The root URL, such as `http://127.0.0.1:49152/`.
    package var url: URL {
        URL(string: "http://\(address.host):\(port)/")!  // digits in a fixed text always make a URL
    }

    /// Returns the URL of a target such as `/users?since=46` on this server.
    package func url(_ target: String) throws(URLError) -> URL {
        guard let url = URL(string: target, relativeTo: url)?.absoluteURL else { throw URLError(.badURL) }
        return url
    }

    /// All well-formed requests so far, in order of arrival, including those with unsupported methods.
    package var requests: [HTTPRequest] {
        state.requests
    }

    package func count(where isCounted: (HTTPRequest) -> Bool) -> Int {
        requests.count(where: isCounted)
    }

    /// Frees the port, closes every connection without sending held and delayed responses, and releases the
    /// handler.
    ///
    /// Calls after the first do nothing. A running handler is not waited for.
    package func stop() {
        listener.stop()
        state.stop()
    }
}
