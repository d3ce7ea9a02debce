import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Socket {
    /// Makes a socket that listens on 127.0.0.1 and never blocks in `accept`; port 0 selects a free port.
    static func listening(onPort port: UInt16) throws(ServerError) -> Socket {
        guard let listener = stream() else { throw .last(.socket) }
        listener.closeInChildProcesses()
        listener.setOption(SO_REUSEADDR)
        do throws(ServerError) {
            try listener.bindAndListen(port: port)
        } catch {
            listener.dispose()
            throw error
        }
        return listener
    }

    /// Makes a socket that holds a free port of 127.0.0.1 without listening on it.
    static func bound() throws(ServerError) -> Socket {
        guard let holder = stream() else { throw .last(.socket) }
        holder.closeInChildProcesses()
        guard withLoopbackAddress(port: 0, { bind(holder.descriptor, $0, $1) }) == 0 else {
            let error = ServerError.last(.bind)
            holder.dispose()
            throw error
        }
        return holder
    }

    /// Makes an unconnected TCP socket, or returns `nil` with the reason in `errno`.
    static func stream() -> Socket? {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        return descriptor >= 0 ? Socket(descriptor: descriptor) : nil
    }

    /// The port to which the socket is bound.
    var localPort: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = getsockname(descriptor, generic, &length)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Calls `body` with the address 127.0.0.1 and a port, in the form that socket calls take.
    static func withLoopbackAddress<Result>(
        port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        #if canImport(Darwin)
            address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                body(generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private func bindAndListen(port: UInt16) throws(ServerError) {
        guard Self.withLoopbackAddress(port: port, { bind(descriptor, $0, $1) }) == 0 else {
            throw .last(.bind)
        }
        let flags = fcntl(descriptor, F_GETFL)
        guard fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0, listen(descriptor, SOMAXCONN) == 0 else {
            throw .last(.listen)
        }
    }
}
