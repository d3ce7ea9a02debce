import FluxImages
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

/// Loaders with cache policies that are not HTTP's.
struct ImagePolicyTests {
    private let fresh = ["Cache-Control": "max-age=60", "ETag": "\"a\""]
    private let lines = (old: "loaded cat from disk", new: "loaded dog from network")

    private func fixture(_ policy: any CachePolicy) -> ImageFixture {
        ImageFixture(configure: { $0.cachePolicy = policy })
    }

    private func fixture(_ change: (inout ScriptedPolicy) -> Void) -> ImageFixture {
        var policy = ScriptedPolicy()
        change(&policy)
        return fixture(policy)
    }

    /// Loads a cat that is stale then.
    private func loadStale(_ fixture: ImageFixture, _ control: String = "max-age=60") {
        fixture.load("cat", ["Cache-Control": control, "ETag": "\"a\""])
        fixture.time.advance(by: .seconds(60))
    }

    private func condition(of load: ScriptedDataLoader.Load) -> String? {
        load.request.value(forHTTPHeaderField: "If-None-Match")
    }

    @Test func policyWithoutMethodsIsThatOfHTTP() {
        struct Nothing: CachePolicy {}
        let fixture = fixture(Nothing())
        loadStale(fixture)
        let probe = fixture.probe()
        #expect(condition(of: fixture.loads[1]) == "\"a\"")
        fixture.loads[1].confirm()
        #expect(probe.lines.suffix(2) == [lines.old, "finished"])
        #expect(fixture.events.contains("1.png revalidated"))
        fixture.load("cat", ["Cache-Control": "no-store"], .named("2.png"))
        #expect(fixture.disk.keys.count == 1)
    }

    @Test func imagesOfAHostAreNeverValidated() {
        let fixture = fixture(ImmutableImages(host: "immutable.test"))
        let requests = ["immutable.test", "images.test"].map { ImageRequest.named("1.png", host: $0) }
        for request in requests {
            fixture.load("cat", ["Cache-Control": "no-cache", "ETag": "\"a\""], request)
        }
        fixture.time.advance(by: .seconds(1_000_000))
        #expect(fixture.probe(requests[0]).lines.last == "finished")
        #expect(fixture.loads.count == 2)
        #expect(fixture.probe(requests[1]).lines == ["loading 0/?"])
        #expect(fixture.loads.count == 3)
    }

    @Test func everythingIsKeptForAWeek() {
        let fixture = fixture(EverythingForAWeek())
        fixture.load("cat", ["Cache-Control": "no-store", "Set-Cookie": "secret"])
        fixture.time.advance(by: .seconds(7 * 86_400 - 1))
        #expect(fixture.probe().lines == ["loading 0/?", lines.old, "finished"])
        #expect(fixture.disk.metadata.allSatisfy { $0["set-cookie"] == nil })
        fixture.loader.removeAllCachedImages()
        fixture.time.advance(by: .seconds(1))
        #expect(fixture.probe().lines == ["loading 0/?"])
    }

    @Test func nothingStaleIsShown() {
        let fixture = fixture(NothingStale())
        loadStale(fixture, "max-age=60, stale-while-revalidate=600")
        var probe = fixture.probe()
        #expect(probe.lines == ["loading 0/?"], "It is not shown while it is validated.")
        fixture.loads[1].fail(.status(503, retryAfter: nil))
        #expect(probe.lines.suffix(2) == ["failed", "finished"], "It is not shown in place of an error.")
        probe = fixture.probe()
        fixture.loads[2].confirm()
        #expect(probe.lines.suffix(2) == [lines.old, "finished"])
    }

