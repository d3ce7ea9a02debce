import Foundation
import Testing

@testable import LoopbackServer

struct HTTPRequestParserTests {
    /// All requests in a text that arrives in the given pieces.
    private func requests(in pieces: [String]) throws -> [HTTPRequest] {
        var parser = HTTPRequestParser()
        var requests: [HTTPRequest] = []
        for piece in pieces {
            parser.append(piece.utf8)
            while let request = try parser.next() { requests.append(request) }
        }
        return requests
    }

    private func request(_ text: String) throws -> HTTPRequest? {
        try requests(in: [text]).first
    }

    @Test func parserReadsMethodPathQueryAndHeaders() throws {
        let request = try #require(
            try request(
                "GET /a%20b/users?q=caf%C3%A9&x=1%262&plus=a+b&flag&x=2 HTTP/1.1\r\nHost: h\r\nX-One:\t1 \r\n\r\n"
            ))
        #expect(request.method == "GET")
        #expect(request.path == "/a b/users")
        #expect(request.query == ["q": "café", "x": "2", "plus": "a+b", "flag": ""])
        #expect(request.headers["x-ONE"] == "1")
        #expect(request.headers["absent"] == nil)
    }

    @Test func parserGivesTheSameRequestsHoweverTheBytesAreSplit() throws {
        let text =
            "POST /one?a=b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n\r\n\r\nx"
            + "GET /two HTTP/1.1\r\nHost: h\r\n\r\n"
        let whole = try requests(in: [text])
        #expect(whole.map(\.path) == ["/one", "/two"])
        #expect(whole.map(\.body) == [Data("\r\n\r\nx".utf8), Data()])
        let bytes = Array(text)
        for index in text.indices {
            #expect(try requests(in: [String(text[..<index]), String(text[index...])]) == whole)
        }
        #expect(try requests(in: bytes.map(String.init)) == whole)
    }

    @Test(arguments: [
        ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: Close\r\n", false),
        ("HTTP/1.1", "Connection: x, close\r\n", false), ("HTTP/1.0", "", false),
        ("HTTP/1.0", "Connection: keep-alive\r\n", true),
    ])
    func requestKeepsItsConnectionAliveByVersionAndField(version: String, field: String, stays: Bool) throws {
        let request = try #require(try request("GET / \(version)\r\nHost: h\r\n\(field)\r\n"))
        #expect(request.keepsAlive == stays)
    }

    @Test(arguments: [
        ("\r\n", HTTPParseError.malformedRequestLine),
        ("GET /\r\n", .malformedRequestLine),
        ("GET  / HTTP/1.1\r\n", .malformedRequestLine),
        ("GET / HTTP/1.1\n", .malformedRequestLine),
        ("G(T / HTTP/1.1\r\n", .malformedRequestLine),
        ("GET /é HTTP/1.1\r\n", .malformedRequestLine),
        ("GET / HTTP/2.0\r\n", .unsupportedVersion),
        ("GET users HTTP/1.1\r\nHost: h\r\n\r\n", .malformedTarget),
        ("GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n", .malformedTarget),
        ("GET /?a=%FF HTTP/1.1\r\nHost: h\r\n\r\n", .malformedTarget),
        ("GET / HTTP/1.1\r\nHost: h\n", .malformedHeader),
        ("GET / HTTP/1.1\r\nHost : h\r\n", .malformedHeader),
        ("GET / HTTP/1.1\r\nHost: h\r\n folded\r\n", .malformedHeader),
        ("GET / HTTP/1.1\r\nno colon\r\n", .malformedHeader),
        ("GET / HTTP/1.1\r\nA: b\rc\r\n", .malformedHeader),
        ("GET / HTTP/1.1\r\n\r\n", .missingHost),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", .missingHost),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", .malformedBodyLength),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n", .malformedBodyLength),
        ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", .malformedBodyLength),
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 16777217\r\n\r\n", .bodyTooLarge),
        ("GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", .malformedBodyLength),
    ])
    func malformedRequestIsRejectedAtTheWrongLine(text: String, error: HTTPParseError) {
        #expect(throws: error) { try request(text) }
    }

    @Test func headOfExactlyTheLimitIsAccepted() throws {
        let rest = "GET / HTTP/1.1\r\nHost: h\r\nA: \r\n\r\n"
        let filler = HTTPRequestParser.maximumHeadSize - rest.utf8.count
        func head(_ count: Int) -> String {
            "GET / HTTP/1.1\r\nHost: h\r\nA: \(String(repeating: "a", count: count))\r\n\r\n"
        }
        #expect(try request(head(filler)) != nil)
        #expect(throws: HTTPParseError.headTooLarge) { try request(head(filler + 1)) }
    }

    @Test func endlessLineIsRejectedBeforeItEnds() {
        let line = String(repeating: "a", count: HTTPRequestParser.maximumHeadSize)
        #expect(throws: HTTPParseError.headTooLarge) { try requests(in: [line, "a"]) }
    }
}
