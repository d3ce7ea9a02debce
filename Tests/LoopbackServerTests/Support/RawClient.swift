import Foundation

@testable import LoopbackServer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A bare connection, for what no HTTP client would send, and for seeing how a connection ends.
final class RawClient: Sendable {
    private let socket: Socket

    /// Fails when no socket listens on the port.
    init?(port: UInt16) {
        guard let socket = Socket.stream(.ipv4) else { return nil }
        let result = LoopbackAddress.ipv4.withSocketAddress(port: port) { connect(socket.descriptor, $0, $1) }
        guard result == 0 else {
            socket.dispose()
            return nil
        }
        socket.prepareForTraffic()
        socket.limitReceiving(toSeconds: 20)
        self.socket = socket
    }

    deinit {
        socket.dispose()
    }

    func send(_ text: String) {
        _ = socket.transmit(Data(text.utf8))
    }

    /// All bytes until the server closes the connection.
    func receiveAll() -> String {
        receive { _ in false }
    }

    /// The bytes received until there are that many.
    func receive(atLeast count: Int) -> [UInt8] {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while received.count < count {
            let count = socket.receive(into: &buffer)
            guard count > 0 else { break }
            received += buffer[..<count]
        }
        return received
    }

    /// The bytes received until a text has occurred that often.
    func receive(until text: String, times: Int = 1) -> String {
        receive { $0.ranges(of: text).count >= times }
    }

    /// Receives until the connection ends, and returns the error with which it did; 0 if it was closed in
    /// order.
    func lastErrorAfterReceiving() -> Int32 {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(socket.descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return count < 0 ? errno : 0 }
        }
    }

    private func receive(until isEnough: (String) -> Bool) -> String {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !isEnough(String(decoding: received, as: UTF8.self)) {
            let count = socket.receive(into: &buffer)
            guard count > 0 else { break }
            received += buffer[..<count]
        }
        return String(decoding: received, as: UTF8.self)
    }
}
