import Foundation

/// Which API is paged instead of the demo's own server, and how.
struct APIOptions: Sendable, Equatable {
    static let names: Set = [
        "--url", "--items", "--next", "--id", "--title", "--image", "--limit", "--size-name",
    ]

    static let help = """
        With --url the list is that of a JSON API:

          --url URL         where its first page is (http or https)
          --items PATH      where the items are in the body, such as data.items (the body itself)
          --next HOW        how the next page is found (link):
                              link                 by the Link header
                              field:PATH           a field of the body has its address
                              cursor:PATH[=NAME]   a field of the body has a cursor, to be sent as ?cursor=
                              since[=NAME]         the last id is sent as ?since=
                              page[=NAME]          its number is sent as ?page=, from what URL says or 1
                              offset[=NAME]        items are counted in ?offset=, from what URL says or 0
                            NAME is what the API calls that parameter. For cursor, since and page --per-page is
                            sent as ?per_page=, for offset as ?limit=; for link and field URL says it
          --size-name NAME  what the API calls the parameter for --per-page
          --id PATH         the field that tells items apart (id)
          --title PATH      the field that is shown (title, name, full_name, login or label)
          --image PATH      the field with the address of an image (avatar_url, avatar, image, thumbnail, …)
          --limit N         read at most that many items (300)

        A PATH leads to a field within fields, and to an item of an array: images.0.url. A dot that belongs to a name
        has a backslash before it: @odata\\.nextLink
        """

    let url: URL
    private(set) var items: JSONPath?
    private(set) var next = NextPage.link
    private(set) var fields = ItemFields()
    private(set) var limit = 300
    private(set) var sizeParameter: String?

    /// Reads the values of options.
    ///
    /// - Parameter values: By the ``names`` of their options. Without an address there must be none.
    init?(_ values: [String: String]) throws(UsageError) {
        guard let url = values["--url"] else {
            guard let option = values.keys.min() else { return nil }
            throw UsageError("\(option) is for --url")
        }
        self.url = try Self.address(url)
        items = try Self.path("--items", in: values)
        if let text = values["--next"] { next = try NextPage(text) }
        fields.id = try Self.path("--id", in: values) ?? fields.id
        fields.title = try Self.path("--title", in: values)
        fields.image = try Self.path("--image", in: values)
        if let text = values["--limit"] { limit = try Options.number(text, for: "--limit", from: 1) }
        sizeParameter = try Self.sizeParameter(values["--size-name"], next)
    }

    private static func address(_ text: String) throws(UsageError) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            let host = url.host(), !host.isEmpty
        else { throw UsageError("--url takes an http or https address, not '\(text)'") }
        return url
    }

    private static func path(_ option: String, in values: [String: String]) throws(UsageError) -> JSONPath? {
        guard let text = values[option] else { return nil }
        guard let path = JSONPath(text) else {
            throw UsageError("\(option) takes a path such as data.items, not '\(text)'")
        }
        return path
    }

    private static func sizeParameter(_ name: String?, _ next: NextPage) throws(UsageError) -> String? {
        guard let name else { return next.usualSizeParameter }
        guard !name.isEmpty else { throw UsageError("--size-name takes a name, not ''") }
        guard next.usualSizeParameter != nil else {
            throw UsageError("--size-name is not for link and field, where URL says the size")
        }
        return name
    }
}
