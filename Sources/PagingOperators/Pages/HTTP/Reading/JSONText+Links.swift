import FluxLoading
import Foundation

// Links in the place of an address: {"href": "/list?page=2"}, [{"rel": "next", "href": "/list?page=2"}].
extension JSONText {
    /// The names of the address in the object of a link.
    static let linkNames = ["href", "url", "uri"]

    /// The names of the address in an object that it also identifies: a page of JSON-LD or of IIIF.
    static let identifyingNames = ["@id", "id"]

    /// Returns the address in the object of a link, or that which identifies it. An object with a title is
    /// something else than a page, such as the next episode of a series, unless it is at the list's own
    /// address.
    ///
    /// - Parameter url: The URL of a page of the list, if known.
    func linkTarget(from url: URL?) -> String? {
        guard kind == .object else { return nil }
        if let address = Self.linkNames.lazy.compactMap({ self[$0]?.string }).first { return address }
        let address = Self.identifyingNames.lazy.compactMap { self[$0]?.string }.first { $0.looksLikeAddress }
        return address.flatMap { !hasTitle || url?.isOfSameList(as: $0) == true ? $0 : nil }
    }

    /// Whether an object has a member that names what it is.
    var hasTitle: Bool {
        kind == .object && members.contains { ["title", "name"].contains($0.name.plain) }
    }

    /// Returns the only address of an array, or that of its first link, as HAL may have several of them.
    /// Several addresses, and objects with titles, are those of something else than a page.
    ///
    /// - Parameter url: The URL of a page of the list, if known.
    func firstAddress(from url: URL?) -> String? {
        guard kind == .array, let first = elements.first else { return nil }
        if let address = first["href"]?.string { return address }
        if elements.count > 1 { return nil }
        if let text = first.string { return text.looksLikeAddress ? text : nil }
        return first.linkTarget(from: url).flatMap {
            !first.hasTitle || url?.isOfSameList(as: $0) == true ? $0 : nil
        }
    }

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

extension URL {
    /// Whether an address has the origin and the path of this one, so that it is another page of the same
    /// list.
    func isOfSameList(as address: String) -> Bool {
        guard address.looksLikeAddress, let other = resolving(address), let origin = URLOrigin(other) else {
            return false
        }
        return origin == URLOrigin(self) && other.path(percentEncoded: true) == path(percentEncoded: true)
    }
}
