import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Images of which a server has several, and those that it does not have for long.
struct SelectedImageTests {
    /// A loader that sends fields, which requests do not know.
    private struct LoaderWithFields: FieldAddingDataLoader {
        let base: any DataLoading
        let addedFields: AddedFields

        func load(
            _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
        ) -> any Cancellable {
            base.load(request, receive: receive)
        }
    }

    /// A fixture whose session sends a token.
    private func fixture(_ token: String, on disk: EntriesInMemory) -> ImageFixture {
        ImageFixture(configure: {
            $0.diskCache = disk
            $0.dataLoader = LoaderWithFields(
                base: $0.dataLoader, addedFields: AddedFields(values: ["authorization": token]))
        })
    }

    @Test(arguments: [true, false])
    func imageThatVariesByCookiesIsValidatedIfAnyAreSent(sendsCookies: Bool) {
        let fixture = ImageFixture(configure: {
            if sendsCookies {
                $0.dataLoader = LoaderWithFields(
                    base: $0.dataLoader, addedFields: AddedFields(hasCookies: true))
            }
        })
        fixture.load(
            "cat", ["Cache-Control": "private, max-age=86400", "Vary": "Accept, Cookie", "ETag": "\"1\""])
        let probe = fixture.probe()
        #expect(fixture.loads.count == (sendsCookies ? 2 : 1))
        #expect(probe.lines.last == (sendsCookies ? "loading 0/?" : "finished"))
        guard sendsCookies else { return }
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-None-Match") == "\"1\"")
        fixture.loads[1].finish("dog", ["Vary": "Cookie"])
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
    }

    @Test func cookieOfTheRequestIsKnown() {
        let fixture = ImageFixture(configure: {
            $0.dataLoader = LoaderWithFields(
                base: $0.dataLoader, addedFields: AddedFields(hasCookies: true))
        })
        let request = ImageRequest(url: .image, headers: ["Cookie": "a"])
        fixture.load("cat", ["Cache-Control": "max-age=60", "Vary": "Cookie"], request)
        #expect(fixture.probe(request).lines.last == "finished")
    }

    /// A stale image may be shown, but not that of another user.
    @Test func imageOfAnotherSelectionIsNotReadFromTheCaches() {
        let disk = EntriesInMemory()
        fixture("ann", on: disk).load("cat", ["Cache-Control": "max-age=1", "Vary": "Authorization"])
        let cached = ImageRequest(url: .image, from: .cache)
        let bob = fixture("bob", on: disk)
        #expect(bob.probe(cached).states.last?.error != nil)
        #expect(bob.loader.cachedImage(at: .image) == nil && bob.loads.isEmpty)
        #expect(
            fixture("ann", on: disk).probe(cached).lines.suffix(2) == ["loaded cat from disk", "finished"])
    }

    /// A session without cookies may select another image.
    @Test func imageThatVariesByCookiesIsValidatedIfNoneAreSentAnyMore() {
        let disk = EntriesInMemory()
        func fixture(_ fields: AddedFields) -> ImageFixture {
            ImageFixture(configure: {
                $0.diskCache = disk
                $0.dataLoader = LoaderWithFields(base: $0.dataLoader, addedFields: fields)
            })
        }
        let fields = ["Cache-Control": "private, max-age=86400", "Vary": "Cookie"]
        fixture(AddedFields(hasCookies: true)).load("cat", fields)
        #expect(fixture(AddedFields()).probe().lines.last == "loading 0/?")
        fixture(AddedFields()).load("dog", fields)
        #expect(fixture(AddedFields()).probe().lines.suffix(2) == ["loaded dog from disk", "finished"])
    }

    @Test func sessionsKnowTheFieldsThatTheyAdd() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["Authorization": "token"]
        let plain = URLSessionDataLoader(configuration: .ephemeral)
        let session = URLSessionDataLoader(
            configuration: configuration, cookies: HTTPCookieStorage.shared)
        #expect(plain.addedFields == AddedFields())
        let added = AddedFields(values: ["authorization": "token"], hasCookies: true)
        #expect(session.addedFields == added)
        #expect(DataLoader(network: session).preparing { $0 }.addedFields == added)
    }

    @Test func imageThatVariesByAFieldOfTheSessionIsFreshForTheSameValueOnly() {
        let disk = EntriesInMemory()
        fixture("a", on: disk).load("cat", ["Cache-Control": "max-age=60", "Vary": "Authorization, Accept"])
        #expect(fixture("a", on: disk).probe().lines.last == "finished")
        #expect(fixture("b", on: disk).probe().lines.last == "loading 0/?")
        #expect(disk.metadata.allSatisfy { !$0.values.contains("a") })
    }

    /// The field of the request replaces that of the session.
    @Test func imageThatVariesByAFieldOfTheRequestIsFreshWhateverTheSessionHas() {
        let disk = EntriesInMemory()
        let request = ImageRequest(url: .image, headers: ["Authorization": "key"])
        fixture("a", on: disk).load("cat", ["Cache-Control": "max-age=60", "Vary": "Authorization"], request)
        #expect(
            fixture("b", on: disk).probe(request).lines.suffix(2) == ["loaded cat from disk", "finished"])
    }

    /// The image of another client may be older than the stored one, so that its date says nothing.
    @Test func dateOfAnImageOfAnotherClientIsNoCondition() {
        let fixture = ImageFixture()
        let requests = ["desktop", "phone"].map { ImageRequest(url: .image, headers: ["User-Agent": $0]) }
        let fields = [
            "Vary": "User-Agent", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "ETag": "\"1\"",
        ]
        fixture.load("cat", fields, requests[0])
        _ = fixture.probe(requests[1])
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-Modified-Since") == nil)
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-None-Match") == "\"1\"")
    }

    @Test(arguments: [201, 202])
    func imageOfAStatusThatAnotherFollowsIsStoredIfTheServerSaysForHowLong(status: Int) {
        let fixture = ImageFixture()
        let probe = fixture.probe()
        fixture.loads[0].finish("wait", [:], status: status)
        #expect(probe.lines.last == "finished")
        #expect(fixture.disk.keys.isEmpty)
        fixture.loader.removeAllCachedImages()
        _ = fixture.probe()
        fixture.loads[1].finish("wait", ["Cache-Control": "max-age=5"], status: status)
        #expect(fixture.disk.keys.count == 1)
    }
}
