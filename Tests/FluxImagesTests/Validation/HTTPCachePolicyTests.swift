import Foundation
import Testing

@testable import FluxImages

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The policy of HTTP without a loader. See `FreshnessTests` for the times.
struct HTTPCachePolicyTests {
    private let policy = HTTPCachePolicy()
    private let request = ImageRequest(url: .image)
    private let now = Date(timeIntervalSince1970: 784_111_777)

    private func response(_ fields: [String: String] = [:]) -> StoredResponse {
        StoredResponse(receivedAt: now, fields: fields)
    }

    @Test func namesOfFieldsAreNotCaseSensitive() {
        let response = response(["Cache-Control": "max-age=10", "ETag": "\"a\""])
        #expect(response.fields == ["cache-control": "max-age=10", "etag": "\"a\""])
        #expect(policy.freshness(of: response, for: request, at: now + 9) == .fresh)
        #expect(policy.freshness(of: response, for: request, at: now + 10) == .stale)
    }

    @Test func responseThatDoesNotSayIsFreshForTheDefaultLifetime() {
        let week = HTTPCachePolicy(defaultLifetime: .seconds(7 * 86_400))
        #expect(policy.freshness(of: response(), for: request, at: now + 86_399) == .fresh)
        #expect(policy.freshness(of: response(), for: request, at: now + 86_400) == .stale)
        #expect(week.freshness(of: response(), for: request, at: now + 7 * 86_400 - 1) == .fresh)
        #expect(week.freshness(of: response(["expires": "0"]), for: request, at: now) == .stale)
    }

    @Test func requestMayRequireAValidation() {
        let reload = ImageRequest(url: .image, headers: ["Cache-Control": "no-cache"])
        #expect(policy.freshness(of: response(), for: reload, at: now) == .mustRevalidate)
    }

    @Test func onlyFieldsThatThePolicyNeedsAreStored() {
        let received = response([
            "ETag": "\"a\"", "Cache-Control": "max-age=10", "Server": "nginx", "Vary": "Accept",
            "Content-Type": "image/png",
        ])
        let stored = policy.responseToStore(received, for: request)
        #expect(
            stored?.fields == ["etag": "\"a\"", "cache-control": "max-age=10", "vary": "Accept"])
        #expect(stored?.receivedAt == now)
        #expect(policy.responseToStore(response(["cache-control": "no-store"]), for: request) == nil)
    }

    @Test func conditionsAreTheValidators() {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(
            policy.conditions(validating: response(["etag": "W/\"a\"", "last-modified": date]), for: request)
                == ["If-None-Match": "W/\"a\"", "If-Modified-Since": date])
        #expect(policy.conditions(validating: response(), for: request) == [:])
    }

    @Test func confirmationRenewsAResponse() {
        let confirmation = StoredResponse(receivedAt: now + 100, fields: ["cache-control": "max-age=20"])
        let old = response(["cache-control": "max-age=10", "etag": "\"a\"", "age": "5"])
        let confirmed = policy.confirmed(old, by: confirmation, for: request)
        #expect(
            confirmed
                == StoredResponse(
                    receivedAt: now + 100, fields: ["cache-control": "max-age=20", "etag": "\"a\""]))
    }

    /// Times that a caller may make, and that overflow a `Duration`.
    @Test(
        arguments: [-Double.infinity, -1e300, 1e300, .infinity, .nan],
        [
            ["cache-control": "max-age=10", "date": "Sun, 06 Nov 1994 08:49:37 GMT"],
            ["expires": "Sun, 06 Nov 1994 08:50:37 GMT"],
        ])
    func nothingIsFreshAtAnImpossibleTime(seconds: Double, fields: [String: String]) {
        let time = Date(timeIntervalSince1970: seconds)
        let responses = [(StoredResponse(receivedAt: time, fields: fields), now), (response(fields), time)]
        for (response, now) in responses {
            #expect(policy.freshness(of: response, for: request, at: now) == .stale)
        }
    }

    /// What a policy gets of a response of a server.
    @Test func fieldsOfTheConnectionAndCookiesAreLeftOut() {
        let head = URLResponse.head(
            200,
            [
                "ETag": "\"a\"", "X-Own": "1", "Set-Cookie": "secret", "Connection": "close",
                "Content-Length": "3", "Content-Range": "bytes 0-2/3", "Selection": "x", "Received": "7",
            ])
        var expected = response(["etag": "\"a\"", "x-own": "1"])
        expected.status = 200
        #expect(StoredResponse(head, to: .image, receivedAt: now) == expected)
        let file = URLResponse(url: .image, mimeType: nil, expectedContentLength: 3, textEncodingName: nil)
        #expect(StoredResponse(file, to: .image, receivedAt: now) == response())
    }
}
