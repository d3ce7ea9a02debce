import Flux
import Foundation

/// Options for paging another API instead of the demo's own server.
struct APIOptions: Sendable, Equatable {
    static let help = """
        Options for a JSON API instead of the built-in server. Where the items are and
        how the next page is found is detected in the first response and printed on
        standard error.

          --url URL         the URL of the first page (http or https); the same as:
                            states URL
        \(RequestOptions.help)
          --per-page N      the number of items per page, sent as ?per_page= with
                            cursor, since and page, and as ?limit= with offset;
                            otherwise name it with --size-name
          --size-name NAME  the API's name for the parameter of --per-page
          --id PATH         the field that identifies an item (id, _id, uuid or guid)
          --title PATH      the field to show (title, name, full_name, login or label)
          --image PATH      the field with the URL of an image (avatar_url, avatar,
                            image, thumbnail, …)
          --no-images       load no images. Otherwise those at http and https URLs are
                            loaded, from this machine or a private network only if the
                            API is there. Pages don't wait for them
          --limit N         the maximum number of items to read (300)
          --store DIR       store the list in this folder. The next run with the same
                            options shows it first, marked as stored, also without a
                            network

        Exit status: 0 all items were read, 1 failed, 2 invalid options, 3 stopped at
        --limit or --max-requests, 130 and 143 by signal.

        A PATH names nested fields and indices of arrays: images.0.url. Escape a dot
        within a name with a backslash: @odata\\.nextLink
        """

    private(set) var requests = RequestOptions()
    private(set) var fields = ItemFields()
    private(set) var limit = 300
    /// The folder in which the list is kept between runs.
    private(set) var store: URL?
    private var sizeName: String?

    /// Reads an option.
    ///
    /// - Parameters:
    ///   - option: The name of the option.
    ///   - input: The variables and files that options may name.
    ///   - value: Takes the option's value.
    /// - Returns: Whether it is one of these options.
    mutating func read(
        _ option: String, from input: CommandInput, value: () throws(UsageError) -> String
    ) throws(UsageError) -> Bool {
        switch option {
        case "--id": fields.id = try RequestOptions.path(try value(), of: option)
        case "--title": fields.title = try RequestOptions.path(try value(), of: option)
        case "--image": fields.image = try RequestOptions.path(try value(), of: option)
        case "--no-images": fields.hasImages = false
        case "--limit": limit = try Options.number(try value(), for: option, from: 1)
        case "--store":
            let path = try value()
            if path.isEmpty { throw UsageError("--store takes a folder, not ''") }
            store = URL(filePath: path, directoryHint: .isDirectory)
        case "--size-name":
            let name = try value()
            if name.isEmpty { throw UsageError("--size-name takes a name, not ''") }
            sizeName = name
        default: guard try requests.read(option, from: input, value: value) else { return false }
        }
        return true
    }

    /// Sets where the items are, and how the next page is found.
    mutating func setRule(items: JSONPath, next: NextPageRule) {
        requests.setRule(items: items, next: next)
    }

    mutating func setURL(_ text: String, of command: String) throws(UsageError) {
        try requests.setURL(text, of: command)
    }

    /// Checks that the list can be stored, before the run.
    func checkStore() throws(UnusableFolder) {
        guard let store else { return }
        try UnusableFolder.check(store, at: store.path(percentEncoded: false), of: "--store")
    }

    /// Completes the options after all have been read.
    ///
    /// - Parameters:
    ///   - pageSize: The number of items of a page, if it was given.
    ///   - limit: The largest one; by default the number of items to read.
    mutating func complete(pageSize: Int?, limit: Int? = nil) throws(UsageError) {
        try requests.check()
        if let id = fields.id { requests.setIdentifier(at: id) }
        guard let pageSize else {
            if sizeName != nil { throw UsageError("--size-name requires --per-page") }
            return
        }
        guard let name = sizeName ?? requests.next.usualSizeParameter else {
            throw UsageError("--per-page requires --size-name, or --next cursor, since, page or offset")
        }
        requests.setQuery(name, to: min(pageSize, limit ?? self.limit))
    }
}
