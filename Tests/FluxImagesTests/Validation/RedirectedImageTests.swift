import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

/// Images whose requests are redirected. What the redirect leads to may change at any time.
struct RedirectedImageTests {
    private let fixture = ImageFixture()
    private let lasting = ["Cache-Control": "max-age=31536000, immutable"]

    private func address(_ text: String) throws -> URL { try #require(URL(string: text)) }

    /// Loads an image by a redirect, and drops it from memory.
    private func load(_ text: String, _ fields: [String: String], from url: URL) {
        let probe = fixture.probe()
        fixture.loads.last?.finish(text, fields, from: url)
        #expect(probe.lines.last == "finished")
        fixture.loader.removeAllCachedImages()
    }

    @Test func imageIsShownWhileItsRedirectIsFollowedAgain() throws {
        load("cat", lasting, from: try address("https://cdn.test/cat.png"))
        let probe = fixture.probe()
        #expect(probe.lines.last == "loaded cat from disk")
        #expect(fixture.loads.count == 2)
        fixture.loads[1].finish("dog", lasting, from: try address("https://cdn.test/dog.png"))
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        fixture.loader.removeAllCachedImages()
        #expect(fixture.probe().lines.last == "loaded dog from disk")
    }

    @Test(arguments: [
        "https://images.test/1.png?signature=5", "https://images.test/1.png/", "https://IMAGES.test/1.png",
    ])
    func urlWithASignatureIsTheSame(final: String) throws {
        load("cat", lasting, from: try address(final))
        #expect(fixture.probe().lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.loads.count == 1)
    }

    @Test func otherParameterIsARedirect() throws {
        let request = ImageRequest(url: try address("https://images.test/image?number=1&size=2"))
        _ = fixture.probe(request)
        let other = try address("https://images.test/image?number=2&size=2")
        fixture.loads[0].finish("cat", lasting, from: other)
        fixture.loader.removeAllCachedImages()
        #expect(fixture.probe(request).lines.last == "loaded cat from disk")
        #expect(fixture.loads.count == 2)
    }

    /// The date of one image says nothing about another: the server of an older one answers that it is not
    /// newer.
    @Test(arguments: [["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], ["ETag": "\"1\""]])
    func imageIsNotConfirmedByAnotherAddress(validator: [String: String]) throws {
        load("cat", validator, from: try address("https://cdn.test/cat.png"))
        let probe = fixture.probe()
        let fields = fixture.loads[1].request.allHTTPHeaderFields ?? [:]
        #expect(fields.keys.contains { $0.hasPrefix("If-") })
        fixture.loads[1].confirm(from: try address("https://cdn.test/dog.png"))
        #expect(fixture.loads.count == 3)
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "If-None-Match") == nil)
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "If-Modified-Since") == nil)
        fixture.loads[2].finish("dog", validator, from: try address("https://cdn.test/dog.png"))
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
    }

    @Test func imageIsConfirmedByTheAddressItCameFrom() throws {
        load("cat", ["ETag": "\"1\""], from: try address("https://cdn.test/cat.png?signature=1"))
        let probe = fixture.probe()
        fixture.loads[1].confirm(from: try address("https://cdn.test/cat.png?signature=2"))
        #expect(fixture.loads.count == 2)
        #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.events.contains("1.png revalidated"))
    }

    /// A server may number the versions of all its images in the same way.
    @Test(arguments: ["https://cdn.test/photo?number=1", "https://images.test/1.png?number=1"])
    func imageIsNotConfirmedByAnAddressWithAnotherParameter(first: String) throws {
        load("cat", ["ETag": "\"1\""], from: try address(first))
        let probe = fixture.probe()
        try #require(fixture.loads.count == 2)
        let second = try address(first.replacing("number=1", with: "number=2"))
        fixture.loads[1].confirm(from: second)
        try #require(fixture.loads.count == 3)
        fixture.loads[2].finish("dog", ["ETag": "\"1\""], from: second)
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
    }

    @Test(arguments: ["https://cdn.test/photo?number=1", "https://images.test/1.png?number=1"])
    func restOfAnAddressWithAnotherParameterIsNotAppended(first: String) throws {
        let fields = ["ETag": "\"1\"", "Accept-Ranges": "bytes", "Content-Length": "6"]
        let second = try address(first.replacing("number=1", with: "number=2"))
        let probe = fixture.probe()
        fixture.loads[0].respond(fields, from: try address(first))
        fixture.loads[0].send("cat")
        probe.cancel()
        let next = fixture.probe()
        fixture.loads[1].respond(
            status: 206, ["ETag": "\"1\"", "Content-Range": "bytes 3-5/6", "Content-Length": "3"],
            from: second)
        try #require(fixture.loads.count == 3)
        fixture.loads[2].finish("dogdog", fields, from: second)
        #expect(next.lines.suffix(2) == ["loaded dogdog from network", "finished"])
    }

    @Test(arguments: [
        "X-Amz-Date=1&X-Amz-Signature=a", "Expires=1&Signature=a&Key-Pair-Id=b", "se=1&sp=r&sv=2&sig=a",
        "token=a", "X-Goog-Expires=1&X-Goog-Signature=a", "jwt=a", "x-oss-expires=1&x-oss-signature=a",
        "q-sign-time=a&q-signature=1", "hdnts=a", "e=1&token=a", "st=a&e=1", "oh=a&oe=1", "ex=1&is=2&hm=a",
        "md5=a&expires=1", "expirationTimestamp=a&signature=1", "Authorization=a",
    ])
    func signaturesSelectNothing(signature: String) throws {
        let first = try address("https://cdn.test/cat.png?w=1&\(signature)")
        load("cat", ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], from: first)
        _ = fixture.probe()
        let second = first.absoluteString.replacing("=a", with: "=c").replacing("=1&", with: "=1&")
        fixture.loads[1].confirm(from: try address(second))
        #expect(fixture.loads.count == 2)
    }

    /// Names that have another meaning where they are alone.
    @Test(arguments: ["e=a", "md5=a", "st=a", "is=a&ex=1", "oe=a"])
    func partOfASignatureSelects(query: String) throws {
        let first = try address("https://cdn.test/cat.png?w=1&\(query)")
        load("cat", ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], from: first)
        _ = fixture.probe()
        fixture.loads[1].confirm(from: try address(first.absoluteString.replacing("=a", with: "=c")))
        #expect(fixture.loads.count == 3)
    }

    @Test func addressesAreNotWrittenToTheDisk() throws {
        load("cat", lasting, from: try address("https://secret.test/cat.png?signature=password"))
        let text = fixture.disk.metadata.map { "\($0)" }.joined()
        #expect(!text.contains("secret") && !text.contains("password"))
    }

    @Test func restOfAnotherImageIsNotAppended() throws {
        let fields = ["ETag": "\"1\"", "Accept-Ranges": "bytes", "Content-Length": "6"]
        let probe = fixture.probe()
        fixture.loads[0].respond(fields, from: try address("https://cdn.test/cat.png"))
        fixture.loads[0].send("cat")
        probe.cancel()
        let second = fixture.probe()
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "Range") == "bytes=3-")
        fixture.loads[1].respond(
            status: 206, ["ETag": "\"1\"", "Content-Range": "bytes 3-5/6", "Content-Length": "3"],
            from: try address("https://cdn.test/dog.png"))
        #expect(fixture.loads.count == 3)
        fixture.loads[2].finish("dogdog", fields, from: try address("https://cdn.test/dog.png"))
        #expect(second.lines.suffix(2) == ["loaded dogdog from network", "finished"])
    }
}
