import FluxLoading
import Foundation
import Testing

@testable import PagingOperators

/// Events are printed in one line each, without secrets and control characters of servers.
struct EventTextTests {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private func text(_ kind: PageEvent.Kind, load: Int? = nil) -> String {
        PageEvent(kind, load: load, session: 1).description
    }

    @Test func retry() {
        let error = Failure(description: "timed out")
        #expect(
            text(.retrying(attempt: 1, after: .milliseconds(250), error: error), load: 2)
                == "load 2: attempt 1 failed, retries after 0.25 s: timed out")
        #expect(
            text(.started(key: "30", direction: .append, attempt: 2), load: 2)
                == "page 30 requested (append, load 2, attempt 2)")
    }

    @Test func oneItemIsCountedAsOne() {
        #expect(text(.loaded(items: 1, presented: 1, next: nil)) == "1 item loaded, 1 row, the last page")
        #expect(text(.restored(rows: 1)) == "1 row restored")
        let reason = PageEvent.Reason.enoughRows(beyond: 1, threshold: 1)
        #expect("\(reason)" == "1 row beyond, threshold 1")
    }

    @Test func nextPage() {
        #expect(text(.loaded(items: 3, presented: 3, next: "30"), load: 2).hasSuffix("3 rows, then page 30"))
        #expect(text(.loaded(items: 3, presented: nil, next: "page 3")) == "3 items loaded, then page 3")
        #expect(text(.loaded(items: 3, presented: nil, next: nil)) == "3 items loaded, the last page")
    }

    @Test func response() {
        let response = PageResponse(
            address: "https://example.org/users?page=2", status: 200, bytes: 5120,
            timeToResponse: .milliseconds(120), duration: .milliseconds(150),
            origin: .cache(age: .seconds(30)))
        #expect(
            text(.responded(response), load: 1)
                == "load 1: status 200, 5120 bytes, head after 0.12 s, 0.15 s in all, "
                + "from a cache, 30 s old, https://example.org/users?page=2")
    }

    @Test func secretsOfAKeyAreLeftOut() {
        let url = URL(string: "https://me:pw@example.org/users?page=2&access_token=abc")
        let key = PageEvent.text(of: url)
        #expect(key?.contains("pw@") == false)
        #expect(key?.contains("abc") == false)
        #expect(key?.contains("page=2") == true)
    }

    @Test func secretsOfAnErrorAreLeftOut() {
        let line = text(
            .failed(Failure(description: "no response from https://example.org/?api_key=abc now")))
        #expect(line == "failed: no response from https://example.org/?api_key=… now")
    }

    @Test func controlCharactersAreReplaced() {
        #expect(
            text(.failed(Failure(description: "a\u{1B}[31mb\nc\u{9B}d\u{202E}e"))) == "failed: a [31mb c d e")
    }

    @Test func longTextIsCut() {
        #expect(text(.failed(Failure(description: String(repeating: "x", count: 5000)))).count == 1001)
    }

    @Test(arguments: [
        (Duration.zero, "0 s"), (.milliseconds(250), "0.25 s"), (.seconds(61), "61 s"),
        (.microseconds(40), "40 µs"), (.milliseconds(-1500), "-1.5 s"), (.microseconds(1_000_400), "1 s"),
    ])
    func durationInSeconds(duration: Duration, text: String) {
        #expect(duration.inSeconds == text)
    }
}
