import Foundation
import Testing

@testable import LoopbackServer

struct HTTPResponseTests {
    private func wire(_ response: HTTPResponse, sendsBody: Bool = true, keepsAlive: Bool = true) -> String {
        String(decoding: response.wireBytes(sendsBody: sendsBody, keepsAlive: keepsAlive), as: UTF8.self)
    }

    private let text: HTTPResponse = .text("hello")

    @Test func wireBytesHaveHeadAndBody() {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n"
        #expect(wire(text) == head + "\r\nhello")
        #expect(wire(text, sendsBody: false) == head + "\r\n")
        #expect(wire(text, keepsAlive: false) == head + "Connection: close\r\n\r\nhello")
    }

    @Test func notModifiedHasNeitherBodyNorLength() {
        #expect(wire(HTTPResponse(status: 304, body: Data([1]))) == "HTTP/1.1 304 Not Modified\r\n\r\n")
    }

    @Test(arguments: [
        (-1, "Content-Length: 5\r\n\r\n"), (0, "Content-Length: 5\r\n\r\n"),
        (2, "Content-Length: 5\r\n\r\nhe"), (5, "Content-Length: 6\r\n\r\nhello"),
        (9, "Content-Length: 6\r\n\r\nhello"),
    ])
    func truncatedResponseDeclaresMoreThanItSends(length: Int, end: String) {
        #expect(wire(text.delivered(.truncated(after: length))).hasSuffix(end))
    }

    @Test func jsonKeysAreSnakeCaseAndSorted() {
        struct Value: Encodable {
            let webURL = "http://h/"
            let anId = 1
        }
        let body = HTTPResponse.json(Value()).body
        #expect(String(decoding: body, as: UTF8.self) == #"{"an_id":1,"web_url":"http://h/"}"#)
    }
}
