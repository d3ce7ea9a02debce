import Flux
import Foundation
import Testing

@testable import Demo

struct APIOptionsTests {
    private func api(_ arguments: String...) throws -> APIOptions {
        try #require(try Options(["--url", "https://h/items"] + arguments).api)
    }

    @Test func apiIsAbsentWithoutItsOptions() throws {
        #expect(try Options().api == nil)
        #expect(try Options(["--per-page", "3"]).api == nil)
    }

    @Test func urlAloneGivesDefaults() throws {
        let api = try api()
        #expect(api.requests.url == URL(string: "https://h/items"))
        #expect(api.requests.items == nil)
        #expect(api.requests.next == .detected)
        #expect(api.fields == ItemFields())
        #expect(api.limit == 300)
    }

    @Test func everyOptionIsRead() throws {
        let api = try api(
            "--items", "data.list", "--next", "page=p", "--id", "key", "--title", "a.b", "--image", "c.0",
            "--limit",
            "7", "--size-name", "n", "--per-page", "5")
        #expect(api.requests.items == JSONPath("data.list"))
        #expect(api.requests.next == .page(as: "p"))
        #expect(api.requests.url == URL(string: "https://h/items?n=5"))
        #expect(
            api.fields
                == ItemFields(id: JSONPath(steps: ["key"]), title: JSONPath("a.b"), image: JSONPath("c.0")))
        #expect(api.limit == 7)
    }

    @Test(arguments: [
        ("cursor:next", "per_page"), ("since", "per_page"), ("page", "per_page"), ("offset", "limit"),
    ])
    func sizeParameterHasItsUsualName(next: String, name: String) throws {
        let api = try api("--next", next, "--per-page", "7")
        #expect(api.requests.url?.absoluteString == "https://h/items?\(name)=7")
        #expect(try self.api("--next", next).requests.url?.absoluteString == "https://h/items")
    }

    @Test func sinceSendsTheIdentifierOfItems() throws {
        let api = try api("--id", "key", "--next", "since=after")
        #expect(api.requests.next == .keyset(by: "key", as: "after"))
    }

    @Test func sinceSendsItsOwnField() throws {
        let api = try api("--id", "key", "--next", "since:created=after")
        #expect(api.requests.next == .keyset(by: "created", as: "after"))
    }

    @Test func requestHasWhatTheOptionsSay() throws {
        var input = CommandInput(environment: ["TOKEN": "secret"])
        input.read = { path in Data("file \(path)".utf8) }
        let options = try Options(
            [
                "states", "https://h/", "--header", "X-One: 1", "--bearer-env=TOKEN", "--method", "put",
                "--data", "@body", "--timeout", "1", "--deadline=2", "--retries", "0", "--strict",
                "--may-end-early",
                "--allow-origin", "https://other/", "--max-requests", "9",
            ], input: input)
        let requests = try #require(options.api?.requests)
        let request = try requests.request(for: #require(requests.url))
        #expect(request.value(forHTTPHeaderField: "X-One") == "1")
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer secret")
        #expect(request.httpMethod == "PUT")
        #expect(request.httpBody == Data("file body".utf8))
        #expect((requests.timeout, requests.deadline, requests.retries) == (1, 2, 0))
        #expect(requests.isStrict && requests.mayEndEarly && requests.maximumRequests == 9)
        #expect(requests.allowedOrigins == [URL(string: "https://other/")])
    }

    @Test(arguments: [
        "ftp://h/", "h/items", "", "http://", "http:/h", "file:///etc/passwd", "https:", "http://h:65536/",
    ])
    func onlyHTTPAddressesAreAccepted(address: String) {
        let error = #expect(throws: UsageError.self) { try Options(["--url", address]) }
        #expect(error?.message == "--url takes an http or https URL, not '\(address)'")
    }

    @Test(arguments: [
        ["--items", "a"], ["--next", "link"], ["--id", "1"], ["--title", "1"], ["--image", "1"],
        ["--limit", "1"], ["--size-name", "1"], ["--no-images"], ["--header", "A: b"], ["--method", "PUT"],
        ["--data", "x"], ["--timeout", "1"], ["--deadline", "1"], ["--retries", "1"], ["--strict"],
        ["--allow-origin", "http://h/"], ["--max-requests", "1"], ["--max-bytes", "1"],
    ])
    func apiOptionsRequireAURL(arguments: [String]) {
        let option = arguments[0]
        let error = #expect(throws: UsageError.self) { try Options(arguments) }
        #expect(error?.message == "\(option) requires --url")
    }

    @Test(arguments: [["--users", "1"], ["--source", "page"], ["--start-at", "7"], ["--no-faults"]])
    func serverOptionsAreRefusedWithAURL(arguments: [String]) {
        let error = #expect(throws: UsageError.self) { try Options(["--url", "http://h/"] + arguments) }
        #expect(
            error?.message
                == "\(arguments[0]) cannot be combined with --url: it applies to the demo's own server")
    }

    @Test(arguments: [
        (["--url"], "--url requires a value"),
        (["--items", "a..b"], "--items takes a path such as data.items, not 'a..b'"),
        (["--id", ""], "--id takes a path such as data.items, not ''"),
        (["--limit", "0"], "--limit takes a whole number from 1 to 1000000, not '0'"),
        (["--next", "page", "--size-name", ""], "--size-name takes a name, not ''"),
        (["--size-name", "n"], "--size-name requires --per-page"),
        (
            ["--per-page", "5", "--next", "link"],
            "--per-page requires --size-name, or --next cursor, since, page or offset"
        ),
        (["--header", "x"], "--header takes 'Name: value'"),
        (["--bearer-env", "FLUX_NO_SUCH_NAME"], "--bearer-env: the environment has no 'FLUX_NO_SUCH_NAME'"),
        (["--data", "@/no/such/file"], "--data: '@/no/such/file' could not be read"),
    ])
    func usageErrorIsOneLine(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Options(["--url", "http://h/"] + arguments) }
        #expect(error?.description == "Demo: \(message); see --help")
    }

    /// A header field with it would not be sent.
    @Test(arguments: ["secret\n", "secret\r", "sec\r\nret"])
    func tokenWithALineBreakIsRefused(token: String) {
        let error = #expect(throws: UsageError.self) {
            try Options(
                ["--url", "http://h/", "--bearer-env", "TOKEN"],
                input: CommandInput(environment: ["TOKEN": token]))
        }
        #expect(error?.message == "--bearer-env: 'TOKEN' has a line break, or another control character")
    }

    @Test func helpListsEveryOption() {
        for name in [
            "--url", "--items", "--next", "--id", "--title", "--image", "--no-images", "--limit",
            "--size-name",
            "--max-requests", "--max-bytes", "--header", "--bearer-env", "--method", "--data", "--timeout",
            "--deadline",
            "--retries", "--allow-origin", "--may-end-early", "--strict",
        ] {
            #expect(Options.help.contains("\n  \(name) "))
        }
        for kind in [
            "link", "field:PATH", "cursor:PATH[=NAME]", "since[:PATH][=NAME]", "page[=NAME]", "offset[=NAME]",
            "none",
        ] {
            #expect(Options.help.contains("  \(kind)  "))
        }
        for help in [Options.help, ItemsOptions.help, BrowseOptions.help] {
            for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }
}
