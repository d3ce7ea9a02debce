import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Socket {
    /// Makes a socket that listens at a loopback address and never blocks in `accept`; port 0 selects a free
    /// port.
    static func listening(at address: LoopbackAddress, port: UInt16) throws(ServerError) -> Socket {
        guard let listener = stream(address) else { throw .last(.socket) }
        listener.closeInChildProcesses()
        listener.setOption(SO_REUSEADDR)
        do throws(ServerError) {
            try listener.bindAndListen(address, port: port)
        } catch {
            listener.dispose()
            throw error
        }
        return listener
    }

    /// Makes a socket that holds a free port of a loopback address without listening on it.
    static func bound(to address: LoopbackAddress) throws(ServerError) -> Socket {
        guard let holder = stream(address) else { throw .last(.socket) }
        holder.closeInChildProcesses()
        guard address.withSocketAddress(port: 0, { bind(holder.descriptor, $0, $1) }) == 0 else {
            let error = ServerError.last(.bind)
            holder.dispose()
            throw error
        }
        return holder
    }

    /// Makes an unconnected TCP socket, or returns `nil` with the reason in `errno`.
    static func stream(_ address: LoopbackAddress) -> Socket? {
        #if canImport(Glibc)
            let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(address.family, SOCK_STREAM, 0)
        #endif
        return descriptor >= 0 ? Socket(descriptor: descriptor) : nil
    }

    /// The port to which the socket is bound.
    var localPort: UInt16 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = getsockname(descriptor, generic, &length)
            }
            // The port has the same place in the addresses of both versions.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }

    private func bindAndListen(_ address: LoopbackAddress, port: UInt16) throws(ServerError) {
        guard address.withSocketAddress(port: port, { bind(descriptor, $0, $1) }) == 0 else {
            throw .last(.bind)
        }
        let flags = fcntl(descriptor, F_GETFL)
        guard fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0, listen(descriptor, SOMAXCONN) == 0 else {
            throw .last(.listen)
        }
    }
}
