import Foundation
import Testing

@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct HTTPTransferTests {
    private func transfer(method: String = "GET", maximumBytes: Int = 100) -> HTTPTransfer {
        var request = URLRequest(url: .image)
        request.httpMethod = method
        return HTTPTransfer(request, maximumBytes: maximumBytes)
    }

    private func head(_ status: Int = 200, _ fields: [String: String] = [:]) throws -> HTTPURLResponse {
        try #require(
            HTTPURLResponse(url: .image, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields))
    }

    private func error(_ reason: LoadingError.Reason) -> LoadingError {
        LoadingError(url: .image, reason: reason)
    }

    @Test(arguments: [100, 199, 300, 304, 404, 503])
    func statusOtherThanSuccessIsAnError(status: Int) throws {
        var transfer = transfer()
        let head = try head(status)
        #expect(throws: error(.status(status, retryAfter: nil))) { try transfer.receive(head) }
    }

    /// RFC 9112 §6.3
    @Test func responseWithoutContentHasNoBody() throws {
        var transfer = transfer()
        try transfer.receive(head(204, ["Content-Length": "5"]))
        try transfer.finish()
    }

    @Test func retryAfterIsKept() throws {
        var transfer = transfer()
        let head = try head(429, ["retry-after": "7"])
        let failure = #expect(throws: LoadingError.self) { try transfer.receive(head) }
        #expect(failure?.retryAfter == .seconds(7))
    }

    @Test func declaredLengthBeyondTheLimitIsRefused() throws {
        var transfer = transfer(maximumBytes: 10)
        let head = try head(200, ["Content-Length": "11"])
        #expect(throws: error(.tooLarge(limit: 10))) { try transfer.receive(head) }
    }

    @Test func bodyBeyondTheLimitIsRefusedWithoutADeclaredLength() throws {
        var transfer = transfer(maximumBytes: 10)
        try transfer.receive(try head())
        try transfer.receive(byteCount: 10)
        #expect(throws: error(.tooLarge(limit: 10))) { try transfer.receive(byteCount: 1) }
    }

    @Test func bodyShorterThanDeclaredIsAnErrorHoweverTheConnectionEnds() throws {
        var transfer = transfer()
        try transfer.receive(try head(200, ["Content-Length": "9"]))
        try transfer.receive(byteCount: 4)
        let truncated = error(.truncated(received: 4, expected: 9))
        #expect(throws: truncated) { try transfer.finish() }
        #expect(transfer.failure(for: URLError(.networkConnectionLost)) == truncated)
        let timeOut = transfer.failure(for: URLError(.timedOut))
        #expect(timeOut == error(.transport(.timedOut, description: "timed out within the response body")))
    }

    /// On Linux the system has no message for it.
    @Test func malformedURLIsNamed() {
        let failure = transfer().failure(for: URLError(.badURL))
        #expect(failure == error(.transport(.badURL, description: "malformed URL")))
    }

    @Test func declaredLengthOfAnEncodedBodyOrAHeadResponseIsIgnored() throws {
        var encoded = transfer()
        try encoded.receive(try head(200, ["Content-Length": "9", "Content-Encoding": "gzip"]))
        try encoded.finish()
        var headOnly = transfer(method: "HEAD")
        try headOnly.receive(try head(200, ["Content-Length": "900"]))
        try headOnly.finish()
    }
}
