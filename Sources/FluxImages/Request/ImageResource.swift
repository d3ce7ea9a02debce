import FluxLoading

/// Identifies what is downloaded: the identity of an image, and the header fields that may select another
/// one.
///
/// - Complexity: Hashing is O(1).
package struct ImageResource: Sendable {
    let identity: String
    let headers: [HeaderField]
    let hash: Int

    init(identity: String, headers: [HeaderField]) {
        self.identity = identity
        self.headers = headers
        var hasher = Hasher()
        hasher.combine(identity)
        if !headers.isEmpty { hasher.combine(headers) }
        hash = hasher.finalize()
    }

    /// The key of the bytes in a cache on disk, the same in every process.
    ///
    /// A digest, because addresses and header fields may contain credentials, which are not to be written to
    /// a disk.
    package func storageKey(of variant: ImageVariant? = nil) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(identity.utf8.count + 16)
        // With their lengths, so that no two lists of parts make the same text.
        func append(_ part: String) {
            bytes += String(part.utf8.count).utf8
            bytes.append(UInt8(ascii: ":"))
            bytes += part.utf8
        }
        append(identity)
        append(variant?.name ?? "")
        for field in headers {
            append(field.name)
            append(field.value)
        }
        return bytes.withUnsafeBytes { SHA256.hexDigest(of: $0) }
    }
}

extension ImageResource: Hashable {
    package static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.hash == rhs.hash && lhs.identity == rhs.identity && lhs.headers == rhs.headers
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
