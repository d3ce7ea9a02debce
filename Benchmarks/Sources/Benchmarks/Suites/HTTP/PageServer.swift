import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server on this machine that only sends prepared bodies: `/?page=1` has the first.
final class PageServer: Sendable {
    let url: URL
    private let listener: Int32

    /// Starts a server, which stops when it is released.
    init(pages: [Data]) {
        let listener = Self.makeListener()
        self.listener = listener
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                precondition(getsockname(listener, generic, &length) == 0)
            }
        }
        url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")!  // a valid URL
        let responses = pages.map { body in
            Data(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
                    .utf8) + body
        }
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.serve(connection, responses) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func makeListener() -> Int32 {
        #if canImport(Glibc)
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        precondition(result == 0 && listen(listener, SOMAXCONN) == 0, "The server could not be started.")
        return listener
    }

    /// Answers requests without a body until the client closes.
    private static func serve(_ connection: Int32, _ responses: [Data]) {
        defer { close(connection) }
        var on: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        var request = Data()
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request.append(contentsOf: buffer[..<count])
            guard request.range(of: Data("\r\n\r\n".utf8)) != nil else { continue }
            guard send(responses[page(in: request) - 1], to: connection) else { return }
            request.removeAll()
        }
    }

    private static func page(in request: Data) -> Int {
        let line = request.prefix { $0 != 0x0D }
        guard let name = line.range(of: Data("page=".utf8)) else { return 1 }
        return line[name.upperBound...].prefix { 0x30...0x39 ~= $0 }.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func send(_ response: Data, to connection: Int32) -> Bool {
        response.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                let count = write(connection, rest.baseAddress, rest.count)
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }
}
