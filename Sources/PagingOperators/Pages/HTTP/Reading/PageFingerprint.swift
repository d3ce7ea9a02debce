import FluxLoading

/// A hash of the items of a page that is the same in every process.
enum PageFingerprint {
    /// Returns the hash of the items' identifiers, if they are objects with different ones, or of their
    /// bytes.
    static func of(_ items: JSONElements) -> UInt64 {
        let name = identifierName(of: items)
        var hash: UInt64 = 0x9e37_79b9_7f4a_7c15 &+ UInt64(items.count)
        items.forEachBytes(member: name) { mix($0, into: &hash) }
        return hash
    }

    /// Returns the hash of a whole body's bytes.
    static func of(_ body: JSONText) -> UInt64 {
        var hash: UInt64 = 0x9e37_79b9_7f4a_7c15
        body.withBytes { mix($0, into: &hash) }
        return hash
    }

    /// The name of the items' identifiers. Where the first two are equal, these do not identify the items.
    private static func identifierName(of items: JSONElements) -> String? {
        guard items.count > 1, items.first?.kind == .object else { return nil }
        let second = items[items.startIndex + 1]
        return ["id", "_id", "uuid"].first { name in
            guard let value = items.first?[name], let other = second[name] else { return false }
            let canIdentify = [value, other].allSatisfy { $0.kind == .number || $0.kind == .string }
            return canIdentify && !value.hasSameBytes(as: other)
        }
    }

    private static func mix(_ bytes: UnsafeRawBufferPointer, into hash: inout UInt64) {
        var offset = 0
        while offset + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian, into: &hash)
            offset += 8
        }
        var rest = UInt64(bytes.count) << 56
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        mix(rest, into: &hash)
    }

    private static func mix(_ word: UInt64, into hash: inout UInt64) {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9fb2_1c65_1e98_df25 as UInt64)
        hash = product.high ^ product.low &+ word.byteSwapped
    }
}