    @Test func unusableBytesAreIgnored() {
        let isUsable = Box(false)
        let fixture = fixture {
            $0.freshness = { _, _, _ in isUsable.value ? .fresh : .unusable }
        }
        fixture.load("cat", fresh)
        var probe = fixture.probe()
        #expect(condition(of: fixture.loads[1]) == nil)
        fixture.loads[1].fail(.status(503, retryAfter: nil))
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.disk.texts == ["cat"], "The policy decides at each look-up.")
        probe = fixture.probe()
        fixture.loads[2].finish("dog", fresh)
        #expect(probe.lines.suffix(2) == [lines.new, "finished"])
        fixture.loader.removeAllCachedImages()
        isUsable.value = true
        #expect(fixture.probe().lines == ["loading 0/?", "loaded dog from disk", "finished"])
    }

    @Test func variantThatIsUnusableIsMadeOfTheOriginal() {
        let calls = Log<String>()
        let small = ImageRequest(url: .image, variant: .named("small"))
        let fixture = ImageFixture(configure: {
            // The second look-up is that of the original.
            $0.cachePolicy = ScriptedPolicy(freshness: { _, _, _ in
                calls.append("freshness")
                return calls.count % 2 == 1 ? .unusable : .fresh
            })
            $0.encodeVariant = { picture, _ in Data("small \(picture)".utf8) }
        })
        fixture.load("cat", fresh, small)
        #expect(fixture.disk.texts == ["cat", "small cat"])
        #expect(fixture.probe(small).lines == ["loading 0/?", lines.old, "finished"])
        #expect(calls.count == 2)
    }

    @Test func policyMakesTheConditions() {
        let fixture = fixture {
            $0.conditions = { ["X-If-Hash": "hash of \($0.fields["etag", default: ""])"] }
        }
        loadStale(fixture)
        let probe = fixture.probe()
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "X-If-Hash") == "hash of \"a\"")
        #expect(condition(of: fixture.loads[1]) == nil)
        fixture.loads[1].confirm()
        #expect(probe.lines.suffix(2) == [lines.old, "finished"])
    }

    @Test func bytesAreDownloadedAgainWithoutAnyCondition() {
        let fixture = fixture { $0.conditions = { _ in [:] } }
        loadStale(fixture)
        let probe = fixture.probe()
        #expect(condition(of: fixture.loads[1]) == nil)
        fixture.loads[1].finish("dog", fresh)
        #expect(probe.lines.suffix(2) == [lines.new, "finished"])
    }

    @Test(arguments: ["max-age=60", "max-age=60, stale-while-revalidate=600"])
    func confirmationThatIsNotAcceptedDownloadsAgain(control: String) {
        let fixture = fixture { $0.confirm = { _, _ in nil } }
        loadStale(fixture, control)
        let probe = fixture.probe()
        fixture.loads[1].confirm()
        #expect(condition(of: fixture.loads[2]) == nil)
        #expect(!fixture.events.contains("1.png revalidated"))
        fixture.loads[2].finish("dog", fresh)
        let isShownBefore = control.contains("stale")
        let shown = probe.lines.filter { $0.hasPrefix("loaded") }
        #expect(shown == (isShownBefore ? [lines.old, lines.new] : [lines.new]))
        #expect(fixture.disk.texts == ["dog"])
    }

    @Test func serverThatConfirmsWithoutAConditionFails() {
        let fixture = fixture { $0.confirm = { _, _ in nil } }
        loadStale(fixture)
        let probe = fixture.probe()
        for load in 1...2 { fixture.loads[load].confirm() }
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.loads.count == 3)
        #expect(fixture.loader.isAtRest)
    }

    @Test func confirmationNeedNotRenewAResponse() {
        let fixture = fixture { $0.confirm = { response, _ in response } }
        loadStale(fixture)
        for load in 1...2 {
            let probe = fixture.probe()
            #expect(condition(of: fixture.loads[load]) == "\"a\"")
            fixture.loads[load].confirm()
            #expect(probe.lines.suffix(2) == [lines.old, "finished"])
            fixture.loader.removeAllCachedImages()
        }
    }

    @Test func policyReadsTheFieldsThatItHasStored() {
        let fixture = fixture {
            $0.store = { response in
                response.fields["x-kind"] == "secret"
                    ? nil : StoredResponse(receivedAt: response.receivedAt, fields: ["X-Kind": "public"])
            }
            $0.freshness = { response, _, _ in response.fields == ["x-kind": "public"] ? .fresh : .unusable }
        }
        fixture.load("cat", ["X-Kind": "any", "Cache-Control": "no-cache", "Vary": "User-Agent"])
        #expect(fixture.probe().lines.suffix(2) == [lines.old, "finished"])
        fixture.load("dog", ["X-Kind": "secret"], .named("2.png"))
        #expect(fixture.disk.texts == ["cat"])
    }

    /// The first bytes of a transfer are kept if those of the whole would be.
    @Test(arguments: [true, false])
    func policyDecidesWhetherATransferIsContinued(isStored: Bool) {
        let fixture = fixture { $0.store = { isStored ? $0 : nil } }
        let probe = fixture.probe()
        fixture.loads[0].respond(["ETag": "\"a\"", "Content-Length": "3"])
        fixture.loads[0].send("ca")
        probe.cancel()
        _ = fixture.probe()
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "Range") == (isStored ? "bytes=2-" : nil))
    }

    /// No lock is held while the policy is called.
    @Test func policyMayUseTheLoader() {
        let loader = Box<ImageLoader<Picture>?>(nil)
        let calls = Log<String>()
        @Sendable func use(_ call: String) {
            calls.append(call)
            guard let loader = loader.value else { return }
            let other = StateProbe(loader.image(for: .named("1.png", variant: .named("small"))))
            other.cancel()
            loader.trim(toCount: 10)
        }
        let fixture = fixture {
            $0.store = { response in
                use("store")
                return response
            }
            $0.freshness = { _, _, _ in
                use("freshness")
                return .stale
            }
            $0.conditions = { _ in
                use("conditions")
                return ["If-None-Match": "\"a\""]
            }
            $0.confirm = { response, _ in
                use("confirm")
                return response
            }
        }
        loader.value = fixture.loader
        fixture.load("cat", fresh)
        let probe = fixture.probe()
        fixture.loads.last?.confirm()
        #expect(probe.lines.suffix(2) == [lines.old, "finished"])
        #expect(calls.entries == ["store", "freshness", "conditions", "confirm", "store", "freshness"])
        loader.value = nil
        #expect(fixture.loader.isAtRest)
    }
}
