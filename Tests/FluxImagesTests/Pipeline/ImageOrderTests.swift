import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages
@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct ImageOrderTests {
    private func fixture(_ limit: Int = 1, perHost: Int = .max) -> ImageFixture {
        ImageFixture { configuration in
            configuration.maximumTransfers = limit
            configuration.maximumTransfersPerHost = perHost
        }
    }

    @Test func highestPriorityIsLoadedFirst() {
        let fixture = fixture()
        let probes = [
            fixture.probe(.named("first"), priority: .prefetch),
            fixture.probe(.named("prefetch"), priority: .prefetch),
            fixture.probe(.named("behind"), priority: .nearBehind),
            fixture.probe(.named("ahead"), priority: .nearAhead),
            fixture.probe(.named("shown")),
        ]
        for index in probes.indices { fixture.loads[index].finish("cat") }
        #expect(fixture.names == ["first", "shown", "ahead", "behind", "prefetch"])
    }

    @Test func changedPriorityChangesTheOrder() {
        let fixture = fixture()
        let priority = LiveImagePriority(.prefetch)
        let first = fixture.probe(.named("first"))
        let shown = fixture.probe(.named("near"), priority: .nearAhead)
        let raised = StateProbe(fixture.loader.image(for: .named("raised"), priority: priority))
        priority.value = .shown
        for index in 0..<3 { fixture.loads[index].finish("cat") }
        #expect(fixture.names == ["first", "raised", "near"])
        #expect([first, shown, raised].allSatisfy { $0.lines.last == "finished" })
    }

    @Test func latestPriorityCountsWhateverTheOrderOfItsObservers() {
        for count in 1...8 {
            let fixture = fixture()
            let priority = LiveImagePriority(.prefetch)
            // Each change calls its observers on the thread of its setter: a later change may be reported
            // before.
            let numbers = (0..<count).map { _ in
                priority.observe { if $0.value == .shown { $0.value = .nearBehind } }
            }
            let first = fixture.probe(.named("first"))
            let near = fixture.probe(.named("near"), priority: .nearAhead)
            let changed = StateProbe(fixture.loader.image(for: .named("changed"), priority: priority))
            priority.value = .shown
            for index in 0..<3 { fixture.loads[index].finish("cat") }
            #expect(fixture.names == ["first", "near", "changed"])
            #expect([first, near, changed].allSatisfy { $0.lines.last == "finished" })
            for number in numbers { priority.removeObserver(number) }
        }
    }

    @Test func fetchKeepsThePriorityOfItsRemainingObservers() {
        let fixture = fixture()
        let first = fixture.probe(.named("first"))
        let staying = fixture.probe(.named("a"), priority: .prefetch)
        let near = fixture.probe(.named("b"), priority: .nearAhead)
        // Raises it, and is gone before it begins.
        fixture.probe(.named("a")).cancel()
        for index in 0..<3 { fixture.loads[index].finish("cat") }
        #expect(fixture.names == ["first", "b", "a"])
        #expect([first, staying, near].allSatisfy { $0.lines.last == "finished" })
    }

    @Test func cancelledFetchThatWaitedIsNotLoaded() {
        let fixture = fixture()
        let first = fixture.probe(.named("first"))
        fixture.probe(.named("second")).cancel()
        first.cancel()
        let third = fixture.probe(.named("third"))
        #expect(fixture.names == ["first", "third"])
        third.cancel()
    }

    @Test func hostAtItsLimitDoesNotHoldUpOthers() {
        let fixture = fixture(3, perHost: 1)
        let probes = ["a", "a", "b"].enumerated().map { index, host in
            fixture.probe(.named("\(index)", host: "\(host).test"))
        }
        #expect(fixture.names == ["0", "2"])
        fixture.loads[0].finish("cat")
        #expect(fixture.names == ["0", "2", "1"])
        for probe in probes { probe.cancel() }
    }

    @Test func decodingsAreLimitedAndOrdered() {
        let time = VirtualTimeScheduler()
        let names = Log<String>()
        let fixture = ImageFixture { configuration in
            configuration.decodeScheduler = time
            configuration.maximumDecodings = 1
        } decode: { data, request in
            names.append(request.url.lastPathComponent)
            return try Picture.decode(data)
        }
        let priorities: [ImagePriority] = [.prefetch, .prefetch, .nearAhead, .shown]
        let probes = priorities.enumerated().map { fixture.probe(.named("\($0)"), priority: $1) }
        for load in fixture.loads { load.finish("cat") }
        // It has no observers any more, so that it is not decoded.
        probes[2].cancel()
        time.run()
        #expect(names.entries == ["0", "3", "1"])
    }

    @Test func manyFetchesThatEndAtOnceNeedNoStack() {
        let held = ScriptedDataLoader()
        let failing = ScriptedDataLoader { $0.fail(.status(404, retryAfter: nil)) }
        var configuration = ImageLoader<Picture>.Configuration.scripted(
            FirstHeld(first: held, others: failing))
        configuration.maximumTransfers = 1
        let loader = ImageLoader<Picture>(configuration: configuration, decode: Picture.decode)
        let probes = (0...20_000).map { StateProbe(loader.image(for: .named("\($0)"))) }
        #expect(probes.last?.lines == ["loading 0/?"])
        held.loads[0].finish("cat")
        #expect(probes.allSatisfy { $0.lines.last == "finished" })
    }
}

/// Loads the picture `0` by one loader, and all others by another.
private struct FirstHeld: DataLoading {
    let first: any DataLoading
    let others: any DataLoading

    func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        (request.url?.lastPathComponent == "0" ? first : others).load(request, receive: receive)
    }
}
