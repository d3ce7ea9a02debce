import Foundation
import Testing

@testable import Demo

struct BrowseOptionsTests {
    @Test(arguments: [
        ["http://h/", "--users", "3"], ["http://h/", "--no-faults"], ["ftp://h/"], ["--max-rows", "0"],
        ["http://h/", "--limit", "3"], ["--deadline", "3"], ["--store", "x"], ["--nothing"], ["a", "b"],
        ["--timeline", ""], ["--threshold"], ["--graphics", "ascii"], ["--graphics"],
    ])
    func optionsThatCannotBeUsedAreRefused(arguments: [String]) {
        #expect(throws: UsageError.self) { try BrowseOptions(arguments) }
    }

    @Test func optionsAreRead() throws {
        let options = try BrowseOptions([
            "http://h/list", "--max-rows=500", "--threshold", "7", "--per-page", "40", "--next", "page",
            "--id", "key",
        ])
        #expect(options.url?.absoluteString == "http://h/list?per_page=40")
        #expect(options.maxRows == 500 && options.threshold == 7 && options.hasIdentifier)
    }

    @Test func kindOfGraphicsIsRead() throws {
        func kind(_ arguments: String...) throws -> TerminalGraphics.Kind {
            let options = try BrowseOptions(["http://h/"] + arguments)
            return options.graphicsQuery(["TERM": "xterm"], .trueColor, cell: nil).graphics.kind
        }
        #expect(try kind() == .blocks)
        for kind in TerminalGraphics.Kind.allCases {
            #expect(try BrowseOptions(["--graphics", kind.rawValue]).graphics == kind)
        }
        #expect(try kind("--graphics=sixel") == .sixel)
        #expect(try kind("--graphics=sixel", "--no-images") == .none)
    }

    @Test func withoutAURLTheServerOnThisMachineIsBrowsed() throws {
        let options = try BrowseOptions(["--users", "7"])
        #expect(options.url == nil && options.users == 7)
        let complete = try options.browsing(users: try #require(URL(string: "http://127.0.0.1:9/users")))
        #expect(complete.url?.absoluteString == "http://127.0.0.1:9/users?page=1")
    }
}
