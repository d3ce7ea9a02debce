import Foundation
import Testing

@testable import LoopbackServer

struct HTTPResponseTests {
    private func wire(_ response: HTTPResponse, sendsBody: Bool = true, keepsAlive: Bool = true) -> String {
        let steps = response.wireSteps(sendsBody: sendsBody, keepsAlive: keepsAlive)
        return String(decoding: steps.flatMap(\.bytes), as: UTF8.self)
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

    @Test func chunksHaveTheirSizesInHexadecimal() {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"
        let long: HTTPResponse = .text(String(repeating: "a", count: 17))
        #expect(
            wire(long.framed(.chunked(size: 16))) == head + "10\r\naaaaaaaaaaaaaaaa\r\n1\r\na\r\n0\r\n\r\n")
        #expect(wire(long.framed(.chunked(size: 16)), sendsBody: false) == head)
        #expect(wire(text.framed(.chunked(size: 9)).delivered(.truncated(after: 2))) == head + "2\r\nhe\r\n")
    }

    @Test func declaredLengthIsSentAsItIs() {
        #expect(wire(text.framed(.declared(3))).hasSuffix("Content-Length: 3\r\n\r\nhello"))
        #expect(
            wire(text.framed(.declared(9)), keepsAlive: false).hasSuffix("Content-Length: 9\r\n\r\nhello"))
    }

    @Test func bodyUntilTheEndOfTheConnectionHasNoLength() {
        let wire = wire(text.framed(.untilClose), keepsAlive: false)
        #expect(!wire.contains("Content-Length"))
        #expect(wire.hasSuffix("Connection: close\r\n\r\nhello"))
        #expect(!text.framed(.untilClose).allowsReuse)
    }

    @Test func drippedBodyIsSentInPieces() {
        let response = text.delivered(.dripped(size: 2, every: .seconds(5)))
        let pieces = response.wireSteps(sendsBody: true, keepsAlive: true).dropFirst()
            .map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(pieces == ["", "he", "", "ll", "", "o", ""])
    }

    @Test func gzipOfStoredBlocksHasItsChecksumAndLength() {
        let file = Gzip.stored(Data("hello".utf8))
        #expect(
            Array(file) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1, 5, 0, 0xFA, 0xFF] + Array("hello".utf8)
                + [0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0])
        #expect(Gzip.stored(Data()).count == 23)
        #expect(Gzip.stored(Data(count: 70_000)).count == 70_000 + 28)
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

extension WireStep {
    fileprivate var bytes: Data {
        switch self {
        case .send(let bytes), .sendForever(let bytes): bytes
        case .pause, .hold, .close, .reset: Data()
        }
    }
}
