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
          --no-faults       the server repeats no row, fails no page and breaks no avatar
          --json            one JSON object for each state, one a line
          --help            this text

        \(APIOptions.help)
        """

    /// The options that speak of the demo's own server.
    private static let ofServer: Set = ["--users", "--source", "--no-faults"]

    /// The largest number that is taken, so that no sum or product of several overflows.
    private static let largest = 1_000_000

    private(set) var users = 95
    private(set) var perPage = 30
    private(set) var threshold = 5
    private(set) var source = Source.keyset
    private(set) var hasFaults = true
    /// The API whose list is shown instead of the users.
    private(set) var api: APIOptions?
    private(set) var asJSON = false
    private(set) var showsHelp = false

    init(_ arguments: [String] = []) throws(UsageError) {
        var rest = arguments[...]
        var given: [String] = []
        var ofAPI: [String: String] = [:]
        while let option = rest.popFirst() {
            given.append(option)
            switch option {
            case "--users": users = try Self.number(after: option, from: 0, &rest)
            case "--per-page": perPage = try Self.number(after: option, from: 1, &rest)
            case "--threshold": threshold = try Self.number(after: option, from: 0, &rest)
            case "--source": source = try Self.source(after: option, &rest)
            case "--no-faults": hasFaults = false
            case "--json": asJSON = true
            case "--help", "-h": showsHelp = true
            case _ where APIOptions.names.contains(option):
                ofAPI[option] = try Self.value(after: option, &rest)
            default: throw UsageError("unknown option '\(option)'")
            }
        }
        api = try APIOptions(ofAPI)
        if api != nil, let option = given.first(where: Self.ofServer.contains) {
            throw UsageError("\(option) is for the demo's own server, not for --url")
        }
    }

    private static func value(after option: String, _ rest: inout ArraySlice<String>) throws(UsageError)
        -> String
    {
        guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
        return value
    }

    private static func number(
        after option: String, from smallest: Int, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Int {
        try number(value(after: option, &rest), for: option, from: smallest)
    }

    /// Reads a number that may be as large as any in the demo.
    static func number(_ text: String, for option: String, from smallest: Int) throws(UsageError) -> Int {
        guard let number = Int(text), smallest...largest ~= number else {
            throw UsageError(
                "\(option) takes a whole number from \(smallest) to \(largest), not '\(text)'")
        }
        return number
    }

    private static func source(
        after option: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Source {
        let text = try value(after: option, &rest)
        guard let source = Source(rawValue: text) else {
            let names = Source.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("\(option) takes one of \(names), not '\(text)'")
        }
        return source
    }
}

/// A command line that makes no sense.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let message: String

    init(_ message: String) {
        self.message = message
    }

    var description: String { "Demo: \(message); see --help" }
}
