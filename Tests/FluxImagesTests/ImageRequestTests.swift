import Foundation
import TestSupport
import Testing

@testable import FluxImages
@testable import FluxLoading

struct ImageRequestTests {
    @Test func requestsThatDifferInAHeaderDiffer() {
        let anonymous = ImageRequest(url: .image)
        let first = ImageRequest(url: .image, headers: ["Authorization": "a"])
        let second = ImageRequest(url: .image, headers: ["Authorization": "b"])
        #expect(Set([anonymous.key, first.key, second.key]).count == 3)
    }

    @Test(arguments: ["Authorization", "Cookie", "Accept", "Accept-Language", "X-Own"])
    func fieldThatMaySelectAnImageSeparatesRequests(name: String) {
        let requests = [[:], [name: "a"], [name: "b"]].map { ImageRequest(url: .image, headers: $0) }
        #expect(Set(requests).count == 3)
        #expect(Set(requests.map { $0.key.resource.storageKey() }).count == 3)
    }

    @Test(arguments: HeaderName.selectingNothing.sorted())
    func fieldThatDescribesTheClientDoesNotSeparateRequests(name: String) {
        let requests = [[:], [name: "a"], [name.uppercased(): "b"]].map {
            ImageRequest(url: .image, headers: $0)
        }
        #expect(Set(requests).count == 1)
        #expect(Set(requests.map { $0.key.resource.storageKey() }).count == 1)
        // It is sent all the same.
        #expect(requests.map { $0.urlRequest.value(forHTTPHeaderField: name) } == [nil, "a", "b"])
    }

    @Test func headerNamesIgnoreCase() {
        let one = ImageRequest(url: .image, headers: ["X-One": "1", "Accept": " image/png "])
        let other = ImageRequest(url: .image, headers: ["accept": "image/png", "x-one": "1"])
        #expect(one == other)
        #expect(one.headers == ["accept": "image/png", "x-one": "1"])
    }

    /// A token that was read from a file ends with a line break; a field with one is not sent.
    @Test(arguments: ["Bearer abc\n", "Bearer abc\r\n", "\tBearer abc "])
    func whiteSpaceAroundAValueIsRemoved(value: String) {
        let request = ImageRequest(url: .image, headers: ["Authorization": value])
        #expect(request.urlRequest.value(forHTTPHeaderField: "Authorization") == "Bearer abc")
    }

    @Test func headerGivenTwiceIsJoinedInOneOrder() {
        let request = ImageRequest(url: .image, headers: ["ACCEPT": "a", "accept": "b"])
        #expect(request.headers == ["accept": "a, b"])
    }

    @Test func headerIsNotMistakenForAnother() {
        let one = ImageRequest(url: .image, headers: ["a": "b: c"])
        let other = ImageRequest(url: .image, headers: ["a: b": "c"])
        #expect(one != other)
    }

    @Test func keysOnDiskContainNoCredentials() async throws {
        let folder = TemporaryFolder()
        let cache = DiskCache(at: folder.url)
        let url = try #require(URL(string: "https://anna:s3cret@images.test/a?signature=s3cret"))
        let request = ImageRequest(url: url, headers: ["Authorization": "s3cret"])
        cache.store(CacheEntry(data: Data("cat".utf8)), for: request.key.resource.storageKey())
        await cache.flush()
        let file = try Data(contentsOf: folder.file(try #require(folder.names.first)))
        #expect(file.range(of: Data("cat".utf8)) != nil)
        #expect(file.range(of: Data("s3cret".utf8)) == nil)
    }

    @Test func keysOnDiskDifferWhereRequestsDo() {
        let requests = [
            ImageRequest(url: .image), ImageRequest(url: .image, identity: "a"),
            ImageRequest(url: .image, identity: "a", variant: .named("b")),
            ImageRequest(url: .image, identity: "a\nvariant named b"),
            ImageRequest(url: .image, identity: "a7:named b"),
            ImageRequest(url: .image, headers: ["b": "c"], identity: "a"),
            ImageRequest(url: .image, headers: ["b": "c1:d1:e"], identity: "a"),
            ImageRequest(url: .image, headers: ["b": "c", "d": "e"], identity: "a"),
        ]
        let keys = requests.map { $0.key.resource.storageKey(of: $0.variant) }
        #expect(Set(keys).count == requests.count)
        // The same in every process.
        #expect(keys[1] == SHA256.hexDigest(of: "1:a0:"))
    }

    /// A `URLRequest` with 60 seconds is one whose time is not set.
    @Test(arguments: [-1, 0, 0.5, 59, 60, 61])
    func timeoutIsThatOfTheTransfer(seconds: Double) {
        let request = ImageRequest(url: .image, timeout: .seconds(seconds)).urlRequest
        #expect(abs(request.timeoutInterval - max(0, seconds)) < 0.001)
        #expect(request.timeoutInterval != ImageRequest(url: .image).urlRequest.timeoutInterval)
    }

    /// The cache finds such requests by their URL alone, and no other.
    @Test func requestsThatEqualOneOfAURLAreFoundByIt() throws {
        let plain = ImageRequest(url: .image)
        let other = try #require(URL(string: "https://other.test/1.png"))
        let requests = [
            plain, ImageRequest(url: .image, from: .server), ImageRequest(url: .image, timeout: .seconds(1)),
            ImageRequest(url: .image, headers: ["User-Agent": "a"]),
            ImageRequest(url: .image, alternatives: [other]),
            ImageRequest(url: other, identity: URL.image.absoluteString),
            ImageRequest(url: .image, headers: ["Accept": "a"]), ImageRequest(url: .image, identity: "a"),
            ImageRequest(url: .image, variant: .named("a")), ImageRequest(url: .image, processing: ["a"]),
        ]
        for request in requests {
            let cache = MemoryCache<Int>()
            cache.store(1, for: plain, cost: 1)
            cache.store(2, for: request, cost: 1)
            #expect(cache.image(at: .image) == cache.image(for: plain))
            #expect(cache.image(at: .image) == (request == plain ? 2 : 1))
            cache.remove(request)
            #expect(cache.image(at: .image) == cache.image(for: plain))
        }
        #expect(requests.count { $0 == plain } == 6)
    }

    /// Transfers are limited for each host, whose name is not case-sensitive.
    @Test func hostsThatDifferInCaseAreOne() throws {
        let url = try #require(URL(string: "https://IMAGES.test/1.png"))
        #expect(ImageRequest(url: url).hostName == ImageRequest(url: .image).hostName)
    }

    @Test func identityOfDataIsShort() throws {
        let requests = try ["data:,", "DATA:,"].map { scheme in
            let text = scheme + String(repeating: "a", count: 10_000)
            return ImageRequest(url: try #require(URL(string: text)))
        }
        for request in requests { #expect(request.key.resource.identity.count < 100) }
        #expect(requests[0] != ImageRequest(url: try #require(URL(string: "data:,a"))))
        #expect(requests[0] == ImageRequest(url: requests[0].url))
    }

    @Test func requestIsDescribedWithoutSecrets() throws {
        let url = try #require(URL(string: "https://me:s3cret@example.org/1.png?token=s3cret&page=1"))
        let request = ImageRequest(
            url: url, headers: ["Authorization": "Bearer s3cret"], identity: "1/s3cret",
            variant: .size(width: 80, height: 80))
        #expect("\(request)" == "https://example.org/1.png?token=…&page=1 (size 80x80)")
        var dumped = ""
        dump(request, to: &dumped)
        for text in [String(reflecting: request), dumped, "\(ImageRequest(url: url))"] {
            #expect(!text.contains("s3cret"))
        }
    }
}
