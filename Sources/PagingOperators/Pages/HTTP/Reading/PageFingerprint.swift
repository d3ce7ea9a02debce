import FluxLoading

/// A hash of the items of a page that is the same in every process.
enum PageFingerprint {
    /// The identifiers by which items are compared.
    enum Identifiers {
        /// The identifiers with a name that has no other meaning: `id`.
        case certain
        /// All identifiers, also those with other names. On pages that the server names, such as days, a
        /// `key` or a `team_id` may be the same on each.
        case all
    }

    /// What is compared of each item.
    enum Identity {
        /// The identifier with a name.
        case member(String)
        /// All members but addresses, which may have a signature that changes with each response. An
        /// identifier such as `team_id`, or that of a single item, may be that of something that has an item
        /// on each page.
        case lastingMembers
        case bytes
    }

    /// Returns the hash of the items' identifiers, if they are objects with different ones, or of their
    /// bytes.
    static func of(_ items: JSONElements, by identifiers: Identifiers) -> UInt64 {
        var hash: UInt64 = 0x9e37_79b9_7f4a_7c15 &+ UInt64(items.count)
        switch identity(of: items, by: identifiers) {
        case .member(let name): items.forEachBytes(member: name) { mix($0, into: &hash) }
        case .lastingMembers: for item in items { mixLastingMembers(of: item, into: &hash) }
        case .bytes: items.forEachBytes(member: nil) { mix($0, into: &hash) }
        }
        return hash
    }

    /// Returns the hash of the identifier of the first item, or of its bytes; `nil` without items.
    static func ofFirst(_ items: JSONElements) -> UInt64? {
        guard let first = items.first else { return nil }
        switch identity(of: items, by: .all) {
        case .member(let name): return of(first[name] ?? first)
        case .lastingMembers:
            var hash: UInt64 = 0x9e37_79b9_7f4a_7c15
            mixLastingMembers(of: first, into: &hash)
            return hash
        case .bytes: return of(first)
        }
    }

    /// Returns the hash of a member.
    static func of(_ value: JSONText, named name: String) -> UInt64 {
        var hash = of(value)
        Array(name.utf8).withUnsafeBytes { mix($0, into: &hash) }
        return hash
    }

    /// Returns the hash of a value's bytes.
    static func of(_ value: JSONText) -> UInt64 {
        var hash: UInt64 = 0x9e37_79b9_7f4a_7c15
        value.withBytes { mix($0, into: &hash) }
        return hash
    }

    /// Returns a hash that a text changes.
    static func adding(_ text: String, to hash: UInt64) -> UInt64 {
        var hash = hash
        Array(text.utf8).withUnsafeBytes { mix($0, into: &hash) }
        return hash
    }

    /// Whether items may be equal to those of another page by coincidence: they have no identifiers, and few
    /// of them differ, as where a request selects a field such as `state`. Plain values, and a single item,
    /// have no identifiers for certain.
    static func isAmbiguous(_ items: JSONElements, by identifiers: Identifiers) -> Bool {
        guard case .bytes = identity(of: items, by: identifiers) else {
            return items.count == 1 && identifiers == .certain
        }
        if identifiers == .certain, let kind = items.first?.kind, kind != .object, kind != .array {
            return true
        }
        if items.count == 1 { return true }
        var hashes: Set<UInt64> = []
        items.forEachBytes(member: nil) { bytes in
            var hash: UInt64 = 0
            mix(bytes, into: &hash)
            hashes.insert(hash)
        }
        return hashes.count * 3 <= items.count * 2
    }

    /// What is compared of each item. Where the identifiers of the first two are equal, these do not identify
    /// the items.
    static func identity(of items: JSONElements, by identifiers: Identifiers) -> Identity {
        guard let first = items.first, first.kind == .object else { return .bytes }
        if items.count == 1 {
            let hasIdentifier = certainNames.contains { name in first[name].map { canIdentify($0) } ?? false }
            return hasIdentifier ? .lastingMembers : .bytes
        }
        let second = items[items.startIndex + 1]
        let certainName = certainNames.first { name in
            guard let value = first[name], let other = second[name] else { return false }
            return canIdentify(value, other) && !value.hasSameBytes(as: other)
        }
        if let certainName { return .member(certainName) }
        // That of something else may be equal on two pages with few items.
        guard identifiers == .all, items.count > 2,
            let name = names(in: items).prefix(maximumNames).first(where: { areDifferent(items, at: $0) })
        else { return .bytes }
        return otherNames.contains(name.plain) ? .member(name) : .lastingMembers
    }

    private static func mixLastingMembers(of item: JSONText, into hash: inout UInt64) {
        for (name, value) in item.members where !value.hasAddress {
            mix(of(value, named: name), into: &hash)
        }
    }

    private static let certainNames = ["id", "_id", "uuid"]

    /// The number of names whose values are compared in all items.
    private static let maximumNames = 8

    /// The names that may be those of the items' identifiers, the likelier ones first.
    private static func names(in items: JSONElements) -> [String] {
        let names = items.differences.filter { $0.name.isPrintable && canIdentify($0.value, $0.other) }
            .map(\.name)
        let ranked = names.compactMap { name in
            otherNames.firstIndex(of: name.plain).map { (name: name, rank: $0) }
        }
        return ranked.sorted { $0.rank < $1.rank }.map(\.name) + names.filter(\.isNameOfIdentifier)
    }

    private static func canIdentify(_ values: JSONText...) -> Bool {
        values.allSatisfy { $0.kind == .number || $0.kind == .string }
    }

    /// Whether all items have a member, and all of these are different.
    private static func areDifferent(_ items: JSONElements, at name: String) -> Bool {
        var hashes: Set<UInt64> = []
        items.forEachBytes(member: name) { bytes in
            var hash: UInt64 = 0
            mix(bytes, into: &hash)
            hashes.insert(hash)
        }
        return hashes.count == items.count
    }

    /// The names of identifiers that fewer APIs have, the likelier ones first.
    private static let otherNames = [
        "id", "uuid", "guid", "itemid", "objectid", "recordid", "key", "slug", "hash", "url", "uri", "href",
    ]

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

extension JSONText {
    /// Whether this is an address, or has one: a text that begins with a slash, or `://` anywhere.
    var hasAddress: Bool {
        withBytes { bytes in
            // A slash may be escaped.
            let text = bytes.filter { $0 != UInt8(ascii: "\\") }
            return text.starts(with: "\"/".utf8) || text.contains(Array("://".utf8))
        }
    }
}

extension String {
    /// Whether this is in ASCII without anything to escape in JSON.
    fileprivate var isPrintable: Bool {
        utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// Whether this ends with a word for an identifier: `itemId`, `imdbID`, `product_id`, `mbid`.
    fileprivate var isNameOfIdentifier: Bool {
        ["Id", "ID", "_id", "-id"].contains { hasSuffix($0) } || ["mbid", "objectid"].contains(plain)
    }
}
