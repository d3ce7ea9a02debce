import Foundation
import Streams
import Testing

@testable import FluxImages
@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct LoadingErrorTests {
    private func message(_ reason: LoadingError.Reason, at url: String = "https://example.org/users")
        -> String
    {
        LoadingError(url: URL(string: url)!, reason: reason).description  // a constant that is a valid URL
    }

    @Test func statusWithoutRetryAfter() {
        #expect(
            message(.status(404, retryAfter: nil))
                == "https://example.org/users: the server responded with status 404")
    }

    @Test(
        arguments: zip(
            [Duration.zero, .seconds(-1), .seconds(1), .seconds(3), .milliseconds(1500)],
            ["", "", "; retry after 1 second", "; retry after 3 seconds", "; retry after 1.5 seconds"]))
    func timeToWaitIsPartOfTheMessageUnlessItIsZero(time: Duration, words: String) {
        let expected = "https://example.org/users: the server responded with status 503" + words
        #expect(message(.status(503, retryAfter: time)) == expected)
    }

    @Test func noResponseNamesTheServerFirst() {
        let refused = LoadingError.Reason.transport(.cannotConnectToHost, description: "connection refused")
        #expect(message(refused) == "No response from https://example.org/users: connection refused")
        let lost = LoadingError.Reason.transport(.networkConnectionLost, description: "connection lost")
        #expect(message(lost) == "https://example.org/users: connection lost")
    }

    @Test func messagesAreOneLineAndLongURLsAreTruncated() {
        let unreadable = LoadingError.Reason.unreadableFile(description: "no such file\nor directory")
        #expect(
            message(unreadable, at: "file:///a")
                == "file:///a: file could not be read: no such file or directory")
        let long = message(.malformedDataURL, at: "data:" + String(repeating: "a", count: 300))
        #expect(long == "data:" + String(repeating: "a", count: 55) + "…: malformed data URL")
    }

    @Test func textsAreCutByTheirCodePoints() {
        #expect("abc".cut(to: 3) == "abc")
        #expect("abcd".cut(to: 3) == "ab…")
        let accents = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(accents.cut(to: 100).unicodeScalars.count == 100)
        let found = ServerMessage.text(in: Data(#"{"message":"\#(accents)"}"#.utf8))
        #expect(found?.unicodeScalars.count == 200)
        let long = String(repeating: "a", count: 100_000)
        #expect(message(.transport(.unknown, description: long)).utf8.count < 2000)
        #expect(message(.undecodable(path: long, description: "no")).utf8.count < 2000)
    }

    private func isTransient(_ reason: LoadingError.Reason) -> Bool {
        let url = URL(string: "https://example.org")!  // a constant that is a valid URL
        let error = LoadingError(url: url, reason: reason)
        return RetryPolicy.isTransient(error) && RetryPolicy.isTransient(ImageError.notLoaded(error))
    }

    @Test func errorsOfABusyServerAreTransient() {
        let transient = [408, 425, 429, 500, 502, 503, 504]
        for code in 300..<600 {
            #expect(isTransient(.status(code, retryAfter: nil)) == transient.contains(code), "\(code)")
        }
    }

    /// As GitHub responds to too many requests in a short time.
    @Test func errorsWithATimeToWaitAreTransient() {
        for code in [400, 403, 404, 501, 599] { #expect(isTransient(.status(code, retryAfter: .seconds(1)))) }
        for code in [200, 301, 304, 600] { #expect(!isTransient(.status(code, retryAfter: .seconds(1)))) }
    }

    @Test func lostConnectionsAreTransientAndRefusedOnesAreNot() {
        for code in [URLError.Code.timedOut, .networkConnectionLost] {
            #expect(isTransient(.transport(code, description: "")))
            #expect(RetryPolicy.isTransient(URLError(code)))
        }
        for code in [URLError.Code.cannotConnectToHost, .cannotFindHost, .badURL] {
            #expect(!isTransient(.transport(code, description: "")))
            #expect(!RetryPolicy.isTransient(URLError(code)))
        }
        #expect(isTransient(.truncated(received: 1, expected: 2)))
    }

    @Test func errorsOfTheRequestOrTheBodyAreNotTransient() {
        let url = URL(string: "https://example.org")!  // a constant that is a valid URL
        for reason in [
            LoadingError.Reason.tooLarge(limit: 1), .undecodable(path: "", description: ""),
            .unsupportedScheme("ftp"), .malformedDataURL, .unreadableFile(description: ""), .cancelled,
        ] {
            #expect(!isTransient(reason))
        }
        #expect(!RetryPolicy.isTransient(ImageError.notDecodable(url, description: "")))
        #expect(!RetryPolicy.isTransient(CancellationError()))
    }
}
