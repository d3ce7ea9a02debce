import FluxLoading

#if os(Linux)
    import Foundation
    import FluxLoading
    import LoopbackServer
    import PagingOperators
    import Streams
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The memory of a client, measured in a process of its own together with its server.
    @Suite(.timeLimit(.minutes(1)))
    struct BoundedMemoryTests {
        private static let limit = 16 * 1024 * 1024

        @Test func endlessBodyIsHeldUpToTheLimit() async {
            await #expect(processExitsWith: .success) {
                let growth = await Self.growth { await Self.load(.endlessArray) }
                Self.exit(if: growth < 4 * Self.limit, "endless body: \(growth) bytes")
            }
        }

        @Test func gzipBombIsHeldUpToTheLimit() async {
            await #expect(processExitsWith: .success) {
                let growth = await Self.growth { await Self.load(.gzipBomb) }
                Self.exit(if: growth < 4 * Self.limit, "gzip bomb: \(growth) bytes")
            }
        }

        private struct Text: Decodable, Sendable {
            let id: Int
        }

        /// Scrolls to a second page that exceeds the limit.
        private static func load(_ response: HTTPResponse) async {
            let list = ListService(count: 25, as: .linked)
            let server = try? EmbeddedServer { request in
                request.query["page"] == "2" ? response : list.respond(to: request)
            }
            guard let server else { Foundation.exit(2) }
            let source = HTTPPages<Text>(server.url, loader: URLSessionDataLoader(maximumBytes: limit))
            let signals = PassthroughSubject<ListSignal, Never>()
            for await state in signals.paginate(threshold: 5, from: source).values {
                if let error = state.error as? HTTPPageError {
                    if state.items.map(\.id) != Array(1...10) { Foundation.exit(3) }
                    if error.reason != .transport(.tooLarge(limit: limit)) { Foundation.exit(4) }
                    return
                }
                if !state.isLoading, !state.isPaging { signals.send(.loadMore) }
            }
        }

        /// Returns by how many bytes the largest resident size of this process has grown.
        private static func growth(during work: () async -> Void) async -> Int {
            let before = peak
            await work()
            return peak - before
        }

        /// The largest resident size of this process so far, in bytes.
        private static var peak: Int {
            let status = (try? String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            return (number ?? 0) * 1024
        }

        private static func exit(if isBounded: Bool, _ message: String) -> Never {
            print(message)
            Foundation.exit(isBounded && peak > 0 ? 0 : 1)
        }
    }

    extension HTTPResponse {
        fileprivate static var endlessArray: Self {
            .json(text: "[" + String(repeating: " ", count: 64 * 1024)).delivered(.endless(from: 1))
        }
    }
#endif
