import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The options of requests to a JSON API, which `items` and `states` share.
struct RequestOptions: Sendable, Equatable {
    /// A header field.
    struct Field: Sendable, Equatable {
        let name: String
        let value: String

        /// What separates several values (RFC 9110 §5.3, RFC 6265 §5.4); `nil` for a field with a single one.
        fileprivate var separator: String? {
            switch name.lowercased() {
            case "cookie": "; "
            case "authorization", "content-type", "host", "origin", "range", "referer", "user-agent": nil
            default: ", "
            }
        }
    }

    static let help = """
          --items PATH      the array of items in the body, such as data.items
                            (detected)
          --next HOW        how to find the next page (detected):
                              link                 the Link header
                              field:PATH           a field of the body contains
                                                   its URL
                              cursor:PATH[=NAME]   a field of the body contains
                                                   a cursor, sent as ?cursor=
                              header:FIELD[=NAME]  a header field contains a
                                                   URL, or a cursor
                              since[:PATH][=NAME]  the last item's id, or its
                                                   field at PATH, sent as
                                                   ?since=
                              page[=NAME]          the page number, sent as
                                                   ?page=, from URL's value or 1
                              offset[=NAME]        the number of items, sent as
                                                   ?offset=, from URL's value or
                                                   0
                              none                 there is one page
                            NAME is the API's name for the parameter, body:NAME
                            that of a member of --data, which is then a JSON
                            object; NAME is a path there:
                            cursor:PATH=body:variables.after; header:NAME is a
                            field of the request's header
          --max-requests N  the maximum number of requests, retries included (all)
          --max-bytes N     the maximum number of bytes of a body, which may take up to
                            35 times as much memory (67108864)
          --max-empty-pages N
                            the number of consecutive pages without items after which
                            the list fails (5)
          --header 'K: V'   a header field; may be repeated
          --bearer-env NAME send the token in this environment variable as
                            Authorization: Bearer
          --method NAME     the method (GET, or POST with --data)
          --data TEXT       the body of each request; @FILE reads a file, - reads
                            standard input
          --timeout S       the time without a byte after which a request fails, in
                            seconds (60)
          --deadline S      the time after which the run fails, in seconds, retries
                            included (none; of a request 300)
          --retries N       the number of retries after transient failures (3). The wait
                            that a server requires before one, as by Retry-After, may
                            last until --deadline, without that 30 seconds
          --allow-origin URL
                            follow next pages to this origin, too; may be repeated
          --may-end-early   do not fail where the pages that the server has end before
                            the number of items that it states, as those of GitHub's
                            search do after 1,000
          --strict          fail at status 404 after the last page by number
          --quiet           write nothing but failures to standard error
        """

