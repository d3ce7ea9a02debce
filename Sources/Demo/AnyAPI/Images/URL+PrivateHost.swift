import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension URL {
    /// Returns whether an image of an API's item may be loaded: by `http` or `https`, and from this machine
    /// or a private network only if the API itself is there.
    ///
    /// Names are not resolved: a public name may lead to a private address.
    func isImage(ofAPIAt api: URL) -> Bool {
        ["http", "https"].contains(scheme?.lowercased()) && (!hasPrivateHost || api.hasPrivateHost)
    }

    /// Whether the host is this machine, or in a private network: a name without a dot or of a domain that is
    /// local, or an address that is not public (RFC 1918, 3927, 4193, 4291, 6598).
    var hasPrivateHost: Bool {
        guard let text = host(percentEncoded: false)?.lowercased(), !text.isEmpty else { return true }
        let host = text.trimmingCharacters(in: ["[", "]"])
        if host.contains(":") { return Self.isPrivate(version6: host) }
        var address = in_addr()
        // Reads all forms that resolvers accept: 127.1, 0x7f000001, 2130706433.
        if inet_aton(host, &address) != 0 { return Self.isPrivate(UInt32(bigEndian: address.s_addr)) }
        let labels = host.split(separator: ".")
        return labels.count < 2
            || ["localhost", "local", "internal", "lan", "home", "arpa"].contains(labels.last)
    }

    private static func isPrivate(_ address: UInt32) -> Bool {
        let networks: [(UInt32, Int)] = [
            (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
            (0xAC10_0000, 12), (0xC0A8_0000, 16), (0xE000_0000, 3),
        ]
        return networks.contains { (address ^ $0.0) >> UInt32(32 - $0.1) == 0 }
    }

    private static func isPrivate(version6 host: String) -> Bool {
        var address = in6_addr()
        let plain = host.split(separator: "%", omittingEmptySubsequences: false)[0]
        guard inet_pton(AF_INET6, String(plain), &address) == 1 else { return true }
        let bytes = withUnsafeBytes(of: address) { Array($0) }
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
        if isMapped { return isPrivate(bytes[12...].reduce(0) { $0 << 8 | UInt32($1) }) }
        // Only 2000::/3 is public.
        return bytes[0] & 0xE0 != 0x20
    }
}
