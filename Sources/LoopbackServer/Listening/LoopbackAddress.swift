#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The address of this machine in a version of the Internet Protocol.
package enum LoopbackAddress: Sendable, CaseIterable {
    /// 127.0.0.1
    case ipv4
    /// ::1
    case ipv6

    /// The host of a URL with this address.
    package var host: String {
        switch self {
        case .ipv4: "127.0.0.1"
        case .ipv6: "[::1]"
        }
    }

    /// Whether a server can listen at this address: a machine may have one version only.
    package var isAvailable: Bool {
        guard let socket = Socket.stream(self) else { return false }
        defer { socket.dispose() }
        return withSocketAddress(port: 0) { bind(socket.descriptor, $0, $1) } == 0
    }

    var family: Int32 {
        switch self {
        case .ipv4: AF_INET
        case .ipv6: AF_INET6
        }
    }

    /// Calls `body` with this address and a port, in the form that socket calls take.
    func withSocketAddress<Result>(
        port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        switch self {
        case .ipv4:
            var address = sockaddr_in()
            #if canImport(Darwin)
                address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
            #endif
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return withGenericAddress(address, body)
        case .ipv6:
            var address = sockaddr_in6()
            #if canImport(Darwin)
                address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
            #endif
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return withGenericAddress(address, body)
        }
    }

    private func withGenericAddress<Address, Result>(
        _ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                body(generic, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
