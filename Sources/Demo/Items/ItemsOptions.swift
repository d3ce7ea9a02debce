import Flux
import Foundation

/// The options of `Demo items URL`.
struct ItemsOptions: Sendable {
    /// What is printed of a page.
    enum Output: Sendable {
        /// Each item on a line, or some of its fields.
        case items(fields: [JSONPath])
        /// Each body on a line.
        case pages
        /// Each body as it was received.
        case raw
    }

    static let help = """
        Usage: swift run Demo items URL [options]

        Prints the items of a JSON API, one on each line, as they were received. Where
        the items are and how the next page is found is detected in the first response
        and printed on standard error.

          --limit N         the maximum number of items (all); --pages and --raw print
                            the body with the last of them as a whole
          --select PATH,…   print these fields only; of several with the same name the
                            first, where other tools take the last
          --pages           print each body on a line instead of the items
          --raw             print each body as it was received
          --resume FILE     continue where the last run with this file was ended by a
                            limit, a signal or a failure; FILE has the key of the next
                            page, without secrets, and is removed at the end of the
                            list. --limit counts the items of one run. If the reader of
                            a pipe stops, the next run begins where this one began
          --timeline FILE   write a picture of the run for a browser at its end; a trace
                            for Perfetto if FILE ends with .json, an image for .svg
          --progress        show the progress even if standard output is a pipe, on
                            lines if standard error is not a terminal. By default it is
                            shown on a terminal, unless a pager may be using it
        \(RequestOptions.help)

        Exit status: 0 all items were read, 1 failed, 2 invalid options, 3 stopped at a
        limit, 129, 130 and 143 by signal, 141 if the reader of a pipe has closed it, as
        head does.
        """

    /// The URL of the first page.
    let url: URL
    private(set) var requests = RequestOptions()
    private(set) var limit = Int.max
    private(set) var output = Output.items(fields: [])
    private(set) var showsProgress = false
    private(set) var resume: ResumeFile?
    /// The file of a picture of the run.
    private(set) var timeline: String?

    /// Parses the arguments after `items`.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - input: The variables and files that options may name.
    init(_ arguments: [String], input: CommandInput = CommandInput()) throws(UsageError) {
        var rest = arguments[...]
        var outputs: Set<String> = []
        var resumePath: String?
        while let argument = rest.popFirst() {
            var (option, given) = Self.parts(of: argument)
            func value() throws(UsageError) -> String {
                if let value = given {
                    given = nil
                    return value
                }
                return try Options.value(after: option, &rest)
            }
            switch option {
            case "--limit":
                limit = try Options.number(try value(), for: option, from: 1, to: Options.largestCount)
            case "--select": output = .items(fields: try Self.paths(try value(), of: option))
            case "--pages": output = .pages
            case "--progress": showsProgress = true
            case "--timeline": timeline = try Recording.path(try value())
            case "--resume":
                let path = try value()
                if path.isEmpty { throw UsageError("--resume takes a file, not ''") }
                resumePath = path
            case "--raw": output = .raw
            case _ where !argument.hasPrefix("-") && requests.url == nil:
                try requests.setURL(argument, of: "items")
                given = nil
            default:
                guard try requests.read(option, from: input, value: value) else {
                    throw UsageError("unknown option '\(option)'")
                }
            }
            if given != nil { throw UsageError("\(option) takes no value") }
            if ["--select", "--pages", "--raw"].contains(option) { outputs.insert(option) }
        }
        if outputs.count > 1 {
            let names = outputs.sorted()
            throw UsageError("\(names[0]) cannot be combined with \(names[1])")
        }
        if showsProgress, requests.isQuiet {
            throw UsageError("--progress cannot be combined with --quiet")
        }
        guard let url = requests.url else { throw UsageError("items requires the URL of the first page") }
        try requests.check()
        self.url = url
        resume = resumePath.map { ResumeFile(path: $0, list: requests.identity(of: url)) }
    }

    /// The URL as it was given may have an equals sign, an option's name has none.
    private static func parts(of argument: String) -> (String, String?) {
        let parts = Options.separated([argument])
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    private static func paths(_ text: String, of option: String) throws(UsageError) -> [JSONPath] {
        var paths: [JSONPath] = []
        for text in text.split(separator: ",", omittingEmptySubsequences: false) {
            paths.append(try RequestOptions.path(String(text), of: option))
        }
        return paths
    }
}
