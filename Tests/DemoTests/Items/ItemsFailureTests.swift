import Flux
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

/// What `items` prints of failures, and its exit status.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ItemsFailureTests {
    private func page(_ number: Int, of pages: Int = 5) -> String {
        let ids = number <= pages ? (number - 1) * 20..<number * 20 : 0..<0
        return "[\(ids.map { "{\"id\":\($0)}" }.joined(separator: ","))]"
    }

    @Test func fewerItemsThanTheStatedTotalAreSaid() async throws {
        let body = "{\"count\":95,\"next\":null,\"results\":\(page(1))}"
        let server = try EmbeddedServer { _ in .json(text: body) }
        let run = try await DemoProcess.run(["items", "\(server.url)"])
        #expect(run.status == 1)
        #expect(run.output.split(separator: "\n").count == 20)
        #expect(
            run.errors.contains(
                "the list ended after 20 of 95 items; try --may-end-early, if the server counts more than it returns; "
                    + "20 items of 1 page were printed"))
        let all = try await DemoProcess.run(["items", "\(server.url)", "--may-end-early"])
        #expect(all.status == 0)
        #expect(all.output == run.output)
    }

    @Test(arguments: [40, 30, 20])
    func limitIsReachedBeforeABadNextPage(limit: Int) async throws {
        let bodies = [1, 2].map { number in
            "{\"results\":\(page(number)),\"next\":\"\(number == 1 ? "/?page=2" : "http://localhost:9/x")\"}"
        }
        let server = try EmbeddedServer { .json(text: bodies[$0.query["page"] == "2" ? 1 : 0]) }
        let run = try await DemoProcess.run(["items", "\(server.url)", "--limit", "\(limit)"])
        #expect(run.status == 3)
        #expect(run.output.split(separator: "\n").count == limit)
        #expect(
            try await DemoProcess.run(["items", "\(server.url)"]).output.split(separator: "\n").count == 40)
    }

    @Test func secretOfTheBodyIsNotPrintedWhereTheServerRepeatsIt() async throws {
        let server = try EmbeddedServer(methods: ["POST"]) { request in
            .failure(status: 400, message: "bad request: \(String(decoding: request.body, as: UTF8.self))")
        }
        for data in [#"{"api_key":"s3cr3t"}"#, "api_key=s3cr3t"] {
            let run = try await DemoProcess.run(["items", "\(server.url)", "--data", data])
            #expect(run.status == 1)
            #expect(run.errors.contains("bad request: \(data.replacing("s3cr3t", with: "…"))"))
        }
    }

    @Test func largeBodyIsReadIfThatIsAnOption() async throws {
        let server = try EmbeddedServer { [body = page(1)] _ in .json(text: body) }
        let size = page(1).utf8.count
        let refused = try await DemoProcess.run(["items", "\(server.url)", "--max-bytes", "\(size - 1)"])
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains(
                "response body exceeds the limit of \(size - 1) bytes; try a larger --max-bytes; 0 items"))
        let read = try await DemoProcess.run(["items", "\(server.url)", "--max-bytes", "\(size)"])
        #expect(read.status == 0, "\(read.errors)")
        #expect(read.output.split(separator: "\n").count == 20)
    }

    @Test(arguments: ["--limit", "--max-requests", "--max-bytes"])
    func countsUpToTheLargestOf32BitsAreAccepted(option: String) throws {
        _ = try ItemsOptions(["http://h/", option, "2147483647"])
        let error = #expect(throws: UsageError.self) {
            try ItemsOptions(["http://h/", option, "2147483648"])
        }
        #expect(
            error?.message == "\(option) takes a whole number from 1 to 2147483647, not '2147483648'")
    }

    @Test func longRetryAfterIsNotWaitedFor() async throws {
        let server = try EmbeddedServer { _ in
            .failure(status: 429, message: "slow down").with("Retry-After", "86400")
        }
        let run = try await DemoProcess.run(["items", "\(server.url)"])
        #expect(run.status == 1)
        #expect(run.errors.contains("retry after 86400 seconds"))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        ["ftp://u:s3cr3t@h/"], ["u:s3cr3t@h/x"], ["http://u:s3cr3t@/x?access_token=s3cr3t"],
        ["http://h/", "http://u:s3cr3t@h/"], ["http://h/", "--bearer-env", "ghp_s3cr3t"],
        ["http://h/", "--allow-origin", "x://u:s3cr3t@h"],
    ])
    func invalidOptionsAreNamedWithoutSecrets(arguments: [String]) async throws {
        let run = try await DemoProcess.run(["items"] + arguments)
        #expect(run.status == 2)
        #expect(!run.errors.contains("s3cr3t"), "\(run.errors)")
    }

    @Test(arguments: [
        ["--method", "GET", "--data", "{}"], ["--method", "head", "--data", "{}"], ["--header", "X Y: b"],
        ["--method", "GET /x HTTP/1.1\r\nX: y"], ["--method", "G T"], ["--method", ""],
    ])
    func requestsThatCannotBeSentAreRefused(arguments: [String]) async throws {
        let run = try await DemoProcess.run(["items", "http://127.0.0.1:9/"] + arguments)
        #expect(run.status == 2)
    }

    /// A parameter in the body can be set in an object of JSON only.
    @Test(arguments: [(#"{"q":"a"}"#, true), ("q=a", false)])
    func optionForTheBodyIsSuggestedWhereItWorks(data: String, isSuggested: Bool) async throws {
        let body = "{\"items\":\(page(1)),\"total\":95,\"page\":1}"
        let server = try EmbeddedServer(methods: ["POST"]) { _ in .json(text: body) }
        let run = try await DemoProcess.run(["items", "\(server.url)", "--data", data])
        #expect(run.status == 1)
        #expect(run.errors.contains("try --next page=body:page") == isSuggested, "\(run.errors)")
        #expect(run.errors.contains("--next page"), "\(run.errors)")
    }

    @Test func malformedURLIsSaid() async throws {
        let run = try await DemoProcess.run(["items", "http://exa mple/", "--retries=0"])
        #expect(run.status == 1)
        #expect(run.errors.contains(": malformed URL"), "\(run.errors)")
    }

    @Test(arguments: [
        #""incomplete_results":true"#, #""truncated":true"#, #""meta":{"incompleteSearch":true}"#,
    ])
    func pageThatStatesThatItIsIncompleteIsSaid(field: String) async throws {
        let body = "{\"files\":\(page(1)),\(field)}"
        let server = try EmbeddedServer { _ in .json(text: body) }
        let run = try await DemoProcess.run(["items", "\(server.url)"])
        #expect(run.status == 0)
        #expect(run.errors.contains("the server states that a page is incomplete: '"), "\(run.errors)")
    }

    /// A flag of an item, or one that is false, says nothing about the page.
    @Test(arguments: [
        #""incomplete_results":false"#, #""truncated":"no""#, #""filters":{"truncated":true}"#,
        #""next":"/?page=2","truncated":true"#,
    ])
    func otherFlagsAreNotSaid(field: String) async throws {
        let body = "{\"files\":\(page(1)),\(field)}"
        let last = "{\"files\":\(page(2))}"
        let server = try EmbeddedServer { .json(text: $0.query["page"] == nil ? body : last) }
        let run = try await DemoProcess.run(["items", "\(server.url)"])
        #expect(run.status == 0)
        #expect(!run.errors.contains("incomplete:"), "\(run.errors)")
    }

    @Test func bracketsOfTheAddressAreEncodedOnce() async throws {
        let server = try EmbeddedServer { _ in .json(text: "[]") }
        let run = try await DemoProcess.run(["items", "\(server.url)list?filter=a%20b&page[size]=2&x=a|b"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(server.requests.map(\.target) == ["/list?filter=a%20b&page%5Bsize%5D=2&x=a%7Cb"])
    }

    @Test func failureWithStatus200IsNotPrintedAsAnItem() async throws {
        let server = try EmbeddedServer { _ in
            .json(text: #"{"errors":[{"message":"boom"}],"data":null}"#)
        }
        let run = try await DemoProcess.run(["items", "\(server.url)"])
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("boom"))
    }

    @Test func pageThatWasLoadedAlreadyIsNamedWithItsAddress() async throws {
        let pages = [page(1), page(2)]
        let server = try EmbeddedServer { request in
            let isFirst = request.query["cursor"] == nil
            return .json(text: "{\"items\":\(pages[isFirst ? 0 : 1]),\"next_cursor\":\"7\"}")
        }
        let run = try await DemoProcess.run(["items", "\(server.url)"])
        #expect(run.status == 1)
        #expect(run.output.split(separator: "\n").count == 40)
        #expect(
            run.errors.contains("\(server.url): the next page, cursor '7', is one that was loaded already"))
    }

    @Test func closedStandardOutputIsNamed() async throws {
        let server = try EmbeddedServer { _ in .json(text: "[1]") }
        let run = try await DemoProcess.run(["items", "\(server.url)"], script: "exec \"$0\" \"$@\" >&-")
        #expect(run.status == 1)
        #expect(run.errors == "Demo: standard output is closed\n")
        #expect(server.requests.isEmpty)
    }

    @Test func bodyIsSafeForATerminal() {
        let body = Data("[\"\u{7F}\u{9B}é\",\r\n\t1]\n".utf8)
        let expected = #"["\u{7F}\u{9B}é",\r"# + "\n\t1]\n"
        #expect(String(decoding: body.terminalSafe, as: UTF8.self) == expected)
    }

    @Test func selectedFieldsOfManyItemsArePrinted() async throws {
        let items = (0..<5_000).map { #"{"id":\#($0),"a.b":[{"c":1}]}"# }.joined(separator: ",")
        let server = try EmbeddedServer { _ in .json(text: "[\(items)]") }
        let run = try await DemoProcess.run(["items", "\(server.url)", "--select", #"id,a\.b[0].c"#])
        #expect(run.status == 0)
        #expect(run.output == (0..<5_000).map { "{\"id\":\($0),\"a.b.0.c\":1}\n" }.joined())
    }

    // MARK: What would read on

    @Test(arguments: [
        (
            #""LastEvaluatedKey":{"id":"7"}"#,
            "no link to the next page, but 'LastEvaluatedKey'; try --next "
                + "cursor:LastEvaluatedKey=body:ExclusiveStartKey"
        ),
        (
            #""has_more":true"#,
            "but 'has_more'; try --next page or --next offset or --next since=starting_after"
        ),
        (#""weiterToken":"x","nextPageToken":"a""#, "; try --next cursor:nextPageToken=NAME"),
    ])
    func failureHasTheOptionsThatWouldReadOn(field: String, message: String) async throws {
        let body = "{\"items\":\(page(1)),\(field)}"
        let server = try EmbeddedServer { _ in .json(text: body) }
        let run = try await DemoProcess.run(["items", "\(server.url)"])
        #expect(run.status == 1)
        #expect(run.output.split(separator: "\n").count == 20)
        #expect(run.errors.contains(message), "\(run.errors)")
        let states = try await DemoProcess.run(["states", "\(server.url)"])
        #expect(states.status == 1)
        #expect(states.errors.contains(message), "\(states.errors)")
    }

    @Test func parameterThatIsTriedIsSaid() async throws {
        let pages = [page(1), page(2)]
        let server = try EmbeddedServer { request in
            .json(
                text: request.query["after"] == nil
                    ? "{\"items\":\(pages[0]),\"cursor\":\"a\"}" : "{\"items\":\(pages[1]),\"cursor\":null}")
        }
        let run = try await DemoProcess.run(["items", "\(server.url)"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.split(separator: "\n").count == 40)
        #expect(run.errors.contains("the server ignores 'cursor'; trying 'after'"))
    }

    @Test func parameterThatIsTriedAgainAfterAFailureIsSaidOnce() async throws {
        let pages = [page(1), page(2)]
        let hasFailed = Locked(false)
        let server = try EmbeddedServer { request in
            if request.query["after"] == nil {
                return .json(text: "{\"items\":\(pages[0]),\"cursor\":\"a\"}")
            }
            let fails = hasFailed.withLock { hasFailed in
                defer { hasFailed = true }
                return !hasFailed
            }
            return fails
                ? .failure(status: 503, message: "busy")
                : .json(text: "{\"items\":\(pages[1]),\"cursor\":null}")
        }
        let run = try await DemoProcess.run(["items", "\(server.url)", "--retries", "1"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.components(separatedBy: "trying 'after'").count == 2, "\(run.errors)")
    }

    /// As GraphQL has them for the parts that are missing.
    @Test func errorsBesideItemsAreSaidOnce() async throws {
        let server = try EmbeddedServer { [items = page(1)] request in
            let next = request.query["after"] == nil ? "\"a\"" : "null"
            let rows = next == "null" ? #"[{"id":77}]"# : items
            return .json(
                text: "{\"data\":{\"nodes\":\(rows),\"pageInfo\":{\"endCursor\":\(next)}},"
                    + "\"errors\":[{\"message\":\"No access to node 7 with s3cr3t\"}]}")
        }
        let run = try await DemoProcess.run(["items", "\(server.url)?api_key=s3cr3t"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.split(separator: "\n").count == 21)
        let text = "a page has errors: No access to node 7 with …"
        #expect(run.errors.components(separatedBy: text).count == 2, "\(run.errors)")
    }

    @Test(arguments: [
        (#"{"errors":[{"id":1,"message":"boom"}]}"#, ["--items", "errors"]),
        (#"{"data":[{"id":1}],"errors":{"count":0}}"#, []), (#"{"data":[{"id":1}],"Error":"None"}"#, []),
    ])
    func errorsThatAreItemsOrNoneAreNotSaid(body: String, options: [String]) async throws {
        let server = try EmbeddedServer { _ in .json(text: body) }
        let run = try await DemoProcess.run(["items", "\(server.url)"] + options)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.split(separator: "\n").count == 1)
        #expect(!run.errors.contains("a page has errors"), "\(run.errors)")
    }

    @Test func boundOfPagesWithoutItemsIsAnOption() async throws {
        let server = try EmbeddedServer { request in
            let number = (request.query["cursor"].flatMap { Int($0) } ?? 0) + 1
            return .json(text: "{\"items\":[],\"next_cursor\":\"\(number)\"}")
        }
        let run = try await DemoProcess.run(["items", "\(server.url)", "--max-empty-pages", "8"])
        #expect(run.status == 1)
        #expect(run.errors.contains("8 pages in succession have no items"))
        #expect(server.requests.count == 8)
    }

    @Test func rowsThatAreArraysAreObjects() async throws {
        let server = try EmbeddedServer { _ in
            .json(text: #"{"columns":["id","name"],"rows":[[1,"a"],[2,null]]}"#)
        }
        let run = try await DemoProcess.run(["items", "\(server.url)"])
        #expect(run.output == "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":null}\n")
    }

    @Test func schemeInCapitalsIsAnAddress() async throws {
        let server = try EmbeddedServer { _ in .json(text: "[1]") }
        let address = server.url.absoluteString.replacing("http://", with: "HTTP://")
        let run = try await DemoProcess.run(["items", address])
        #expect(run.output == "1\n", "\(run.errors)")
    }
}
