import FluxLoading

/// The members that the first pages have outside of arrays, by which a later one without an array of items
/// is recognized: it has no others, and states the same.
struct PageShape: Hashable, Sendable, Codable {
    /// The number of members that are kept, at most.
    private static let limit = 128

    /// The hashes of the members' paths, and of the values that state what the body is, or what became of the
    /// request.
    private let members: [UInt32]
    /// The number of levels whose members are all kept.
    private let depth: Int

    /// - Parameter earlier: That of the pages before.
    init(_ outline: BodyOutline, after earlier: PageShape? = nil) {
        var depth = BodyOutline.nearDepth
        if outline.fields.count > Self.limit {
            depth = min(depth, outline.fields[Self.limit].path.steps.count - 1)
        }
        let fields = outline.fields.filter { $0.path.steps.count <= depth }
        let hashes = fields.map { Self.hash(of: $0.path) } + fields.compactMap(Self.hashOfStatement)
        members = Set(hashes + (earlier?.members.prefix(2 * Self.limit) ?? [])).sorted()
        self.depth = min(depth, earlier?.depth ?? depth)
    }

    /// Whether a page has a member. One that is nested deeper than those that are kept counts as one.
    func has(_ field: BodyOutline.Field) -> Bool {
        depth > 0 && (field.path.steps.count > depth || members.contains(Self.hash(of: field.path)))
    }

    /// Whether a page has the same value at the same place, if that states what the body is, or what became
    /// of the request.
    func statesSame(as field: BodyOutline.Field) -> Bool {
        Self.hashOfStatement(field).map { members.contains($0) } ?? true
    }

    /// Whether a page has the same value in a field that names the type of the body.
    func hasSameType(as outline: BodyOutline) -> Bool {
        outline.fields.contains {
            $0.path.steps.count == 1 && Self.namesType($0)
                && Self.hashOfStatement($0).map { members.contains($0) } == true
        }
    }

    private static func namesType(_ field: BodyOutline.Field) -> Bool {
        [
            "kind", "object", "type", "context", "odata.context", "typename", "resourcetype", "class",
        ].contains(field.plain)
    }

    /// Whether a field states what the body is, or what became of the request.
    static func isStatement(_ field: BodyOutline.Field) -> Bool {
        switch field.value.kind {
        case .string: namesType(field) || RequestOutcome.isStated(by: field.name)
        case .number, .boolean: RequestOutcome.isStated(by: field.name)
        case .null, .array, .object: false
        }
    }

    private static func hashOfStatement(_ field: BodyOutline.Field) -> UInt32? {
        guard isStatement(field) else { return nil }
        return UInt32(truncatingIfNeeded: PageFingerprint.of(field.value, named: name(of: field.path)))
    }

    private static func hash(of path: JSONPath) -> UInt32 {
        UInt32(truncatingIfNeeded: PageFingerprint.adding(name(of: path), to: 0))
    }

    private static func name(of path: JSONPath) -> String { path.steps.joined(separator: "\u{0}") }
}
