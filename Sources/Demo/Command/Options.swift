import LoopbackServer

/// What the command line asks for.
struct Options: Equatable {
    /// How the pages are asked for.
    enum Source: String, CaseIterable {
        case keyset, offset, page, cursor
    }

    static let help = """
        Usage: swift run Demo [options]

        Starts a small HTTP server on this machine, scrolls a list of its users from top to end, and prints every
        state of the list.

          --users N         how many users the server has (95)
          --per-page N      how many of them to ask for at a time (30)
          --threshold N     load on when fewer rows than this lie below the last visible one (5)
          --source KIND     keyset, offset, page or cursor: how pages are asked for (keyset)
          --trigger KIND    shown, scrolled, pulled or button: what the list tells to get more (shown): its rows, its
                            scroll position, that it is pulled beyond its edge, or that a button is tapped
          --start-at ID     begin with the user of that id, or the next one; when the end has been seen, scroll back up
                            to the start. Takes pages by keyset, as an id tells no offset, page number or cursor
          --max-rows N      keep about that many rows: pages leave on the far side, and come back when the list, its end
                            seen, is scrolled back up to the start
          --no-faults       the server repeats no row, fails no page and breaks no avatar
          --json            one JSON object for each state, one a line; the last one has the ids of all users that were
                            seen, each once, in order, and their number as rows
          --help            this text

        \(APIOptions.help)
        """

    /// The options that speak of the demo's own server.
    private static let ofServer: Set = ["--users", "--source", "--start-at", "--no-faults"]

    /// The largest number that is taken, so that no sum or product of several overflows.
    static let largest = 1_000_000
    /// The largest id that is taken; so many users have smaller ones.
    private static let largestId = 10_000_000

    private(set) var users = 95
    private(set) var perPage = 30
    private(set) var threshold = 5
    private(set) var source = Source.keyset
    private(set) var trigger = Trigger.Kind.shown
    private(set) var startAt: Int?
    private(set) var maxRows: Int?
    private(set) var hasFaults = true
    /// The API whose list is shown instead of the users.
    private(set) var api: APIOptions?
    private(set) var asJSON = false
    private(set) var showsHelp = false

    init(_ arguments: [String] = []) throws(UsageError) {
        var rest = arguments[...]
        var given: Set<String> = []
        var ofAPI: [String: String] = [:]
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
            case "--help", "-h": showsHelp = true
            case _ where APIOptions.names.contains(option):
                ofAPI[option] = try Self.value(after: option, &rest)
            default: throw UsageError("unknown option '\(option)'")
            }
            given.insert(option)
        }
        api = try APIOptions(ofAPI)
        try check(given)
    }

    /// Refuses options that make no sense together.
    private func check(_ given: Set<String>) throws(UsageError) {
        if api != nil, let option = given.intersection(Self.ofServer).min() {
            throw UsageError("\(option) is for the demo's own server, not for --url")
        }
        if startAt != nil, source != .keyset {
            throw UsageError(
                "--start-at takes --source keyset: an id tells no offset, page number or cursor")
        }
        if trigger != .shown, given.contains("--threshold") {
            throw UsageError("--threshold takes --trigger shown: no other trigger tells rows")
        }
        let pageSize = api == nil ? min(perPage, UsersService.maximumPageSize) : perPage
        let smallest = trigger.smallestWindow(pageSize: pageSize)
        if let maxRows, maxRows < smallest {
            throw UsageError(
                "--max-rows takes at least \(smallest) with --trigger \(trigger.rawValue): "
                    + "what is near the screen on either side is loaded, and has to fit in")
        }
    }
}
