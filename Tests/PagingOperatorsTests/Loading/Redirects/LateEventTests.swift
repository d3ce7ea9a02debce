import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import FluxLoading
@testable import FluxImages
import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Events that are handled when their load has another task, or none: the session adds them from the thread
/// that reads, which goes on meanwhile.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct LateEventTests {
    @Test(arguments: RedirectServers.Body.allCases, LoaderDelivery.allCases)
    func eventsOfARedirectAreNotThoseOfTheNextRequest(
        body: RedirectServers.Body, delivery: LoaderDelivery
    ) async throws {
        let servers = try RedirectServers(body)
        for order in HeldEvents.Order.allCases {
            for target in RedirectServers.Target.allCases {
                let loader = URLSessionDataLoader(delay: HeldEvents(order).delay)
                #expect(
                    await delivery.of(loader).text(at: try servers.url(target, "a")) == "/new/a",
                    "\(order), \(target)")
            }
        }
    }

    @Test(arguments: LoaderDelivery.allCases)
    func eventsOfARedirectedImageAreNotThoseOfTheNextRequest(delivery: LoaderDelivery) async throws {
        let servers = try RedirectServers(.declared)
        for order in HeldEvents.Order.allCases {
            let loader = URLSessionDataLoader(delay: HeldEvents(order).delay)
            let images = RedirectedImages(from: delivery.of(loader))
            #expect(await images.load(try servers.url(.sameOrigin, "a")) == "loaded /new/a", "\(order)")
        }
    }

    @Test(arguments: LoaderDelivery.allCases)
    func noEventFollowsACancellation(delivery: LoaderDelivery) async throws {
        let servers = try RedirectServers(.declared)
        let load = Locked<(any Cancellable)?>(nil)
        let held = HeldEvents.untilReleased
        let events = Log<String>()
        let loader = URLSessionDataLoader(delay: held.delay)
        let request = URLRequest(url: try servers.url(.sameOrigin, "a"))
        let running = delivery.of(loader).load(request) { events.append("\($0)") }
        load.withLock { $0 = running }
        await held.oneHasEnded()
        load.withLock { $0 }?.cancel()
        held.release()
        // A later load ends after the events of this are handled.
        #expect(await delivery.of(loader).text(at: try servers.first.url("/b")) == "/b")
        #expect(events.isEmpty)
        #expect(servers.first.requests.map(\.path) == ["/old/a", "/b"])
    }

    /// The deadline comes while the end of the load is held.
    @Test(arguments: LoaderDelivery.allCases)
    func noEventFollowsTheDeadline(delivery: LoaderDelivery) async throws {
        let servers = try RedirectServers(.declared)
        let time = VirtualTimeScheduler()
        let held = HeldEvents.untilReleased
        let loader = URLSessionDataLoader(delay: held.delay, deadline: .seconds(30), scheduler: time)
        let events = Log<String>()
        let hasFailed = Turnstile()
        let request = URLRequest(url: try servers.url(.sameOrigin, "a"))
        _ = delivery.of(loader).load(request) { event in
            events.append("\(event)")
            if case .failed = event { hasFailed.pass() }
        }
        await held.oneHasEnded()
        await time.advance(by: .seconds(30))
        await hasFailed.reached()
        held.release()
        #expect(await delivery.of(loader).text(at: try servers.first.url("/b")) == "/b")
        #expect(events.count == 1)
        #expect(servers.first.requests.map(\.path) == ["/old/a", "/b"])
    }

    /// The session may refuse such an address in the form that is encoded for it: then the load begins again.
    @Test(arguments: LoaderDelivery.allCases)
    func loadThatBeginsAgainWithAnotherFormOfItsAddressEndsOnce(delivery: LoaderDelivery) async throws {
        let server = try EmbeddedServer { .text($0.path) }
        let loader = URLSessionDataLoader(delay: HeldEvents(.together).delay)
        let ends = Log<String>()
        let hasEnded = Turnstile()
        let url = try #require(URL(string: "http://[::ffff:127.0.0.1]:\(server.port)/a"))
        _ = delivery.of(loader).load(URLRequest(url: url)) { event in
            switch event {
            case .response, .bytes: break
            case .finished, .failed:
                ends.append("\(event)")
                hasEnded.pass()
            }
        }
        await hasEnded.reached()
        #expect(await delivery.of(loader).text(at: server.url.appending(path: "b")) == "/b")
        #expect(ends.count == 1)
    }
}
