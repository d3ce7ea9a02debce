import Foundation

/// A port of 127.0.0.1 that refuses connections, for tests of failures.
///
/// The port is bound but does not listen, so that no other server takes it meanwhile, as one could take the port of a
/// stopped server.
package final class RefusingPort: Sendable {
    private let socket: Socket

    /// Reserves a free port until the object is released.
    package init() throws(ServerError) {
        socket = try Socket.bound()
    }

    deinit {
        socket.dispose()
    }

    /// The root URL, such as `http://127.0.0.1:49152/`.
    package var url: URL {
        URL(string: "http://127.0.0.1:\(socket.localPort)/")!  // digits in a fixed text always make a URL
    }
}
