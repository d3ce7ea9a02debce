import Foundation
import Testing

@testable import FluxImages

struct FreshnessTests {
    private static let received = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    private func freshness(_ fields: [String: String], after seconds: Double) -> Freshness {
        let response = StoredResponse(receivedAt: Self.received, fields: fields)
        return freshness(of: response, at: Self.received + seconds, defaultLifetime: .seconds(100))
    }

    private func freshness(
        of response: StoredResponse, at now: Date, defaultLifetime: Duration = .zero
    ) -> Freshness {
        HTTPCachePolicy(defaultLifetime: defaultLifetime)
            .freshness(of: response, for: ImageRequest(url: .image), at: now)
    }

    @Test func maximumAgeCountsFromTheResponse() {
        #expect(freshness(["cache-control": "max-age=10"], after: 9) == .fresh)
        #expect(freshness(["cache-control": "max-age=10"], after: 10) == .stale)
    }

    @Test func ageAndDateMakeAResponseOlder() {
        #expect(freshness(["cache-control": "max-age=10", "age": "5"], after: 4) == .fresh)
        #expect(freshness(["cache-control": "max-age=10", "age": "5"], after: 5) == .stale)
        // Two fields, which are joined.
        #expect(freshness(["cache-control": "max-age=10", "age": "5 ,0"], after: 5) == .stale)
        let date = "Sun, 06 Nov 1994 08:49:30 GMT"  // seven seconds before
        #expect(freshness(["cache-control": "max-age=10", "date": date], after: 2) == .fresh)
        #expect(freshness(["cache-control": "max-age=10", "date": date, "age": "1"], after: 3) == .stale)
    }

    @Test func maximumAgeWinsOverExpires() {
        let expires = "Sun, 06 Nov 1994 08:49:47 GMT"  // ten seconds after
        #expect(freshness(["expires": expires], after: 9) == .fresh)
        #expect(freshness(["expires": expires], after: 10) == .stale)
        #expect(freshness(["expires": expires, "cache-control": "max-age=20"], after: 15) == .fresh)
        #expect(freshness(["expires": "0"], after: 0) == .stale)
    }

    @Test func responseThatDoesNotSayIsFreshForTheDefaultLifetime() {
        #expect(freshness([:], after: 99) == .fresh)
        #expect(freshness([:], after: 100) == .stale)
    }

    @Test(arguments: ["no-cache", "no-store", "max-age=1, must-revalidate"])
    func somethingMustBeValidated(control: String) {
        #expect(freshness(["cache-control": control], after: 1) == .mustRevalidate)
    }

    @Test func staleResponseMayBeShownForAWhile() {
        let control = ["cache-control": "max-age=10, stale-while-revalidate=20"]
        #expect(freshness(control, after: 9) == .fresh)
        #expect(freshness(control, after: 29) == .staleWhileRevalidate)
        #expect(freshness(control, after: 30) == .stale)
        let strict = ["cache-control": "max-age=10, stale-while-revalidate=20, must-revalidate"]
        #expect(freshness(strict, after: 15) == .mustRevalidate)
    }

    @Test func nothingIsFreshAfterTheClockWasSetBack() {
        #expect(freshness(["cache-control": "max-age=10"], after: -3600) == .stale)
    }

    @Test func responseThatVariesByAnythingMustBeValidated() {
        #expect(freshness(["vary": "*"], after: 1) == .mustRevalidate)
        #expect(freshness(["vary": "Accept"], after: 1) == .fresh)
    }

    @Test func confirmationRenewsAResponse() {
        let old = StoredResponse(
            receivedAt: Self.received,
            fields: ["cache-control": "max-age=10", "age": "9", "etag": "\"a\"", "date": "old"])
        let confirmation = StoredResponse(
            receivedAt: Self.received + 100, fields: ["cache-control": "max-age=20"])
        let renewed = old.confirmed(by: confirmation)
        #expect(renewed.entityTag == "\"a\"")
        #expect(freshness(of: renewed, at: Self.received + 119) == .fresh)
        #expect(freshness(of: renewed, at: Self.received + 120) == .stale)
    }

    @Test func metadataAreReadAgain() {
        let response = StoredResponse(
            receivedAt: Self.received + 0.25, fields: ["etag": "\"a\"", "age": "1"])
        #expect(StoredResponse(metadata: response.metadata) == response)
        #expect(StoredResponse(metadata: [:]) == nil)
        #expect(StoredResponse(metadata: ["received": "nan"]) == nil)
        #expect(StoredResponse(metadata: ["received": "x", "etag": "\"a\""]) == nil)
    }

    /// Found by `.ci/fuzz`: the age of a response of such a time trapped.
    @Test(arguments: ["1e300", "-1e300", "-1e12", "nan", "inf", "-infinity", "x", ""])
    func metadataOfAnImpossibleTimeAreRefused(received: String) {
        #expect(StoredResponse(metadata: ["received": received]) == nil)
    }

    @Test(arguments: ["-999999999999", "999999999999"])
    func responseOfAFarTimeHasAFreshness(received: String) throws {
        let response = try #require(StoredResponse(metadata: ["received": received, "age": "7"]))
        #expect(freshness(of: response, at: .now, defaultLifetime: .seconds(60)) == .stale)
    }

    @Test func onlyStrongValidatorsAreStrong() {
        func validator(_ fields: [String: String]) -> String? {
            StoredResponse(receivedAt: Self.received, fields: fields).strongValidator
        }
        let changed = "Sun, 06 Nov 1994 08:48:37 GMT"
        #expect(validator(["etag": "\"a\""]) == "\"a\"")
        #expect(validator(["etag": "W/\"a\"", "last-modified": changed]) == nil)
        #expect(validator(["last-modified": changed, "date": "Sun, 06 Nov 1994 08:49:37 GMT"]) == changed)
        #expect(validator(["last-modified": changed, "date": "Sun, 06 Nov 1994 08:49:36 GMT"]) == nil)
        #expect(validator(["last-modified": changed]) == nil)
    }
}
