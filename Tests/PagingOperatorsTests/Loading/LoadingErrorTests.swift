import Foundation
import Testing

@testable import PagingOperators

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
}
