import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The options of `Demo items URL`.
struct ItemsOptions {
    /// What is printed of a page.
    enum Output {
        /// Each item on a line, or some of its fields.
        case items(fields: [JSONPath])
        /// Each body on a line.
        case pages
        /// Each body as it was received.
        case raw
    }

    static let help = """
        Usage: swift run Demo items URL [options]

        Prints the items of a JSON API, one on each line, as they were received. Where the items are and how the next page
        is found is detected in the first response and said on standard error.

          --items PATH      the array of items in the body
          --next HOW        how to find the next page: \(NextPage.forms), none
          --limit N         the maximum number of items (all)
          --max-requests N  the maximum number of pages (all)
          --select PATH,…   print these fields only
          --pages           print each body on a line instead of the items
          --raw             print each body as it was received
          --header 'K: V'   a header field; may be repeated
          --bearer-env NAME send the token in this environment variable as Authorization: Bearer
          --method NAME     the method (GET, or POST with --data)
          --data TEXT       the body of each request; @FILE reads a file, - reads standard input
          --timeout S       the time without a byte after which a request fails, in seconds (60)
          --deadline S      the time after which a request fails, in seconds (300)
          --retries N       the number of retries after transient failures (3)
          --allow-origin URL  follow next pages to this origin, too; may be repeated
          --strict          fail at status 404 after the last page by number

        Exit status: 0 all items were read, 1 failed, 2 invalid options, 3 stopped at a limit, 130 and 143 by signal.
        """

    private(set) var request: URLRequest
    private(set) var items: JSONPath?
    private(set) var next = NextPageRule.detected
    private(set) var limit = Int.max
    private(set) var maximumPages = Int.max
    private(set) var output = Output.items(fields: [])
    private(set) var timeout = 60
    private(set) var deadline = 300
    private(set) var retries = 3
    private(set) var allowedOrigins: [URL] = []
    private(set) var isStrict = false

    /// Parses the arguments after `items`.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - environment: The variables for `--bearer-env`.
    ///   - read: Reads the file at a path, or standard input at `-`, for `--data`.
    init(
        _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        read: (String) throws -> Data = Self.read
    ) throws(UsageError) {
        var rest = arguments[...]
        var url: URL?
        var fields: [(name: String, value: String)] = []
        var (method, body): (String?, Data?)
        while let argument = rest.popFirst() {
            var (option, given) = Self.parts(of: argument)
            func value() throws(UsageError) -> String {
                if let value = given {
                    given = nil
                    return value
                }
                return try Options.value(after: option, &rest)
            }
            func number(from smallest: Int = 1) throws(UsageError) -> Int {
                try Options.number(try value(), for: option, from: smallest)
            }
            switch option {
            case "--items": items = try Self.path(try value(), of: option)
            case "--next": next = try Self.rule(try value())
            case "--limit": limit = try number()
            case "--max-requests": maximumPages = try number()
            case "--select":
                var paths: [JSONPath] = []
                for text in try value().split(separator: ",", omittingEmptySubsequences: false) {
                    paths.append(try Self.path(String(text), of: option))
                }
                output = .items(fields: paths)
            case "--pages": output = .pages
            case "--raw": output = .raw
            case "--header": fields.append(try Self.field(try value()))
            case "--bearer-env":
                let name = try value()
                guard let token = environment[name], !token.isEmpty else {
                    throw UsageError("--bearer-env: the environment has no '\(name)'")
                }
                fields.append(("Authorization", "Bearer \(token)"))
            case "--method": method = try value().uppercased()
            case "--data":
                let text = try value()
                do {
                    body =
                        text == "-" || text.hasPrefix("@")
                        ? try read(text == "-" ? text : String(text.dropFirst())) : Data(text.utf8)
                } catch {
                    throw UsageError("--data: '\(text)' could not be read")
                }
            case "--timeout": timeout = try number()
            case "--deadline": deadline = try number()
            case "--retries": retries = try number(from: 0)
            case "--allow-origin": allowedOrigins.append(try APIOptions.address(try value(), of: option))
            case "--strict": isStrict = true
            case "--url": url = try APIOptions.address(try value(), of: option)
            case _ where !argument.hasPrefix("-") && url == nil:
                url = try APIOptions.address(argument, of: "items")
                given = nil
            default: throw UsageError("unknown option '\(option)'")
            }
            if given != nil { throw UsageError("\(option) takes no value") }
        }
        guard let url else { throw UsageError("items requires the URL of the first page") }
        request = URLRequest(url: url)
        request.httpMethod = method ?? (body == nil ? "GET" : "POST")
        request.httpBody = body
        // Some servers, such as GitHub's, reject requests without a User-Agent.
        request.setValue("Flux-Demo", forHTTPHeaderField: "User-Agent")
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        for field in fields { request.setValue(field.value, forHTTPHeaderField: field.name) }
    }

    /// The URL as it was given may have an equals sign, an option's name has none.
    private static func parts(of argument: String) -> (String, String?) {
        let parts = Options.separated([argument])
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    private static func path(_ text: String, of option: String) throws(UsageError) -> JSONPath {
        guard let path = JSONPath(text) else {
            throw UsageError("\(option) takes a path such as data.items, not '\(text)'")
        }
        return path
    }

    private static func rule(_ text: String) throws(UsageError) -> NextPageRule {
        if text == "none" { return .single }
        return switch try NextPage(text) {
        case .link: .link
        case .field(let path): .address(at: path)
        case .cursor(let path, let parameter): .cursor(at: path, as: parameter)
        case .since(let parameter): .keyset(as: parameter)
        case .page(let parameter): .page(as: parameter)
        case .offset(let parameter): .offset(as: parameter)
        }
    }

    private static func field(_ text: String) throws(UsageError) -> (String, String) {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw UsageError("--header takes 'Name: value'") }
        let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        return (String(text[..<colon]), value)
    }

    static func read(_ path: String) throws -> Data {
        path == "-"
            ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: URL(filePath: path))
    }
}
