/// Identifies what is downloaded: the identity of an image, and the header fields that may select another
/// one.
///
/// - Complexity: Hashing is O(1).
package struct ImageResource: Sendable {
    let identity: String
    let headers: [HeaderField]
    private let hash: Int

    init(identity: String, headers: [HeaderField]) {
        self.identity = identity
        self.headers = headers
        var hasher = Hasher()
        hasher.combine(identity)
        hasher.combine(headers)
        hash = hasher.finalize()
    }

    /// The key of the bytes in a cache on disk, the same in every process.
    ///
    /// Header fields are part of it as a digest only, so that credentials are not written to a disk.
    func storageKey(of variant: ImageVariant? = nil) -> String {
        var key = identity
        if !headers.isEmpty {
            let text = headers.map { "\($0.name.utf8.count):\($0.name):\($0.value)" }.joined(separator: "\n")
            key += "\nheaders " + StableDigest.hexadecimal(of: text)
        }
        if let variant { key += "\nvariant " + variant.name }
        return key
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

/// A digest of a text that is the same in every process, unlike `hashValue`. Not for use against forgery.
enum StableDigest {
    /// Returns 128 bits: FNV-1a of the text, forwards and backwards.
    static func hexadecimal(of text: String) -> String {
        hexadecimal(fnv(text.utf8)) + hexadecimal(fnv(text.utf8.reversed()))
    }

    private static func fnv(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
