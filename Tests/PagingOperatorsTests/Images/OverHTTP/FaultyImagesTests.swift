import Foundation
import LoadingTestSupport
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import FluxImages
@testable import FluxLoading
@testable import PagingOperators

/// Lists with images from a server that misbehaves: every row ends loaded or failed.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct FaultyImagesTests {
    private static let rowCount = 30

    private let folder = TemporaryFolder()
    private let signals = PassthroughSubject<ListSignal, Never>()

    private func loads(retries: Int = 1) -> PictureLoads {
        PictureLoads(in: folder) { configuration in
            configuration.retry = .immediate(attempts: retries)
            configuration.retryScheduler = ImmediateScheduler.shared
        }
    }

    /// The states of a list of pictures, all of which are near.
    private func feed(_ loader: ImageLoader<Picture>, from server: PictureServer) throws -> some Publisher<
        ViewState<PictureRow>, Never
    > {
        let root = try server.url("/")
        let count = Self.rowCount
        return signals.paginate(
            threshold: 0, from: OffsetPages(limit: count) { _, _ in Just(Array(0..<count)) }
        )
        .images(
            from: loader, at: { root.appending(path: "\($0)") }, range: ImageRange(near: count, kept: count))
    }

    /// The images of the first state in which none is loading, and after a refresh.
    private func run(_ loads: PictureLoads, _ server: PictureServer) async throws -> (
        first: [ImageState<Picture>], second: [ImageState<Picture>]
    ) {
        var ends: [[ImageState<Picture>]] = []
        for await state in try feed(loads.loader, from: server).values {
            let images = state.items.map(\.image)
            if images.isEmpty || !images.allSatisfy(\.isFinal) || state.isLoading { continue }
            ends.append(images)
            if ends.count == 2 { break }
            signals.send(.refresh)
        }
        await loads.cache.flush()
        return (try #require(ends.first), try #require(ends.last))
    }

    private func check(
        _ loads: PictureLoads, _ images: (first: [ImageState<Picture>], second: [ImageState<Picture>])
    ) {
        // What is shown is the right picture.
        for (number, image) in images.first.enumerated() where image.error == nil {
            #expect(image.image == Picture("/\(number) v1"))
        }
        // The server is well again.
        let expected: [Picture?] = (0..<Self.rowCount).map { Picture("/\($0) v1") }
        #expect(images.second.map(\.image) == expected)
        #expect(loads.loader.isAtRest)
        #expect(folder.names.count == Self.rowCount)
        #expect(loads.diskErrors.isEmpty)
    }

    @Test(arguments: Misbehavior.allCases)
    func everyRowEndsLoadedOrFailed(fault: Misbehavior) async throws {
        let server = try PictureServer(Array(repeating: { fault.applied(to: $0) }, count: Self.rowCount))
        let loads = loads(retries: 0)
        let images = try await run(loads, server)
        // What claims to be compressed may be complete all the same.
        #expect(fault == .brokenGzip || images.first.contains { $0.error != nil })
        check(loads, images)
    }

    @Test(arguments: Seeds.make(8))
    func everyRowEndsAfterARandomMixtureOfFaults(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let answers = (0..<Self.rowCount).map { _ -> PictureServer.Answer in
            let fault =
                random.chance(70)
                ? Misbehavior.allCases[random.number(below: Misbehavior.allCases.count)] : nil
            return { fault?.applied(to: $0) ?? $0 }
        }
        let loads = loads(retries: random.number(below: 2))
        let images = try await run(loads, try PictureServer(answers))
        check(loads, images)
    }

    /// Transfers that stall end at the idle time or at the deadline of the data loader.
    @Test(arguments: [0, 3])
    func everyRowEndsAfterStalls(received: Int) async throws {
        let gate = ResponseGate()
        let time = VirtualTimeScheduler()
        let stall: PictureServer.Answer = { response in
            response.delivered(received == 0 ? .held(gate) : .paused(after: received, gate))
        }
        let server = try PictureServer(Array(repeating: stall, count: 6))
        let loads = PictureLoads(in: folder) { configuration in
            configuration.dataLoader = URLSessionDataLoader(deadline: .seconds(30), scheduler: time)
            configuration.retry = .immediate(attempts: 0)
        }
        async let images = run(loads, server)
        // All transfers that one host may have.
        await gate.reached(by: 6)
        await time.advance(by: .seconds(30))
        check(loads, try await images)
        #expect(try await images.first.count { $0.error != nil } == 6)
    }
}
