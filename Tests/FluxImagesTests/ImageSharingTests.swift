import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

struct ImageSharingTests {
    private let source = ScriptedDataLoader()
    private let request = ImageRequest(url: .image)

    @Test func manySubscribersShareOneFetch() {
        let loader = ImageLoader.scripted(source)
        let probes = (0..<50).map { _ in StateProbe(loader.image(for: request)) }
        #expect(source.loads.count == 1)
        source.loads[0].finish("cat")
        for probe in probes { #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"]) }
    }

    @Test func lateSubscriberGetsTheCurrentProgressFirst() {
        let loader = ImageLoader.scripted(source)
        let first = StateProbe(loader.image(for: request))
        source.loads[0].respond(length: 3)
        source.loads[0].send("ca")
        let second = StateProbe(loader.image(for: request))
        #expect(second.lines == ["loading 2/3"])
        first.cancel()
        #expect(!source.loads[0].isCancelled)
        source.loads[0].send("t")
        source.loads[0].finish()
        #expect(second.lines == ["loading 2/3", "loading 3/3", "loaded cat from network", "finished"])
        #expect(first.lines.last == "loading 2/3")
    }

    @Test(arguments: ["Authorization", "Cookie", "Accept"])
    func requestsWithDifferentHeadersAreNotShared(name: String) {
        let loader = ImageLoader.scripted(source)
        let secret = ImageRequest(url: .image, headers: [name: "a"])
        let first = StateProbe(loader.image(for: secret))
        source.loads[0].finish("secret")
        let second = StateProbe(loader.image(for: request))
        #expect(first.lines.last == "finished")
        #expect(second.lines == ["loading 0/?"])
        #expect(source.loads.count == 2)
        second.cancel()
    }

    @Test func lastCancellationCancelsTheFetchAndALaterRequestStartsAnother() {
        let loader = ImageLoader.scripted(source)
        let probes = (0..<2).map { _ in StateProbe(loader.image(for: request)) }
        probes[0].cancel()
        probes[0].cancel()
        #expect(!source.loads[0].isCancelled)
        probes[1].cancel()
        #expect(source.loads[0].isCancelled)

        let late = StateProbe(loader.image(for: request))
        #expect(source.loads.count == 2)
        source.loads[0].finish("old")
        source.loads[1].finish("new")
        #expect(late.lines.suffix(2) == ["loaded new from network", "finished"])
    }

    @Test func subscriberMayCancelWithinAState() {
        let loader = ImageLoader.scripted(source)
        let probe = StateProbe(loader.image(for: request)) { probe, _ in probe.cancel() }
        #expect(probe.lines == ["loading 0/?"])
        #expect(source.loads.isEmpty)

        let last = StateProbe(loader.image(for: request)) { probe, state in
            if !state.isLoading { probe.cancel() }
        }
        source.loads[0].finish("cat")
        #expect(last.lines.last == "loaded cat from network")
    }

    @Test func subscriberMaySubscribeAgainWithinTheLastState() {
        let loader = ImageLoader.scripted(source)
        let inner = Locked<StateProbe?>(nil)
        let outer = StateProbe(loader.image(for: request)) { [request] _, state in
            if !state.isLoading { _ = inner.exchange(StateProbe(loader.image(for: request))) }
        }
        source.loads[0].finish("cat")
        #expect(outer.lines.last == "finished")
        #expect(inner.exchange(nil)?.lines == ["loaded cat from memory", "finished"])
    }

    @Test func fetchChecksTheCacheAgainBeforeLoading() {
        // Another fetch may end between the subscriber's check of the cache and the start of its fetch. The
        // first state is sent in between.
        let loader = ImageLoader.scripted(source)
        let probe = StateProbe(loader.image(for: request)) { [request] _, state in
            if state.isLoading { loader.cache.store(Picture("cat"), for: request, cost: 3) }
        }
        #expect(probe.lines == ["loading 0/?", "loaded cat from memory", "finished"])
        #expect(source.loads.isEmpty)
    }

    @Test func everythingIsReleasedAfterTheEndAndAfterACancellation() {
        final class Token: Sendable {}
        for isCancelled in [false, true] {
            var token: Token? = Token()
            weak let released = token
            var loader: ImageLoader? = .scripted(ScriptedDataLoader { [source] in source.adopt($0) }) {
                [token] in
                _ = token
                return try Picture.decode($0)
            }
            token = nil
            weak let releasedLoader = loader
            let probe = loader.map { StateProbe($0.image(for: request)) }
            loader = nil
            #expect(released != nil)
            if isCancelled { probe?.cancel() } else { source.loads.last?.finish("cat") }
            #expect(releasedLoader == nil)
            #expect(released == nil)
        }
    }
}
