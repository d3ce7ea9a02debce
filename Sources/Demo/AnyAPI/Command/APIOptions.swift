import Flux
import Foundation

/// Options for paging another API instead of the demo's own server.
struct APIOptions: Sendable, Equatable {
    static let names: Set = [
        "--url", "--items", "--next", "--id", "--title", "--image", "--limit", "--size-name",
    ]

    static let help = """
        Options for a JSON API instead of the built-in server:

          --url URL         the URL of the first page (http or https); the same as: states URL
          --items PATH      the array of items in the body, such as data.items (the body itself)
          --next HOW        how to find the next page (link):
                              link                 the Link header
                              field:PATH           a field of the body contains its URL
                              cursor:PATH[=NAME]   a field of the body contains a cursor, sent as ?cursor=
                              since[=NAME]         the last id, sent as ?since=
                              page[=NAME]          the page number, sent as ?page=, starting at URL's value or 1
                              offset[=NAME]        the number of items, sent as ?offset=, starting at URL's value or 0
                            NAME is the API's name for the parameter. --per-page is sent as ?per_page= with cursor,
                            since and page, and as ?limit= with offset; with link and field, URL contains it
          --size-name NAME  the API's name for the parameter of --per-page
          --id PATH         the field that identifies an item (id)
          --title PATH      the field to show (title, name, full_name, login or label)
          --image PATH      the field with the URL of an image (avatar_url, avatar, image, thumbnail, …)
          --no-images       load no images. Otherwise those at http and https URLs are loaded, from this machine or a
                            private network only if the API is there
          --limit N         the maximum number of items to read (300)

        Exit status: 0 all items were read, 1 failed, 2 invalid options, 3 stopped at --limit.

        A PATH names nested fields and indices of arrays: images.0.url. Escape a dot within a name with a backslash:
        @odata\\.nextLink
        """

    let url: URL
    private(set) var items: JSONPath?
    private(set) var next = NextPage.link
    private(set) var fields = ItemFields()
    private(set) var limit = 300
    private(set) var sizeParameter: String?

    /// Parses options.
    ///
    /// - Parameter values: The values by the ``names`` of their options. Without `--url` it must be empty.
    init?(_ values: [String: String]) throws(UsageError) {
        guard let url = values["--url"] else {
            guard let option = values.keys.min() else { return nil }
            throw UsageError("\(option) requires --url")
        }
        self.url = try Self.address(url, of: "--url")
        items = try Self.path("--items", in: values)
        if let text = values["--next"] { next = try NextPage(text) }
        fields.id = try Self.path("--id", in: values) ?? fields.id
        fields.title = try Self.path("--title", in: values)
        fields.image = try Self.path("--image", in: values)
        if let text = values["--limit"] { limit = try Options.number(text, for: "--limit", from: 1) }
        sizeParameter = try Self.sizeParameter(values["--size-name"], next)
    }

    /// Returns the options for items without images.
    func withoutImages() -> Self {
        var copy = self
        copy.fields.hasImages = false
        return copy
    }

    static func address(_ text: String, of option: String) throws(UsageError) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            let host = url.host(), !host.isEmpty
        else { throw UsageError("\(option) takes an http or https URL, not '\(text)'") }
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
            throw UsageError(
                "--size-name does not apply to --next link and field: URL contains the page size")
        }
        return name
    }
}