    /// The URL of the first page.
    private(set) var url: URL?
    private(set) var items: JSONPath?
    private(set) var next = NextPageRule.detected
    /// Whether `--next` has the path of the field that `since` sends.
    private var hasKeysetPath = false
    private(set) var maximumRequests = Int.max
    /// The maximum size of a body.
    private(set) var maximumBytes = 64 * 1024 * 1024
    private(set) var timeout = 60
    /// The limit of the time of the whole run, in seconds.
    private(set) var deadline: Int?
    private(set) var retries = 3
    private(set) var allowedOrigins: [URL] = []
    /// Whether a list may end before the number of items that the server states.
    private(set) var mayEndEarly = false
    private(set) var isStrict = false
    private(set) var isQuiet = false
    private(set) var maximumEmptyPages = 5
    private var fields: [Field] = []
    private var method: String?
    private var body: Data?

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
        func number(from smallest: Int = 1, to largest: Int = Options.largest) throws(UsageError) -> Int {
            try Options.number(try value(), for: option, from: smallest, to: largest)
        }
        switch option {
        case "--url": try setURL(try value(), of: option)
        case "--items": items = try Self.path(try value(), of: option)
        case "--next":
            let text = try value()
            next = try NextPageRule(option: text)
            hasKeysetPath = text.hasPrefix("since:")
        case "--max-requests": maximumRequests = try number(to: Options.largestCount)
        case "--max-bytes": maximumBytes = try number(to: Options.largestCount)
        case "--max-empty-pages": maximumEmptyPages = try number()
        case "--header": add(try Field(try value()))
        case "--bearer-env":
            let name = try value()
            guard let token = input.environment[name], !token.isEmpty else {
                // What is not the name of a variable may be the token.
                let isName = name.wholeMatch(of: /[A-Z_][A-Z0-9_]*/) != nil
                throw UsageError(
                    "--bearer-env: the environment has no \(isName ? "'\(name)'" : "such variable")")
            }
            if token.hasControlCharacter {
                throw UsageError("--bearer-env: '\(name)' has a line break, or another control character")
            }
            fields.append(Field(name: "Authorization", value: "Bearer \(token)"))
        case "--method":
            let name = try value()
            guard name.isToken else { throw UsageError("--method takes a name such as POST, not '\(name)'") }
            method = name.uppercased()
        case "--data": body = try input.data(try value())
        case "--timeout": timeout = try number()
        case "--deadline": deadline = try number()
        case "--retries": retries = try number(from: 0)
        case "--allow-origin": allowedOrigins.append(try Self.address(try value(), of: option))
        case "--may-end-early": mayEndEarly = true
        case "--strict": isStrict = true
        case "--quiet": isQuiet = true
        default: return false
        }
        return true
    }

    /// Adds a field. The values of a repeated one are sent in one field, unless it has a single value, of
    /// which the last one is sent.
    private mutating func add(_ field: Field) {
        guard let separator = field.separator,
            let index = fields.firstIndex(where: { $0.name.lowercased() == field.name.lowercased() })
        else {
            fields.append(field)
            return
        }
        let values = fields[index].value + separator + field.value
        fields[index] = Field(name: fields[index].name, value: values)
    }

    mutating func setURL(_ text: String, of option: String) throws(UsageError) {
        url = try Self.address(text, of: option)
    }

    /// Sets a parameter of the URL's query.
    mutating func setQuery(_ name: String, to value: Int) {
        url = url?.settingQuery(name, to: value)
    }

    /// Sets what was detected.
    mutating func setRule(items: JSONPath, next: NextPageRule) {
        self.items = items
        self.next = next
    }

    /// Sets the path of the identifier, which `since` sends unless it has a path of its own.
    mutating func setIdentifier(at path: JSONPath) {
        guard !hasKeysetPath, case .keyset(_, let parameter, let before) = next else { return }
        next = .keyset(by: path, as: parameter, before: before)
    }

    /// Rejects options that cannot be combined.
    func check() throws(UsageError) {
        if let method, body != nil, ["GET", "HEAD"].contains(method) {
            throw UsageError("--data cannot be combined with --method \(method), which has no body")
        }
        for parameter in next.parameters {
            do throws(JSONMismatch) {
                try URLRequest.checkBody(body, for: parameter)
            } catch {
                throw UsageError("--next needs \(parameter), set by --data: \(error)")
            }
        }
    }

    /// Makes the request for the page at a URL.
    func request(for url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method ?? (body == nil ? "GET" : "POST")
        request.httpBody = body
        // Some servers, such as GitHub's, reject requests without a User-Agent.
        request.setValue("Flux-Demo", forHTTPHeaderField: "User-Agent")
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        for field in fields { request.setValue(field.value, forHTTPHeaderField: field.name) }
        return request
    }

    /// The list that the options describe, for a comparison in a later run: without secrets.
    func identity(of url: URL) -> String {
        let rule = "\(items.map { "\($0)" } ?? "detected"), \(next)"
        let digest = body.map { ", body \(SHA256.hexDigest(of: String(decoding: $0, as: UTF8.self)))" } ?? ""
        return "\(method ?? (body == nil ? "GET" : "POST")) \(url.redacted), \(rule)\(digest)"
    }

    static func address(_ text: String, of option: String) throws(UsageError) -> URL {
        guard let url = URL(encodingInvalidCharactersOf: text),
            ["http", "https"].contains(url.scheme?.lowercased()),
            let host = url.host(), !host.isEmpty, 1...65535 ~= url.port ?? 80
        else { throw UsageError("\(option) takes an http or https URL, not '\(text)'") }
        return url
    }

    static func path(_ text: String, of option: String) throws(UsageError) -> JSONPath {
        guard let path = JSONPath(text) else {
            throw UsageError("\(option) takes a path such as data.items, not '\(text)'")
        }
        return path
    }
}

extension RequestOptions.Field {
    fileprivate init(_ text: String) throws(UsageError) {
        guard let colon = text.firstIndex(of: ":"),
            String(text[..<colon]).isFieldName,
            !text.hasControlCharacter
        else { throw UsageError("--header takes 'Name: value'") }
        let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        self.init(name: String(text[..<colon]), value: value)
    }
}

extension String {
    /// Whether the text has a character that a header field cannot have: such a field is not sent.
    fileprivate var hasControlCharacter: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
