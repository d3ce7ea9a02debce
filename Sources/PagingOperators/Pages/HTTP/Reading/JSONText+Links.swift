import FluxLoading

// Arrays of links, such as [{"rel": "next", "href": "/list?page=2"}].
extension JSONText {
    /// The names of the address in the object of a link.
    static let linkNames = ["href", "url", "uri"]

    /// Whether this is an array of links, or an empty one.
    var isLinkList: Bool {
        kind == .array && (elements.isEmpty || elements.contains { !$0.relations.isEmpty })
    }

    /// Returns the address of the first link of one of some relations.
    func linkAddress(to relations: [String]) -> String? {
        let link = elements.first { link in link.relations.contains { relations.contains($0) } }
        return link.flatMap { link in Self.linkNames.lazy.compactMap { link[$0]?.string }.first }
    }

    /// The relations of a link: a text, or an array of texts, as Siren has it.
    private var relations: [String] {
        guard kind == .object, let relation = self["rel"] ?? self["relation"] else { return [] }
        if relation.kind == .array { return relation.elements.compactMap(\.string) }
        return relation.string.map { [$0] } ?? []
    }
}
