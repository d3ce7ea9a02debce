import Foundation

/// A port of this machine that refuses connections, for tests of failures.
///
/// The port is bound but does not listen, so that no other server takes it meanwhile, as one could take the
/// port of a stopped server.
package final class RefusingPort: Sendable {
    private let address: LoopbackAddress
    private let socket: Socket

    /// Reserves a free port of an address until the object is released.
    package init(at address: LoopbackAddress = .ipv4) throws(ServerError) {
        self.address = address
        socket = try Socket.bound(to: address)
    }

    deinit {
        socket.dispose()
    }

    /// The root URL, such as `http://127.0.0.1:49152/`.
    package var url: URL {
        // A host and digits in a fixed text always make a URL.
        URL(string: "http://\(address.host):\(socket.localPort)/")!
    }
}
