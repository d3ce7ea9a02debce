import LoopbackServer

/// The options of the command line.
struct Options: Equatable {
    /// The style of paging.
    enum Source: String, CaseIterable {
        case keyset, offset, page, cursor
    }

    static let help = """
        Usage: swift run Demo [options]
               swift run Demo states URL [options]
               swift run Demo items URL [options]     see: swift run Demo items --help
               swift run Demo browse [URL] [options]  see: swift run Demo browse --help

        Starts an HTTP server on this machine, scrolls a list of its users to the end,
        and prints every state of the list.

          --users N         the number of users on the server (95)
          --per-page N      the number of users per page (30)
          --threshold N     load the next page when fewer rows than this follow the last
                            visible row (5)
          --source KIND     the style of paging: keyset, offset, page or cursor (keyset)
          --trigger KIND    what makes the list load more (shown):
                              shown     a row near the end becomes visible
                              scrolled  the scroll position is near the end
                              pulled    the list is pulled past its end
                              button    a button at the end is tapped
          --start-at ID     start at the user with this id, or the next one; at the end,
                            scroll back to the start. Requires --source keyset
          --max-rows N      keep about this many rows: pages on the far side are
                            removed, and loaded again when the list is scrolled back to
                            the start
          --no-faults       serve every page and avatar without faults
          --timeline FILE   write a picture of the run for a browser at its end: loads
                            with their retries, states, rows and images; a trace for
                            Perfetto if FILE ends with .json, an image for .svg
          --verbose         print every state and every avatar; by default states with
                            other rows, loads or failures, with the number of avatars
                            that have arrived since
          --json            print one JSON object per line for each state, with its
                            time, its change, and what requests for pages did since the
                            one before; the last object has the ids of all users shown,
                            in order, and their number as rows
          --help            print this help

        The value of an option may also be given as --option=value.

        \(ImageCacheOptions.help)

        \(APIOptions.help)
        """

    /// The options of the demo's own server.
    private static let ofServer: Set = ["--users", "--source", "--start-at", "--no-faults"]

    /// The largest number accepted, so that no sum or product of several overflows.
    static let largest = 1_000_000
    /// The largest number accepted where it is only compared with a count.
    static let largestCount = Int(Int32.max)
    /// The largest id accepted; even the largest number of users has smaller ids.
    private static let largestId = 10_000_000

    private(set) var users = 95
    private(set) var perPage = 30
    private(set) var threshold = 5
    private(set) var source = Source.keyset
    private(set) var trigger = Trigger.Kind.shown
    private(set) var startAt: Int?
    private(set) var maxRows: Int?
    private(set) var hasFaults = true
    /// The API to page instead of the demo's own server.
    private(set) var api: APIOptions?
    private(set) var imageCache = ImageCacheOptions()
    private(set) var asJSON = false
    /// Whether the text has every state, and every image.
    private(set) var isVerbose = false
    /// The file of a picture of the run.
    private(set) var timeline: String?
    private(set) var showsHelp = false

    init(_ arguments: [String] = [], input: CommandInput = CommandInput()) throws(UsageError) {
        var rest = Self.separated(arguments)[...]
        let isOfStates = rest.first == "states"
        if isOfStates { rest.removeFirst() }
        var given: Set<String> = []
        var api = APIOptions()
        var firstOfAPI: String?
        while let option = rest.popFirst() {
            switch option {
            case "--users": users = try Self.number(after: option, from: 0, &rest)
            case "--per-page": perPage = try Self.number(after: option, from: 1, &rest)
            case "--threshold": threshold = try Self.number(after: option, from: 0, &rest)
            case "--source": source = try Self.choice(after: option, &rest)
            case "--trigger": trigger = try Self.choice(after: option, &rest)
            case "--start-at": startAt = try Self.number(after: option, from: 0, to: Self.largestId, &rest)
            case "--max-rows": maxRows = try Self.number(after: option, from: 1, &rest)
            case "--no-faults": hasFaults = false
            case "--json": asJSON = true
            case "--verbose": isVerbose = true
            case "--timeline": timeline = try Recording.path(Self.value(after: option, &rest))
            case "--help", "-h": showsHelp = true
            case _ where isOfStates && !option.hasPrefix("-") && api.requests.url == nil:
                try api.setURL(option, of: "states")
            default:
                if try imageCache.read(option, &rest) { break }
                let isKnown = try api.read(option, from: input) { () throws(UsageError) in
                    try Self.value(after: option, &rest)
                }
                guard isKnown else { throw UsageError("unknown option '\(option)'") }
                firstOfAPI = firstOfAPI ?? option
            }
            given.insert(option)
        }
        if api.requests.url != nil {
            try api.complete(pageSize: given.contains("--per-page") ? perPage : nil)
            self.api = api
        } else if !showsHelp {
            if isOfStates { throw UsageError("states requires the URL of the first page") }
            if let option = firstOfAPI { throw UsageError("\(option) requires --url") }
        }
        try check(given)
    }

    /// Rejects options that cannot be combined.
    private func check(_ given: Set<String>) throws(UsageError) {
        if api != nil, let option = given.intersection(Self.ofServer).min() {
            throw UsageError("\(option) cannot be combined with --url: it applies to the demo's own server")
        }
        if asJSON, isVerbose {
            throw UsageError("--verbose cannot be combined with --json, which has everything")
        }
        try imageCache.check()
        if imageCache.folder != nil, api?.fields.hasImages == false {
            throw UsageError("--image-cache cannot be combined with --no-images")
        }
        if startAt != nil, source != .keyset {
            throw UsageError(
                "--start-at requires --source keyset: other sources cannot start at an id")
        }
        if trigger != .shown, given.contains("--threshold") {
            throw UsageError("--threshold requires --trigger shown: other triggers send no rows")
        }
    }
}
