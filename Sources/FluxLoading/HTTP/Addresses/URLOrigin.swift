import Foundation

/// The origin of a URL: its scheme, host and port (RFC 6454).
package struct URLOrigin: Hashable, Sendable, CustomStringConvertible {
    let scheme: String
    let host: String
    let port: Int

    /// Makes the origin of a URL; `nil` if it has no host, or a scheme other than `http` and `https`.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: true)?.lowercased(),
            !host.isEmpty, let usual = Self.usualPorts[scheme]
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? usual
    }

    /// Whether credentials of this origin may be sent to another: it is the same, or its secure form on the
    /// usual ports.
    package func shares(credentialsWith other: URLOrigin?) -> Bool {
        guard let other else { return false }
        return self == other
            || host == other.host && (scheme, port) == ("http", 80)
                && (other.scheme, other.port) == ("https", 443)
    }

    package var description: String {
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return port == Self.usualPorts[scheme] ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }

    private static let usualPorts = ["http": 80, "https": 443]
}

extension URL {
    /// Whether credentials that are for this URL may be sent to another one.
    package func mayShareCredentials(with other: URL) -> Bool {
        URLOrigin(self).map { $0.shares(credentialsWith: URLOrigin(other)) } ?? true
    }

    /// Whether a load of this URL after one of another would give up its encryption.
    package func isInsecure(after url: URL) -> Bool {
        url.scheme?.lowercased() == "https" && scheme?.lowercased() == "http"
    }
}
