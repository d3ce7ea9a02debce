import Flux
import Foundation

/// The options of `Demo browse [URL]`.
struct BrowseOptions: Sendable {
    static let help = """
        Usage: swift run Demo browse [URL] [options]

        Shows the items of a JSON API in the terminal, and loads pages as the list is
        scrolled. Without a URL it starts an HTTP server on this machine with a list of
        users.

          j k, arrows       next row and the row before; g G first and last row
          space b d u       a page down and up, half a page down and up
          / n N             find a text, also on pages that are not loaded yet
          Enter             show the JSON of the item; q goes back
          r R Esc           refresh and show the difference, retry, stop
          e i ? q           events, images, all keys, quit

          --max-rows N      keep about this many rows in memory; others are loaded again
                            (1000)
          --threshold N     load the next page when fewer rows than this follow the last
                            visible row (30)
          --users N         the number of users of the server on this machine (95)
          --no-faults       serve every page and avatar without faults
          --timeline FILE   write a picture of the run for a browser at its end
          --help            print this help

        Options for a JSON API:

        \(RequestOptions.help)
          --per-page N      the number of items per page
          --size-name NAME  the API's name for the parameter of --per-page
          --id PATH         the field that identifies an item (id, _id, uuid or guid)
          --title PATH      the field to show first (title, name, full_name, login or
                            label)
          --image PATH      the field with the URL of an image
          --no-images       load no images
          --graphics KIND   show images as kitty or sixel graphics, as blocks of two
                            pixels, or not at all: kitty, sixel, blocks or none (what
                            the terminal answers, else blocks if it has true color)

        Exit status: 0 after q, 1 failed, 2 invalid options, 129, 130 and 143 by signal.
        """

    /// The options of `states` that have no meaning here.
    private static let unsupported: Set = ["--limit", "--store", "--deadline", "--url"]

    private(set) var api = APIOptions()
    private(set) var maxRows = 1000
    private(set) var threshold = 30
    private(set) var users = 95
    private(set) var hasFaults = true
    private(set) var hasIdentifier = false
    /// The file of a picture of the run.
    private(set) var timeline: String?
    /// How images are shown; `nil` to ask the terminal.
    private(set) var graphics: TerminalGraphics.Kind?
    private(set) var showsHelp = false

    /// The URL of the first page; `nil` for the server on this machine.
    var url: URL? { api.requests.url }

    /// Parses the arguments after `browse`.
    init(_ arguments: [String], input: CommandInput = CommandInput()) throws(UsageError) {
        var rest = Options.separated(arguments)[...]
        var pageSize: Int?
        var ofServer: String?
        while let option = rest.popFirst() {
            switch option {
            case "--max-rows": maxRows = try Options.number(after: option, from: 1, &rest)
            case "--threshold": threshold = try Options.number(after: option, from: 1, &rest)
            case "--per-page": pageSize = try Options.number(after: option, from: 1, &rest)
            case "--users":
                users = try Options.number(after: option, from: 0, &rest)
                ofServer = option
            case "--graphics": graphics = try Self.kind(Options.value(after: option, &rest))
            case "--no-faults":
                hasFaults = false
                ofServer = option
            case "--timeline": timeline = try Recording.path(Options.value(after: option, &rest))
            case "--help", "-h": showsHelp = true
            case _ where Self.unsupported.contains(option):
                throw UsageError("\(option) cannot be combined with browse")
            case _ where !option.hasPrefix("-") && url == nil:
                try api.setURL(option, of: "browse")
            default:
                if option == "--id" { hasIdentifier = true }
                let isKnown = try api.read(option, from: input) { () throws(UsageError) in
                    try Options.value(after: option, &rest)
                }
                guard isKnown else { throw UsageError("unknown option '\(option)'") }
            }
        }
        if url != nil, let ofServer {
            throw UsageError("\(ofServer) cannot be combined with a URL: it applies to the demo's own server")
        }
        if url != nil { try api.complete(pageSize: pageSize, limit: Options.largest) }
    }

    private static func kind(_ text: String) throws(UsageError) -> TerminalGraphics.Kind {
        guard let kind = TerminalGraphics.Kind(rawValue: text) else {
            throw UsageError("--graphics needs kitty, sixel, blocks or none, not '\(text)'")
        }
        return kind
    }

    /// How images are shown before the terminal has answered, and what it is asked.
    func graphicsQuery(
        _ environment: [String: String], _ depth: ColorDepth, cell: CellPixels?
    ) -> GraphicsQuery {
        GraphicsQuery(
            environment, depth, forced: api.fields.hasImages ? graphics : TerminalGraphics.Kind.none,
            cell: cell)
    }

    /// The same options for the list of the server on this machine, in pages by number, which count the
    /// items.
    func browsing(users url: URL) throws(UsageError) -> BrowseOptions {
        var options = self
        try options.api.setURL("\(url)?page=1", of: "browse")
        try options.api.complete(pageSize: nil)
        options.api.setRule(items: "items", next: .page(total: "total"))
        return options
    }
}
