import Foundation
import LoopbackServer
import PagingOperators
import SeededRandom
import Streams
import TestSupport
import Testing

/// Lists over HTTP whose server misbehaves.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct FaultyListTests {
    private struct Row: Decodable, Identifiable {
        let id: Int
    }

    /// A fault whose head is not HTTP ends the process within FoundationNetworking on Linux.
    private static let faults = Misbehavior.allCases.filter { $0 != .brokenHead }

    /// Scrolls a list to its end, and retries each failure.
    ///
    /// - Returns: The ids of the last state's rows, and the failures.
    private func scroll(_ shape: ListShape, _ faults: [Misbehavior?], fault: ListFault? = nil) async throws
        -> (ids: [Int], failures: [String])
    {
        let list = ListService(count: 25, as: shape, fault: fault)
        let script = FaultScript(faults)
        let server = try EmbeddedServer { script.apply(to: list.respond(to: $0)) }
        let signals = PassthroughSubject<ListSignal, Never>()
        var failures: [String] = []
        var ids: [Int] = []
        let pages = HTTPPages<Row>(try server.url("/list"), next: shape == .since ? .keyset() : .detected)
        for await state in signals.paginate(threshold: 5, from: pages).dedupe(by: \.id).values {
            ids = state.items.map(\.id)
            if state.isLoading || state.isPaging { continue }
            if let error = state.error {
                failures.append("\(error)")
                if failures.count > faults.count { break }
                signals.send(.retry)
            } else if state.hasMore {
                signals.send(.loadMore)
            } else {
                break
            }
        }
        return (ids, failures)
    }

    @Test(arguments: Self.faults)
    func listIsCompleteAfterARetry(fault: Misbehavior) async throws {
        for script in [[fault], [nil, fault]] {
            let (ids, failures) = try await scroll(.linked, script)
            #expect(ids == Array(1...25))
            // The session itself repeats a request whose connection was closed without a response.
            #expect(failures.count <= 1)
            #expect(failures.allSatisfy { $0.contains("127.0.0.1") })
        }
    }

    @Test(arguments: Seeds.make(12))
    func listIsCompleteAfterARandomMixtureOfFaults(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        // A list by number ends at 404.
        let shapes: [ListShape] = [.offset, .cursor, .token, .linked, .cursors, .since]
        let shape = shapes[random.number(below: shapes.count)]
        let faults = (0..<8).map { _ in
            random.chance(60) ? Self.faults[random.number(below: Self.faults.count)] : nil
        }
        let (ids, failures) = try await scroll(shape, faults)
        #expect(ids == Array(1...25), "FLUX_SEED=\(seed) \(shape) \(failures)")
    }

    @Test(arguments: [ListShape.numbered, .offset, .linked, .totals])
    func repeatedRowsAreShownOnce(shape: ListShape) async throws {
        #expect(try await scroll(shape, [], fault: .repeatingRow).ids == Array(1...25))
        #expect(try await scroll(shape, [], fault: .shifting(by: 2)).ids.filter { $0 > 0 } == Array(1...25))
    }
}
