import FluxLoading

/// A kind of field by which a response indicates whether there are more items than its own.
///
/// All kinds are in ``PageSign/all``. A field of one of them leads to the next page or means that there is
/// none; otherwise the list ends with a failure that names it.
struct PageSign: Sendable {
    /// The place of a field.
    enum Place: Hashable, Sendable {
        /// A header field.
        case header
        /// Anywhere in the body but in arrays, up to ``BodyOutline/nearDepth``, and beside the items at any
        /// depth.
        case body
        /// Beside the items, beside an object that has them, or in an object there that is usual for it, such
        /// as `meta`.
        case list
    }

    /// The meaning of a field.
    enum Meaning: Hashable, Sendable {
        /// The address of the next page.
        case address
        /// What is sent back in a parameter, or an address if it looks like one.
        case cursor(Parameter)
        /// Whether there is a next page: the value that means so.
        case more(when: Bool)
        /// The number of all items, of all pages, and of the items after this page.
        case total, pages, remaining
        /// The number of the page, the number of the items before it, and how many items a page has. They
        /// determine how the next page is addressed, not whether there is one.
        case number, offset, size
    }

    /// The parameter that a cursor is sent back in.
    enum Parameter: Hashable, Sendable {
        /// One with a name of its own, and others that are tried if the server ignores it.
        case named(String, or: [String] = [])
        /// One with the name of the field: `bookmark`.
        case own
        /// One with the name of the field without `next`: `nextPageToken` is sent as `pageToken`.
        case stripped
        /// A field of the request's header.
        case header(String)
        /// A member of the request's body.
        case body(String)
    }

    let meaning: Meaning
    let place: Place
    /// In lower case without separators: see ``Swift/String/plain``. An asterisk at an end stands for any
    /// text.
    let names: [String]
    /// What else must be the case for a field of the body; `nil` for nothing else.
    let condition: (@Sendable (BodyOutline.Field, BodyOutline) -> Bool)?

    init(
        _ meaning: Meaning, _ place: Place, _ names: [String],
        where condition: (@Sendable (BodyOutline.Field, BodyOutline) -> Bool)? = nil
    ) {
        self.meaning = meaning
        self.place = place
        self.names = names
        self.condition = condition
    }

    /// Returns whether a field has one of the names.
    func matches(_ plain: String) -> Bool {
        names.contains { Self.matches($0, plain) }
    }

    /// Returns whether there are fields of the body with a name, in lower case without separators.
    static func areFields(named name: String) -> Bool {
        all.contains { $0.place != .header && $0.names.contains { matches($0, name) } }
    }

    /// Returns whether a name, which may have asterisks, is that of a field.
    static func matches(_ pattern: String, _ plain: String) -> Bool {
        switch (pattern.utf8.first == UInt8(ascii: "*"), pattern.utf8.last == UInt8(ascii: "*")) {
        case (false, false): plain == pattern
        case (true, false): plain.hasSuffix(pattern.dropFirst())
        case (false, true): plain.hasPrefix(pattern.dropLast())
        case (true, true): plain.contains(pattern.dropFirst().dropLast())
        }
    }
}

extension PageSign {
    /// Whether a name, in lower case without separators, is that of a cursor, whatever else is the case.
    static func namesCursor(_ plain: String) -> Bool {
        nextFields.contains { sign in
            if case .cursor = sign.meaning, sign.condition == nil { sign.matches(plain) } else { false }
        }
    }

    /// Whether a name, in lower case without separators, is that of a field of the body that describes a list
    /// or leads to its next page, whatever else is the case.
    static func describesList(_ plain: String) -> Bool {
        all.contains { $0.place != .header && $0.condition == nil && $0.matches(plain) }
    }
}

extension PageSign.Parameter {
    /// Returns the parameter for a field.
    func parameter(for name: String) -> PageParameter {
        switch self {
        case .named(let other, _): .query(other)
        case .own: .query(name)
        case .stripped: .query(name.withoutNext)
        case .header(let name): .header(name)
        case .body(let name): .body(JSONPath(steps: [name]))
        }
    }
}

extension PageSign.Parameter {
    /// The parameters to try for a field if the server ignores the usual one: those of the sign, and the
    /// field's own name in the forms that are usual for it.
    func alternatives(for name: String) -> [PageParameter] {
        var names = [name.withoutNext, name]
        if case .named(let first, let others) = self { names = [first] + others + names }
        let words = name.withoutNext.words
        if words.count > 1 {
            names.append(words.joined(separator: name.contains("-") ? "_" : "-"))
            names.append(words.joined())
        } else if self == .own, let first = name.words.first {
            // WHOOP: next_token is sent as nextToken
            names.append(first + name.words.dropFirst().map(\.capitalized).joined())
        }
        var unique: [String] = []
        for name in names where !unique.contains(name) { unique.append(name) }
        return unique.map { .query($0) }
    }
}

extension String {
    /// The name in lower case without separators, and without the prefix of OpenSearch or Hydra; of an
    /// annotation of OData without the property: `Members@odata.count` is `odata.count`.
    var plain: String {
        if let property = annotatedProperty { return String(dropFirst(property.count)).plain }
        let name = asciiPlain ?? lowercased().filter { !Self.separators.contains($0) }
        if name.hasPrefix("opensearch:") { return String(name.dropFirst(11)) }
        return name.hasPrefix("hydra:") ? String(name.dropFirst(6)) : name
    }

    /// The property that an annotation of OData is about: `Members@odata.count`.
    var annotatedProperty: Substring? {
        guard utf8.contains(UInt8(ascii: "@")), let name = range(of: "@odata."), name.lowerBound > startIndex
        else { return nil }
        return self[..<name.lowerBound]
    }

    private static var separators: String { "_-@$" }

    /// The same, byte by byte, for names in ASCII, which almost all are.
    private var asciiPlain: String? {
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(unsafeUninitializedCapacity: utf8.count) { buffer in
            var count = 0
            for byte in utf8 where !Self.separators.utf8.contains(byte) {
                buffer[count] = 0x41...0x5A ~= byte ? byte | 0x20 : byte
                count += 1
            }
            return count
        }
    }

    /// The name of a cursor's parameter from that of its field: `next_page_token` and `nextPageToken` without
    /// `next`.
    var withoutNext: String {
        var rest = self[...]
        if rest.lowercased().hasPrefix("x-") { rest = rest.dropFirst(2) }
        guard rest.lowercased().hasPrefix("next") else { return String(rest) }
        let isUpper = rest.first == "N"
        rest = rest.dropFirst(4)
        while let first = rest.first, "_-".contains(first) { rest.removeFirst() }
        guard let first = rest.first else { return self }
        return isUpper || !first.isUppercase ? String(rest) : first.lowercased() + rest.dropFirst()
    }

    /// The name in words: `nextPageToken` and `next_page_token` are `next`, `page`, `token`.
    var words: [String] {
        var words: [String] = [""]
        for character in self {
            if "_-".contains(character) {
                words.append("")
            } else if character.isUppercase, let last = words[words.count - 1].last, !last.isUppercase {
                words.append(String(character))
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words.filter { !$0.isEmpty }.map { $0.lowercased() }
    }
}
