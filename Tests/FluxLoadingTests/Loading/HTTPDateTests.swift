import Foundation
import Testing

@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct HTTPDateTests {
    private let moment = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func threeFormatsAreRead(text: String) {
        #expect(HTTPDate.parse(text) == moment)
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
        ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200), ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
    ])
    func leapDaysAreCounted(text: String, seconds: Int) {
        #expect(HTTPDate.parse(text) == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test func twoDigitYearIsAtMostFiftyYearsAhead() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let near = HTTPDate.parse("Sunday, 06-Nov-70 08:49:37 GMT", now: now)
        #expect(near == HTTPDate.parse("Thu, 06 Nov 2070 08:49:37 GMT"))
        let far = HTTPDate.parse("Sunday, 06-Nov-75 08:49:37 GMT", now: now)
        #expect(far == HTTPDate.parse("Thu, 06 Nov 1975 08:49:37 GMT"))
    }

    /// As formatters of RFC 5322 write them, and curl reads them.
    @Test(arguments: [
        ("Sun, 06 Nov 1994 09:49:37 +0100", true), ("Sun, 06 Nov 1994 01:19:37 -0730", true),
        ("Sun, 06 Nov 1994 08:49:37 UTC", true), ("Sun, 06 Nov 1994 08:49:37", true),
        ("Sun, 06 Nov 1994 08:49:37 +0000 (UTC)", true), ("Sun, 06 Nov 1994 08:49:37 GMT+00:00", true),
        ("Sun, 06 Nov 1994 08:49:37 GMT,", true), ("Sun, 06 Nov 1994 08:49:37 GMT\t", true),
        ("Sunday, 06-Nov-94 09:49:37 +0100", true), ("Sun Nov  6 08:49:37 1994 GMT", true),
        ("Sun, 06 Nov 1994 08:49:37 +9900", false), ("Sun, 06 Nov 1994 08:49:37 GMT+2", false),
        ("06 Nov 1994 08:49:37 GMT", true), ("6-Nov-1994 08:49:37 GMT", true),
        ("Sun, 06 Nov 1994 09:49:37 CET", false), ("Sun, 06 Nov 1994 09:49:37 +1", false),
        ("Sun, 06 Nov 1994 09:49:37 ++100", false),
    ])
    func timeZoneIsGMTOrAnOffset(text: String, isRead: Bool) {
        #expect(HTTPDate.parse(text) == (isRead ? moment : nil))
    }

    @Test(arguments: ["", "soon", "Sun, 06 Nov 1994", "Sun, 32 Nov 1994 08:49:37 GMT", "a b c d e f g"])
    func malformedDatesAreRefused(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }

    @Test func retryAfterIsInSecondsOrUntilADate() {
        func wait(_ text: String) -> Duration? { HTTPURLResponse.retryAfter(text, now: moment) }
        #expect(wait(" 120 ") == .seconds(120))
        #expect(wait("2.0") == .seconds(2))
        #expect(wait("0.5") == .milliseconds(500))
        #expect(wait("1.2.3") == nil)
        #expect(wait(".") == nil)
        #expect(wait("Sun, 06 Nov 1994 08:50:37 GMT") == .seconds(60))
        #expect(wait("Sun, 06 Nov 1994 08:00:00 GMT") == .zero)
        #expect(wait("-1") == nil)
        #expect(wait("soon") == nil)
        // Two fields, which are joined.
        #expect(wait("60, 120") == .seconds(120))
        #expect(wait("120, soon") == .seconds(120))
        #expect(wait("soon, 120") == nil)
        #expect(wait("10, Sun, 06 Nov 1994 08:50:37 GMT") == .seconds(60))
        #expect(wait("") == nil)
        // Longer than any retry is worth, rather than none.
        #expect(wait("99999999999999999999") == .century)
        #expect(wait("Fri, 31 Dec 9999 23:59:59 GMT") == .century)
    }

    /// As GitHub refuses requests beyond its limit.
    @Test func limitThatIsExceededIsWaitedForUntilItsReset() throws {
        func wait(_ fields: [String: String], status: Int = 403) throws -> Duration? {
            let fields = fields.merging(["Date": "Sun, 09 Sep 2001 01:46:40 GMT"]) { field, _ in field }
            let response = HTTPURLResponse(
                url: URL(filePath: "/users"), statusCode: status, httpVersion: nil, headerFields: fields)
            return try #require(response).retryAfter
        }
        let exceeded = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000060"]
        #expect(try wait(exceeded) == .seconds(60))
        #expect(try wait(exceeded, status: 429) == .seconds(60))
        #expect(try wait(exceeded.merging(["X-RateLimit-Remaining": "1"]) { $1 }, status: 429) == nil)
        #expect(try wait(exceeded.merging(["Retry-After": "5"]) { $1 }, status: 429) == .seconds(5))
        #expect(try wait(exceeded.merging(["X-RateLimit-Reset": "1000000060000"]) { $1 }) == nil)
        #expect(try wait(exceeded, status: 404) == nil)
        #expect(try wait(exceeded.merging(["X-RateLimit-Remaining": "1"]) { $1 }) == nil)
        #expect(try wait(exceeded.merging(["X-RateLimit-Reset": "1000000001"]) { $1 }) == .seconds(1))
        #expect(try wait(exceeded.merging(["Date": "Sun, 09 Sep 2001 01:50:00 GMT"]) { $1 }) == .zero)
        #expect(try wait(exceeded.merging(["Retry-After": "5"]) { $1 }) == .seconds(5))
        // Seconds from now.
        #expect(try wait(["RateLimit-Remaining": "0", "RateLimit-Reset": "30"]) == .seconds(30))
        #expect(try wait(["X-RateLimit-Remaining": "0"]) == nil)
        #expect(try wait(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon"]) == nil)
    }
}
