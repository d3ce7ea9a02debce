import FluxImages
import Foundation
import Testing

/// Policies of a user's own, without a loader.
struct CachePolicyTests {
    private let request = ImageRequest(url: .image)
    private let now = Date(timeIntervalSince1970: 1_000_000)

    private func response(_ control: String) -> StoredResponse {
        StoredResponse(
            receivedAt: now, fields: ["Cache-Control": control, "ETag": "\"a\"", "Server": "nginx"])
    }

    @Test func methodsThatAPolicyDoesNotImplementAreThoseOfHTTP() {
        struct Nothing: CachePolicy {}
        let (policy, http) = (Nothing(), HTTPCachePolicy())
        for control in ["max-age=10", "no-cache", "no-store", "max-age=1, stale-while-revalidate=5"] {
            let response = response(control)
            #expect(
                policy.responseToStore(response, for: request)
                    == http.responseToStore(response, for: request))
            for age in [0, 5, 10] {
                let time = now.addingTimeInterval(Double(age))
                #expect(
                    policy.freshness(of: response, for: request, at: time)
                        == http.freshness(of: response, for: request, at: time))
            }
            #expect(policy.conditions(validating: response, for: request) == ["If-None-Match": "\"a\""])
            let confirmation = StoredResponse(receivedAt: now + 1, fields: ["age": "7"])
            #expect(
                policy.confirmed(response, by: confirmation, for: request)
                    == http.confirmed(response, by: confirmation, for: request))
        }
    }

    /// The server has compared something else, such as a date (RFC 9111 §4.3.4).
    @Test func responseIsNotConfirmedByAnotherStrongTag() {
        let policy = HTTPCachePolicy()
        func isConfirmed(by tag: String?) -> Bool {
            var confirmation = StoredResponse(receivedAt: now + 1)
            confirmation.fields["etag"] = tag
            return policy.confirmed(response("max-age=1"), by: confirmation, for: request) != nil
        }
        #expect(isConfirmed(by: "\"a\"") && isConfirmed(by: nil) && isConfirmed(by: "W/\"b\""))
        #expect(!isConfirmed(by: "\"b\""))
    }

    @Test func nothingIsStoredOfARequestThatForbidsIt() {
        let request = ImageRequest(url: .image, headers: ["Cache-Control": "max-age=0, no-store"])
        #expect(HTTPCachePolicy().responseToStore(response("max-age=10"), for: request) == nil)
    }

    @Test func imagesOfAHostAreImmutable() {
        let policy = ImmutableImages(host: "images.test")
        let later = now + 1_000_000
        #expect(policy.freshness(of: response("no-cache"), for: request, at: later) == .fresh)
        let other = ImageRequest.named("1.png", host: "other.test")
        #expect(policy.freshness(of: response("no-cache"), for: other, at: later) == .mustRevalidate)
        #expect(policy.responseToStore(response("max-age=1"), for: request)?.fields["server"] == nil)
    }

    @Test func everythingIsUsableForAWeek() {
        let policy = EverythingForAWeek()
        let response = response("no-store")
        #expect(policy.responseToStore(response, for: request) == response)
        #expect(policy.freshness(of: response, for: request, at: now + 7 * 86_400 - 1) == .fresh)
        #expect(policy.freshness(of: response, for: request, at: now + 7 * 86_400) == .unusable)
    }

    @Test func nothingStaleIsShown() {
        let policy = NothingStale()
        func freshness(_ control: String) -> Freshness {
            policy.freshness(of: response(control), for: request, at: now + 2)
        }
        #expect(freshness("max-age=3") == .fresh)
        #expect(freshness("max-age=1") == .mustRevalidate)
        #expect(freshness("max-age=1, stale-while-revalidate=60") == .mustRevalidate)
    }
}
