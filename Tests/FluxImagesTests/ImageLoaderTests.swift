import FluxImages
import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import Testing

struct ImageLoaderTests {
    private let source = ScriptedDataLoader()
    private let request = ImageRequest(url: .image)

    @Test func imageLoadsThenFinishes() {
        let loader = ImageLoader.scripted(source)
        let probe = StateProbe(loader.image(for: request))
        #expect(probe.lines == ["loading 0/?"])
        #expect(probe.states.last?.image == .placeholder)

        source.loads[0].respond(length: 3)
        source.loads[0].send("ca")
        source.loads[0].send("t")
        #expect(probe.lines.dropFirst() == ["loading 0/3", "loading 2/3", "loading 3/3"])

        source.loads[0].finish()
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
    }

    @Test func memoryHitIsTheFirstAndOnlyValueWithinTheRequest() {
        let loader = ImageLoader.scripted(source)
        StateProbe(loader.image(for: request), thenFinish: "cat", from: source)
        #expect(loader.cachedImage(for: request) == Picture("cat"))

        let probe = StateProbe(loader.image(for: request), demand: .none)
        #expect(probe.lines.isEmpty)
        probe.request(1)
        #expect(probe.lines == ["loaded cat from memory", "finished"])
        #expect(source.loads.count == 1)
    }

    @Test func nothingIsLoadedWithoutDemand() {
        let loader = ImageLoader.scripted(source)
        let probe = StateProbe(loader.image(for: request), demand: .none)
        probe.request(0)
        #expect(source.loads.isEmpty)
        probe.request(1)
        #expect(source.loads.count == 1)
    }

    @Test func requestKeepsItsHeaders() {
        let loader = ImageLoader.scripted(source)
        let probe = StateProbe(
            loader.image(for: ImageRequest(url: .image, headers: ["Authorization": "token"])))
        #expect(source.loads[0].request.value(forHTTPHeaderField: "Authorization") == "token")
        probe.cancel()
    }

    @Test func slowSubscriberSkipsToTheLatestStateAndNeverMissesTheLast() {
        let loader = ImageLoader.scripted(source)
        let probe = StateProbe(loader.image(for: request), demand: .max(1))
        source.loads[0].respond(length: 3)
        source.loads[0].send("ca")
        probe.request(1)
        source.loads[0].send("t")
        source.loads[0].finish()
        #expect(probe.lines == ["loading 0/?", "loading 2/3"])

        probe.request(1)
        #expect(probe.lines == ["loading 0/?", "loading 2/3", "loaded cat from network", "finished"])
    }

    @Test func failureCarriesTheFallbackAndIsNotKept() {
        let loader = ImageLoader.scripted(source)
        let probe = StateProbe(loader.image(for: request))
        source.loads[0].fail(.status(404, retryAfter: nil))
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(probe.states.last?.image == .fallback)
        let error = LoadingError(url: .image, reason: .status(404, retryAfter: nil))
        #expect(probe.states.last?.error == .notLoaded(error))

        StateProbe(loader.image(for: request), thenFinish: "cat", from: source)
        #expect(source.loads.count == 2)
    }

    @Test func undecodableBytesFailAndAreNotCached() {
        let loader = ImageLoader.scripted(source)
        let probe = StateProbe(loader.image(for: request))
        source.loads[0].finish("<html>")
        #expect(probe.states.last?.error == .notDecodable(.image, description: "it begins with <"))
        #expect(loader.cachedImage(for: request) == nil)
    }

    @Test func decodingRunsOnTheScheduler() {
        let time = VirtualTimeScheduler()
        let loader = ImageLoader.scripted(source, decodingOn: time)
        let probe = StateProbe(loader.image(for: request))
        source.loads[0].finish("cat")
        #expect(probe.lines.last == "loading 3/3")
        time.run()
        #expect(probe.lines.last == "finished")
    }

    @Test func cancelledImageIsNotDecoded() {
        let time = VirtualTimeScheduler()
        let loader = ImageLoader.scripted(source, decodingOn: time) { _ in
            Issue.record("it was decoded")
            return Picture("")
        }
        let probe = StateProbe(loader.image(for: request))
        source.loads[0].finish("cat")
        probe.cancel()
        time.run()
        #expect(probe.lines.last == "loading 3/3")
    }

    @Test func sourceMayAnswerSynchronously() {
        let loader = ImageLoader.scripted(ScriptedDataLoader { $0.finish("cat") })
        let probe = StateProbe(loader.image(for: request))
        #expect(probe.lines.first == "loading 0/?")
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
    }

    @Test(arguments: [
        ("file:///a.png", ImageOrigin.disk), ("data:,a", .memory), ("https://a.test/", .network),
    ])
    func originOfAnImageIsReported(address: String, origin: ImageOrigin) throws {
        let loader = ImageLoader.scripted(ScriptedDataLoader { $0.finish("cat") })
        let probe = StateProbe(loader.image(at: try #require(URL(string: address))))
        #expect(probe.states.last == .loaded(Picture("cat"), from: origin))
    }

    @Test func cacheCanBeTrimmedAndEmptied() {
        let loader = ImageLoader.scripted(ScriptedDataLoader { $0.finish("cat") })
        let requests = (0..<4).map { ImageRequest(url: URL.image.appending(path: "\($0)")) }
        for request in requests { _ = StateProbe(loader.image(for: request)) }
        func cached() -> [Int] { requests.indices.filter { loader.cachedImage(for: requests[$0]) != nil } }
        loader.trim(toCost: 9)
        #expect(cached() == [1, 2, 3])
        loader.trim(toCount: 2)
        #expect(cached() == [2, 3])
        loader.removeCachedImage(for: requests[2])
        #expect(cached() == [3])
        loader.removeAllCachedImages()
        #expect(cached() == [])
    }
}
