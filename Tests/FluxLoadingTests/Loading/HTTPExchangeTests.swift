import Foundation
import Testing

@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct HTTPExchangeTests {
    private func request(_ method: String = "GET", _ address: String = "https://h/a/b", body: String? = nil)
        throws
        -> URLRequest
    {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        request.setValue("secret", forHTTPHeaderField: "Authorization")
        request.setValue("text/x", forHTTPHeaderField: "Content-Type")
        return request
    }

    private func response(_ status: Int, to request: URLRequest, _ fields: [String: String] = [:]) throws
        -> HTTPURLResponse
    {
        try #require(
            HTTPURLResponse(
                url: request.urlOrBlank, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields))
    }

    private func exchange(_ request: URLRequest, redirects: Int = 10) -> HTTPExchange {
        HTTPExchange(request, maximumBytes: 100, maximumRedirects: redirects)
    }

    private func next(after action: HTTPExchange.Action) -> URLRequest? {
        if case .follow(let request) = action { request } else { nil }
    }

    private func failure(_ action: HTTPExchange.Action) -> LoadingError? {
        if case .end(.failed(let error)) = action { error } else { nil }
    }

    @Test(arguments: [
        (301, "GET", "GET"), (302, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
        (307, "POST", "POST"),
        (308, "PUT", "PUT"), (301, "PUT", "PUT"), (302, "HEAD", "HEAD"),
    ])
    func redirectKeepsOrChangesTheMethod(status: Int, method: String, expected: String) throws {
        let request = try request(method, body: method == "POST" || method == "PUT" ? "x" : nil)
        var exchange = exchange(request)
        let next = try #require(
            next(after: exchange.receive(try response(status, to: request, ["Location": "c"]))))
        #expect(next.httpMethod == expected)
        #expect(next.url?.absoluteString == "https://h/a/c")
        #expect((next.httpBody != nil) == (expected == method && request.httpBody != nil))
        #expect(next.value(forHTTPHeaderField: "Authorization") == "secret")
    }

    @Test func redirectToAnotherOriginHasNoCredentials() throws {
        let request = try request()
        var exchange = exchange(request)
        let away = try #require(
            next(after: exchange.receive(try response(302, to: request, ["Location": "https://o/x"]))))
        #expect(away.value(forHTTPHeaderField: "Authorization") == nil)
        // Once dropped they stay away, also on the way back.
        let back = next(after: exchange.receive(try response(302, to: away, ["Location": "https://h/y"])))
        #expect(back?.value(forHTTPHeaderField: "Authorization") == nil)
    }

    @Test(arguments: [
        ("http://h/x", "from https to http://h/x"), ("ftp://h/", "malformed location"),
        ("", "malformed location"),
    ])
    func unsafeRedirectIsRefused(location: String, reason: String) throws {
        let request = try request()
        var exchange = exchange(request)
        let action = exchange.receive(try response(302, to: request, ["Location": location]))
        #expect(failure(action)?.reason == .refusedRedirect(description: reason))
    }

    @Test func bodyIsNotSentToAnotherOrigin() throws {
        let request = try request("POST", body: "secret")
        var exchange = exchange(request)
        let action = exchange.receive(try response(307, to: request, ["Location": "https://o/x"]))
        #expect(
            failure(action)?.reason
                == .refusedRedirect(description: "of a request with a body to https://o/x"))
    }

    /// It has been read by then.
    @Test(arguments: [(307, false), (303, true)])
    func streamIsNotSentAgain(status: Int, isFollowed: Bool) throws {
        var request = try request("POST")
        request.httpBodyStream = InputStream(data: Data("secret".utf8))
        var exchange = exchange(request)
        let action = exchange.receive(try response(status, to: request, ["Location": "/x"]))
        #expect((failure(action) == nil) == isFollowed)
        if isFollowed { #expect(next(after: action)?.httpBodyStream == nil) }
    }

    @Test func redirectsAreLimited() throws {
        let request = try request()
        var exchange = exchange(request, redirects: 2)
        let again = try response(302, to: request, ["Location": "/a/b"])
        #expect(next(after: exchange.receive(again)) != nil)
        #expect(next(after: exchange.receive(again)) != nil)
        #expect(
            failure(exchange.receive(again))?.reason == .refusedRedirect(description: "more than 2 redirects")
        )
    }

    @Test(arguments: [300, 304, 305, 302])
    func otherStatusesAreNotFollowed(status: Int) throws {
        let request = try request()
        var exchange = exchange(request)
        let fields = status == 302 ? [:] : ["Location": "/x"]
        guard case .awaitMessage = exchange.receive(try response(status, to: request, fields)) else {
            Issue.record("followed")
            return
        }
        #expect(failure(exchange.complete(with: nil))?.reason == .status(status, retryAfter: nil))
    }

    @Test func messageOfAFailureIsCutEvenIfItsBodyIsEndless() throws {
        let request = try request()
        var exchange = exchange(request)
        _ = exchange.receive(try response(500, to: request))
        var received = 0
        while received < 1 << 20 {
            received += 1000
            let action = exchange.receive(Data(repeating: UInt8(ascii: "x"), count: 1000))
            guard let error = failure(action) else { continue }
            #expect(error.serverMessage == String(repeating: "x", count: 199) + "…")
            #expect(error.body.size == received)
            break
        }
        #expect(received <= 17_000)
    }

    @Test(arguments: [
        (#"{"message":"Not Found"}"#, "Not Found"), (#"{"detail":"No.","status":1}"#, "No."),
        (#"{"error":{"code":7,"message":"Bad key"}}"#, "Bad key"), (#"{"error":"denied"}"#, "denied"),
        (#"{"errors":[{"title":"First"},{"title":"Second"}]}"#, "First"), (#"["a"]"#, "a"),
        ("\n  Too many\r\nrequests", "Too many"), ("a\u{1b}]0;owned\u{7}b", "a ]0;owned b"),
        ("<html><head><title>502 Bad Gateway</title>", "502 Bad Gateway"), ("<p>Sign in", nil), ("", nil),
        ("{}", nil),
        (#"{"message":""}"#, nil),
    ])
    func serverMessageIsFound(body: String, message: String?) {
        #expect(ServerMessage.text(in: Data(body.utf8)) == message)
    }

    @Test func connectionThatClosesEarlyIsLost() throws {
        let request = try request()
        func cause(_ code: URLError.Code, _ text: String, afterResponse: Bool) throws -> LoadingError? {
            var exchange = exchange(request)
            if afterResponse { _ = exchange.receive(try response(200, to: request)) }
            return failure(
                exchange.complete(with: URLError(code, userInfo: [NSLocalizedDescriptionKey: text])))
        }
        let empty = try #require(
            try cause(.badServerResponse, "Empty reply from server", afterResponse: false))
        #expect(empty.isTransient)
        #expect(
            empty.reason
                == .transport(.networkConnectionLost, description: "the connection closed without a response")
        )
        let cut = try #require(
            try cause(.unknown, "transfer closed with outstanding read data remaining", afterResponse: true))
        #expect(cut.isTransient)
        let gzip = try #require(
            try cause(.unknown, "Error while processing content unencoding: x", afterResponse: true))
        #expect(!gzip.isTransient)
        #expect(gzip.reason == .transport(.cannotDecodeContentData, description: "malformed compressed body"))
    }
}
