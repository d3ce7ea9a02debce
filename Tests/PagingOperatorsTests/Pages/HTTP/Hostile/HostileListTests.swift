import Foundation
import LoopbackServer
import PagingOperators
import SeededRandom
import Streams
import TestSupport
import Testing

/// The whole pipeline, from the connection to the states of a list or to a loop over its items, while the
/// server misbehaves: every item is there once and in order, or a failure states what is wrong and where, and
/// a retry succeeds.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct HostileListTests {
    @Test(arguments: HostileAnswer.failures)
    func failureStatesWhatIsWrongAndARetrySucceeds(answer: HostileAnswer) async throws {
        for answers in [[answer], [nil, answer]] {
            let list = try HostileList(.linked, answers)
            let (ids, failures) = await list.scroll(maximumRetries: 1)
            #expect(ids == Array(1...25))
            // The session itself repeats a request whose connection was closed without a response.
            let mayBeRepeated = [.fault(.emptyReply), .fault(.reset)].contains(answer)
            #expect(failures.count == 1 || mayBeRepeated && failures.isEmpty)
            for failure in failures {
                let error = try #require(failure as? HTTPPageError)
                #expect(error.url.port == list.server.url.port)
                #expect(error.description.contains("127.0.0.1"))
                #expect(answer.explains(error.reason), "\(error)")
            }
        }
    }

    @Test(arguments: HostileAnswer.detours)
    func detourLeadsToThePage(answer: HostileAnswer) async throws {
        for shape in [ListShape.offset, .linked, .cursors] {
            let list = try HostileList(shape, [answer, answer, answer])
            let (ids, failures) = await list.scroll(maximumRetries: 0)
            #expect(ids == Array(1...25), "\(shape)")
            #expect(failures.isEmpty)
        }
    }

    @Test(arguments: Seeds.make(12))
    func listIsCompleteAfterARandomMixture(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        // A list by number ends at 404.
        let shapes = ListShape.allCases.filter { $0 != .numbered && $0 != .totals }
        let shape = shapes[random.number(below: shapes.count)]
        let answers = (0..<8).map { _ in
            random.chance(50)
                ? HostileAnswer.failures[random.number(below: HostileAnswer.failures.count)]
                : random.chance(50)
                    ? HostileAnswer.detours[random.number(below: HostileAnswer.detours.count)] : nil
        }
        let list = try HostileList(shape, answers)
        let (ids, failures) = await list.scroll(maximumRetries: answers.count)
        #expect(ids == Array(1...25), "FLUX_SEED=\(seed) \(shape) \(answers) \(failures)")
        #expect(failures.count <= answers.count { $0?.isFailure == true }, "FLUX_SEED=\(seed)")
    }

    @Test(arguments: Seeds.make(8))
    func itemsOfARandomMixtureOfTransientFailuresAreReadOnceAndInOrder(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let transient: [HostileAnswer?] = [
            .fault(.unavailable), .fault(.tooManyRequests), .fault(.cutBody), .fault(.cutChunks),
            .fault(.emptyReply), .stalled, .stalledBody, .dripping, nil,
        ]
        let answers = (0..<6).map { _ in transient[random.number(below: transient.count)] }
        let list = try HostileList(.linked, answers)
        var ids: [Int] = []
        let source = list.source.retry(.immediate(attempts: answers.count))
        for try await row in source.items(prefetch: 1) { ids.append(row.id) }
        #expect(ids == Array(1...25), "FLUX_SEED=\(seed) \(answers)")
    }

    @Test(arguments: [ListShape.numbered, .offset, .linked, .totals])
    func repeatedRowsAreShownOnce(shape: ListShape) async throws {
        #expect(try await HostileList(shape, [], fault: .repeatingRow).scroll().ids == Array(1...25))
        let shifting = try await HostileList(shape, [], fault: .shifting(by: 2)).scroll()
        #expect(shifting.ids.filter { $0 > 0 } == Array(1...25))
    }

    // MARK: Lists that never end

    @Test(arguments: [1, 2, 3])
    func circleOfPagesIsAFailure(length: Int) async throws {
        let list = try HostileList(.linked, [], fault: .cycle(after: length))
        let (ids, failures) = await list.scroll(maximumRetries: 0)
        #expect(ids == Array(1...min(25, length * 10)))
        let error = try #require(failures.first as? HTTPPageError, "\(failures)")
        #expect(error.reason == .nextPage(.repeated(parameter: nil)))

        var read: [Int] = []
        await #expect(throws: HTTPPageError.self) {
            for try await row in list.source.items() { read.append(row.id) }
        }
        #expect(read == ids)
    }

    @Test(arguments: [ListShape.totals, .since, .offset])
    func ignoredParameterIsAFailure(shape: ListShape) async throws {
        let list = try HostileList(shape, [], fault: .samePage)
        let (ids, failures) = await list.scroll(maximumRetries: 0)
        #expect(ids == Array(1...10))
        #expect(!failures.isEmpty)
        #expect(list.server.requests.count < 10)
    }
}
