import FluxLoading

// Arrays of links, such as [{"rel": "next", "href": "/list?page=2"}].
extension JSONText {
    /// The names of the address in the object of a link.
    static let linkNames = ["href", "url", "uri"]

    /// Whether this is an array of links, or an empty one.
    var isLinkList: Bool { kind == .array && (elements.isEmpty || elements.contains { $0.relation != nil }) }

    /// Returns the address of the first link of one of some relations.
    func linkAddress(to relations: [String]) -> String? {
        let link = elements.first { $0.relation.map(relations.contains) ?? false }
        return link.flatMap { link in Self.linkNames.lazy.compactMap { link[$0]?.string }.first }
    }

    private var relation: String? {
        kind == .object ? (self["rel"] ?? self["relation"])?.string : nil
    }
}
