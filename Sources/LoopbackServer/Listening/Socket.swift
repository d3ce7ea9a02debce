import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A connected or listening TCP socket: the POSIX calls that the server needs.
///
/// The socket does not own its descriptor: call `dispose()` once, after its last use.
struct Socket: Sendable, Hashable {
    let descriptor: Int32

    /// Blocks until bytes arrive, and returns their number; 0 when the connection has ended in any way.
    func receive(into buffer: inout [UInt8]) -> Int {
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            return max(count, 0)
        }
    }

    /// Blocks until the system has taken all bytes; returns `false` if the connection ended before.
    func transmit(_ bytes: Data) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                let count = send(descriptor, rest.baseAddress, rest.count, Self.sendFlags)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Shuts down both directions. A thread that blocks on this socket returns; the descriptor stays open.
    func disconnect() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Shuts down the sending direction.
    func finishTransmitting() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Makes `dispose()` reset the connection instead of closing it in order.
    func resetWhenDisposed() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Closes the descriptor, which must not be used afterwards: the system reuses its number.
    func dispose() {
        _ = close(descriptor)
    }

    func setOption(_ name: Int32, level: Int32 = SOL_SOCKET, to value: Int32 = 1) {
        var value = value
        _ = setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    func limitReceiving(toSeconds seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Prepares a connection: a closed peer must fail one call instead of raising a signal that ends the
    /// process.
    func prepareForTraffic() {
        closeInChildProcesses()
        setOption(Int32(TCP_NODELAY), level: Int32(IPPROTO_TCP))
        #if canImport(Darwin)
            setOption(SO_NOSIGPIPE)
        #endif
    }

    func closeInChildProcesses() {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    #if canImport(Darwin)
        private static let sendFlags: Int32 = 0
    #else
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif
}
