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
        #expect(api.url == URL(string: "https://h/items"))
        #expect(api.items == nil)
        #expect(api.next == .link)
        #expect(api.fields == ItemFields())
        #expect(api.limit == 300)
        #expect(api.sizeParameter == nil)
    }

    @Test func everyOptionIsRead() throws {
        let api = try api(
            "--items", "data.list", "--next", "page=p", "--id", "key", "--title", "a.b", "--image", "c.0",
            "--limit",
            "7", "--size-name", "n")
        #expect(api.items == JSONPath("data.list"))
        #expect(api.next == .page(parameter: "p"))
        #expect(
            api.fields
                == ItemFields(id: JSONPath(steps: ["key"]), title: JSONPath("a.b"), image: JSONPath("c.0")))
        #expect(api.limit == 7)
        #expect(api.sizeParameter == "n")
    }

    @Test(arguments: [
        ("link", nil), ("field:next", nil), ("cursor:next", "per_page"), ("since", "per_page"),
        ("page", "per_page"),
        ("offset", "limit"),
    ])
    func sizeParameterHasItsUsualName(next: String, name: String?) throws {
        #expect(try api("--next", next).sizeParameter == name)
    }

    @Test(arguments: ["ftp://h/", "h/items", "", "http://", "http:/h", "file:///etc/passwd", "https:"])
    func onlyHTTPAddressesAreAccepted(address: String) {
        let error = #expect(throws: UsageError.self) { try Options(["--url", address]) }
        #expect(error?.message == "--url takes an http or https URL, not '\(address)'")
    }

    @Test(arguments: ["--items", "--next", "--id", "--title", "--image", "--limit", "--size-name"])
    func apiOptionsRequireAURL(option: String) {
        let error = #expect(throws: UsageError.self) { try Options([option, "1"]) }
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
        (
            ["--size-name", "n"],
            "--size-name does not apply to --next link and field: URL contains the page size"
        ),
    ])
    func usageErrorIsOneLine(arguments: [String], complaint: String) {
        let error = #expect(throws: UsageError.self) { try Options(["--url", "http://h/"] + arguments) }
        #expect(error?.description == "Demo: \(complaint); see --help")
    }

    @Test func helpListsEveryOption() {
        for name in APIOptions.names { #expect(Options.help.contains("\n  \(name) ")) }
        for kind in [
            "link", "field:PATH", "cursor:PATH[=NAME]", "since[=NAME]", "page[=NAME]", "offset[=NAME]",
        ] {
            #expect(Options.help.contains("  \(kind)  "))
        }
        for line in APIOptions.help.split(separator: "\n") { #expect(line.count <= 110) }
    }
}
