import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A connected or listening TCP socket: the calls of POSIX that the server needs, without their traps.
///
/// It does not own the descriptor: whoever made it disposes of it, once, when nobody uses it any more.
struct Socket: Sendable, Hashable {
    let descriptor: Int32

    /// Blocks until some bytes have come; 0 when the connection has ended, in whatever way.
    func receive(into buffer: inout [UInt8]) -> Int {
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            return max(count, 0)
        }
    }

    /// Blocks until all bytes are handed to the system; false when the connection has ended before.
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

    /// Ends both directions. A thread that is blocked on this socket returns; the descriptor stays taken.
    func disconnect() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Says that no more bytes will come from this side.
    func finishTransmitting() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Gives the descriptor back. Nobody may use it afterwards: the system gives its number to others.
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

    /// A peer that has gone must be an error of one call, not a signal that ends the process.
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
