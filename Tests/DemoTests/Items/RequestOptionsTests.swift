import Foundation
import LoopbackServer
import TestSupport
import Testing

/// The options of requests as `items` and `states` send them, with processes.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct RequestOptionsTests {
    private let list = ListService(count: 25, as: .linked)

    private func lines(_ count: Int) -> String { list.items.prefix(count).map { $0 + "\n" }.joined() }

    @Test(arguments: ["items", "states"])
    func tokenOfTheEnvironmentIsSentWithEachPage(command: String) async throws {
        let server = try EmbeddedServer { [list] request in
            request.headers["Authorization"] == "Bearer secret-1"
                ? list.respond(to: request) : .failure(status: 401, message: "Bad credentials")
        }
        let arguments = [command, "\(server.url)list", "--bearer-env", "FLUX_TEST_TOKEN"]
        let run = try await DemoProcess.run(arguments, environment: ["FLUX_TEST_TOKEN": "secret-1"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(server.requests.count == 3)
        let refused = try await DemoProcess.run(arguments, environment: ["FLUX_TEST_TOKEN": "secret-2"])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("status 401: Bad credentials"))
        #expect(!(refused.errors + refused.output).contains("secret-2"))
    }

    /// Django REST framework responds with 404 to the number after the last full page.
    @Test func missingPageEndsAListByNumberUnlessStrict() async throws {
        let list = ListService(count: 20, as: .numbered)
        // Without the count, by which the last page is known.
        let server = try EmbeddedServer { request in
            let page = request.query["page"].flatMap { Int($0) } ?? 1
            guard page <= 2 else { return .json(status: 404, text: #"{"detail":"Invalid page."}"#) }
            let items = list.items[(page - 1) * 10..<page * 10]
            return .json(text: #"{"results":[\#(items.joined(separator: ","))]}"#)
        }
        let arguments = ["items", "\(server.url)list", "--items", "results", "--next", "page"]
        let run = try await DemoProcess.run(arguments)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == list.items.map { $0 + "\n" }.joined())
        let strict = try await DemoProcess.run(arguments + ["--strict"])
        #expect(strict.status == 1)
        #expect(strict.output == run.output)
        #expect(strict.errors.contains("status 404: Invalid page."))
    }

    @Test func nextPageAtAnotherOriginIsFollowedOnlyIfAllowedAndWithoutCredentials() async throws {
        let other = try EmbeddedServer(handler: list.respond)
        let server = try EmbeddedServer { [list, other] request in
            list.respond(to: request).with("Link", "<\(other.url)list?page=2>; rel=\"next\"")
        }
        let arguments = ["items", "\(server.url)list", "--header", "Authorization: Bearer secret"]
        let refused = try await DemoProcess.run(arguments)
        #expect(refused.status == 1)
        #expect(refused.output == lines(10))
        #expect(refused.errors.contains("the next page is at another origin, \("\(other.url)".dropLast())"))
        #expect(refused.errors.contains("try --allow-origin \("\(other.url)".dropLast())"))
        #expect(other.requests.isEmpty)

        let allowed = try await DemoProcess.run(arguments + ["--allow-origin", "\(other.url)"])
        #expect(allowed.status == 0, "\(allowed.errors)")
        #expect(allowed.output == lines(25))
        #expect(other.requests.count == 2)
        #expect(other.requests.allSatisfy { $0.headers["Authorization"] == nil })
        #expect(server.requests.allSatisfy { $0.headers["Authorization"] == "Bearer secret" })
    }

    @Test(arguments: ["items", "states"])
    func requestFailsAfterASilence(command: String) async throws {
        let gate = ResponseGate()
        let server = try EmbeddedServer { [list] in list.respond(to: $0).delivered(.held(gate)) }
        let run = try await DemoProcess.run([
            command, "\(server.url)list", "--timeout", "1", "--retries=0",
        ])
        #expect(run.status == 1)
        // The session's own limit, or that of the first response.
        let messages = [
            "No response from \(server.url)list", "\(server.url)list: not complete after 1 second",
        ]
        #expect(messages.contains { run.errors.contains($0) }, "\(run.errors)")
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["items", "states"])
    func requestFailsAtItsDeadline(command: String) async throws {
        let server = try EmbeddedServer { [list] request in
            list.respond(to: request).delivered(.dripped(size: 1, every: .milliseconds(100)))
        }
        let run = try await DemoProcess.run([
            command, "\(server.url)list", "--deadline", "1", "--retries", "0",
        ])
        #expect(run.status == 1)
        #expect(run.errors.contains("not complete after 1 second"))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["items", "states"])
    func deadlineIsThatOfTheRunWithItsRetries(command: String) async throws {
        let server = try EmbeddedServer { _ in .failure(status: 503, message: "busy") }
        let run = try await DemoProcess.run([
            command, "\(server.url)list", "--deadline", "1", "--retries", "100",
        ])
        #expect(run.status == 1)
        #expect(run.errors.contains("\(server.url)list: not complete after 1 second; "), "\(run.errors)")
        #expect(server.requests.count < 10)
    }

    @Test func deadlineIsThatOfTheRunWithAllItsPages() async throws {
        let server = try EmbeddedServer { request in
            let page = request.query["page"].flatMap { Int($0) } ?? 1
            return .json(text: "{\"items\":[{\"id\":\(page)}],\"next\":\"/list?page=\(page + 1)\"}")
                .delivered(.delayed(.milliseconds(100)))
        }
        let run = try await DemoProcess.run(["items", "\(server.url)list", "--deadline=1"])
        #expect(run.status == 1)
        #expect(run.errors.contains("not complete after 1 second; "), "\(run.errors)")
        #expect(server.requests.count < 12)
    }

    @Test(arguments: [0, 2])
    func failuresAreRetriedAsOftenAsGiven(retries: Int) async throws {
        let server = try EmbeddedServer { _ in .failure(status: 503, message: "Down for maintenance") }
        let run = try await DemoProcess.run(["items", "\(server.url)list", "--retries", "\(retries)"])
        #expect(run.status == 1)
        #expect(run.errors.contains("status 503: Down for maintenance"))
        #expect(server.requests.count == retries + 1)
    }

    @Test func requestsAreLimitedWithTheirRetries() async throws {
        let script = FaultScript([.unavailable])
        let server = try EmbeddedServer { [list] in script.apply(to: list.respond(to: $0)) }
        let run = try await DemoProcess.run(["items", "\(server.url)list", "--max-requests", "2"])
        #expect(run.status == 3)
        #expect(run.output == lines(10))
        #expect(run.errors.contains("stopped after 2 requests; there may be more"))
        #expect(server.requests.count == 2)
    }

    /// The server ignores the parameter that was detected.
    @Test(arguments: ["items", "states"], [2, 3])
    func requestsAreLimitedWithTheTrialsOfOtherParameters(command: String, maximum: Int) async throws {
        let server = try EmbeddedServer { _ in
            .json(text: #"{"hits":{"total":25,"hits":[{"_id":"1"},{"_id":"2"}]}}"#)
        }
        let run = try await DemoProcess.run(
            [command, "\(server.url)list", "--max-requests", "\(maximum)"])
        #expect(run.status == 1)
        #expect(run.errors.contains("the server ignores 'from'"), "\(run.errors)")
        #expect(server.requests.count == maximum)
    }

    @Test func repeatedFieldsAreSentTogether() async throws {
        let server = try EmbeddedServer { _ in .json(text: "[]") }
        let run = try await DemoProcess.run(
            [
                "items", "\(server.url)", "--header", "Prefer: count=exact", "--header",
                "prefer: timezone=UTC",
                "--header", "Cookie: a=1", "--header", "Cookie: b=2", "--header", "Accept: text/json",
                "--header", "User-Agent: one", "--header", "User-Agent: two",
                "--header", "Authorization: Basic x", "--bearer-env", "FLUX_TEST_TOKEN",
            ], environment: ["FLUX_TEST_TOKEN": "t"])
        #expect(run.status == 0, "\(run.errors)")
        let headers = try #require(server.requests.first?.headers)
        #expect(headers["Prefer"] == "count=exact, timezone=UTC")
        #expect(headers["Cookie"] == "a=1; b=2")
        #expect(headers["Accept"] == "text/json")
        // These have a single value.
        #expect(headers["User-Agent"] == "two")
        #expect(headers["Authorization"] == "Bearer t")
    }

    @Test(arguments: ["items", "states"])
    func cursorIsSentInTheBody(command: String) async throws {
        let server = try EmbeddedServer(methods: ["POST"]) { request in
            let pages = ["{\"query\":\"q\"}": 0, #"{"variables":{"after":"c/1"},"query":"q"}"#: 1]
            guard let page = pages[String(decoding: request.body, as: UTF8.self)] else {
                return .failure(status: 400, message: "unexpected body")
            }
            return .json(
                text:
                    #"{"data":{"nodes":[{"id":\#(page)}],"pageInfo":{"endCursor":"c\/1","hasNextPage":\#(page == 0)}}}"#
            )
        }
        let run = try await DemoProcess.run([
            command, "\(server.url)graphql", "--data", #"{"query":"q"}"#,
            "--next", "cursor:data.pageInfo.endCursor=body:variables.after",
        ])
        #expect(run.status == 0, "\(run.errors)")
        if command == "items" { #expect(run.output == "{\"id\":0}\n{\"id\":1}\n") }
        #expect(server.requests.count == 2)
        #expect(
            run.errors.contains(
                "'data.pageInfo.endCursor' sent as 'variables.after' of the request's body"))
    }

    @Test(arguments: [
        ([], "the request has no body"), (["--data", "[1]"], "the request's body is not a JSON object"),
        (["--data", "q=1"], "the request's body is not a JSON object"),
        (["--data", #"{"a":1}"#], "'a' of the request's body is a number, not an object"),
    ])
    func bodyWithoutAPlaceForTheCursorIsAUsageError(data: [String], reason: String) async throws {
        for command in ["items", "states"] {
            let run = try await DemoProcess.run(
                [command, "http://127.0.0.1:9/", "--next", "cursor:next=body:a.b"] + data)
            #expect(run.status == 2)
            #expect(
                run.errors
                    == "Demo: --next needs 'a.b' of the request's body, set by --data: \(reason); see --help\n"
            )
            #expect(run.output.isEmpty)
        }
    }

    @Test(.enabled(if: LoopbackAddress.ipv6.isAvailable))
    func serverAtAnAddressOfVersion6IsRead() async throws {
        let server = try EmbeddedServer(at: .ipv6, handler: ListService(count: 45, as: .totals).respond)
        let items = try await DemoProcess.run(["items", "\(server.url)list"])
        #expect(items.status == 0)
        #expect(items.output.split(separator: "\n").count == 45)
        let states = try await DemoProcess.run(["states", "\(server.url)list"])
        #expect(states.status == 0)
    }

    #if os(Linux)
        @Test(arguments: ["items", "states"])
        func addressWithAZoneIsSaidToBeUnsupported(command: String) async throws {
            let run = try await DemoProcess.run([command, "http://[fe80::1%25lo]:1/list"])
            #expect(run.status == 1)
            #expect(run.errors.contains("/list: URLSession on Linux loads from no IPv6 address with a zone"))
        }
    #endif

    @Test func decisionsAreSaidInOneLine() async throws {
        let server = try EmbeddedServer(handler: ListService(count: 25, as: .totals).respond)
        let run = try await DemoProcess.run(["items", "\(server.url)list"])
        #expect(
            run.errors
                == "Demo: items at 'items'; next page: page number in 'page', number of pages at 'pages'\n")
    }
}
