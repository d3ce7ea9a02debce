import FluxLoading
import Foundation
import LoopbackServer
import PagingOperators
import Streams
import TestSupport
import Testing

@Suite(.prompt) struct DecodedPageTests {
    @Test func pageThatIsNotFoundIsRequestedOnce() async throws {
        let server = try EmbeddedServer { _ in .failure(status: 404, message: "Not Found") }
        let loader = DataLoader()
        let pages = OffsetPages(limit: 10) { (_, _) async throws(LoadingError) -> [Int] in
            try await loader.decode(from: server.url)
        }
        .retry(.immediate(attempts: 3), scheduler: ImmediateScheduler.shared)
        let failures = PassthroughSubject<Int, Never>()
        for await state in failures.paginate(threshold: 1, from: pages).values {
            guard case .failed(let error) = state.refresh else { continue }
            #expect((error as? LoadingError)?.reason == .status(404, retryAfter: nil))
            break
        }
        #expect(server.requests.count == 1)
    }

    @Test func pageOfABusyServerIsRequestedAgain() async throws {
        let server = try EmbeddedServer { _ in .failure(status: 503, message: "Service Unavailable") }
        let loader = DataLoader()
        let pages = OffsetPages(limit: 10) { (_, _) async throws(LoadingError) -> [Int] in
            try await loader.decode(from: server.url)
        }
        .retry(.immediate(attempts: 3), scheduler: ImmediateScheduler.shared)
        let signals = PassthroughSubject<Int, Never>()
        for await state in signals.paginate(threshold: 1, from: pages).values where state.refresh.error != nil
        {
            break
        }
        #expect(server.requests.count == 4)
    }
}
