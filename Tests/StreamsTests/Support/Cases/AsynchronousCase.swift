import Foundation
import Streams
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A publisher that sends from tasks and threads of its own, for the conformance checks.
struct AsynchronousCase: Sendable, CustomTestStringConvertible {
    let name: String
    let expected: Outcome
    /// The type of the built publisher, which determines the covered publishers.
    let publisherType: any Publisher.Type
    /// Builds the publisher, which retains the token until its completion or cancellation.
    let build: @Sendable (Token) -> IntPublisher

    init<P: Publisher>(
        _ name: String, _ values: [Int], _ completion: IntCompletion = .finished,
        build: @escaping @Sendable (Token) -> P
    ) where P.Output == Int, P.Failure == TestError {
        self.name = name
        expected = Outcome(values: values, completion: completion)
        publisherType = P.self
        self.build = { AnyPublisher(build($0)) }
    }

    var testDescription: String { name }
}

extension AsynchronousCase {
    static let all: [AsynchronousCase] =
        [
            AsynchronousCase("ExtraPublishers.Async", [7]) { token in
                ExtraPublishers.Async { () async throws(TestError) -> Int in token.pass(7) }
            },
            AsynchronousCase("ExtraPublishers.Async that throws", [], .failure(.boom)) { token in
                ExtraPublishers.Async { () async throws(TestError) -> Int in throw token.pass(.boom) }
            },
            AsynchronousCase("Future of an asynchronous function", [7]) { token in
                Future { () async throws(TestError) -> Int in 7 }.map { token.pass($0) }
            },
            AsynchronousCase("Future of an asynchronous function that throws", [], .failure(.boom)) { token in
                Future { () async throws(TestError) -> Int in throw .boom }.map { token.pass($0) }
            },
            AsynchronousCase("AsyncSequence.publisher", [3, 2, 1]) { token in
                Countdown(next: 3).publisher.map { token.pass($0) }.setFailureType(to: TestError.self)
            },
            AsynchronousCase("Timer.TimerPublisher", [7]) { token in
                Timer.TimerPublisher(interval: 0.001, runLoop: .main, mode: .common).autoconnect()
                    .map { _ in token.pass(7) }.prefix(1).setFailureType(to: TestError.self)
            },
            AsynchronousCase("receive(on: .main)", [3, 2, 1]) { token in
                Countdown(next: 3).publisher.map { token.pass($0) }.receive(on: .main)
                    .setFailureType(to: TestError.self)
            },
            AsynchronousCase("receive(on: .main) that recovers", [3, 7]) { token in
                Countdown(next: 3).publisher.receive(on: .main).base
                    .tryMap { value in
                        if value < 3 { throw TestError.boom }
                        return token.pass(value)
                    }
                    .catch { _ in Just(7) }
                    .setFailureType(to: TestError.self)
            },
            AsynchronousCase("append on the main actor", [3, 2, 1, 7]) { token in
                Countdown(next: 3).publisher.map { token.pass($0) }.receive(on: .main)
                    .setFailureType(to: TestError.self).append(7)
            },
            AsynchronousCase("append on the main actor, in one another", [2, 1, 2, 1, 7]) { token in
                let countdown = Countdown(next: 2).publisher.map { token.pass($0) }
                return countdown.receive(on: .main).append(countdown).append(7)
                    .setFailureType(to: TestError.self)
            },
            AsynchronousCase("Observed", [7]) { token in
                Observed { 7 }.map { token.pass($0) }.prefix(1).setFailureType(to: TestError.self)
            },
        ] + loading

    #if canImport(FoundationNetworking)
        private static let loading = [
            AsynchronousCase("URLSession.dataTaskPublisher", [7]) { token in
                // swift-format-ignore: NeverForceUnwrap
                // The address is a constant that is well-formed.
                URLSession.shared.dataTaskPublisher(for: URL(string: "data:text/plain,7")!)
                    .map { token.pass(Int(String(decoding: $0.data, as: UTF8.self)) ?? -1) }
                    .mapError { .other($0.errorCode) }
            },
            AsynchronousCase("URLSession.dataTaskPublisher that fails", [], .failure(.boom)) { token in
                // swift-format-ignore: NeverForceUnwrap
                // The address is a constant that is well-formed.
                URLSession.shared.dataTaskPublisher(for: URL(string: "no-such-scheme:7")!)
                    .map { token.pass($0.data.count) }
                    .mapError { _ in .boom }
            },
        ]
    #else
        // Where Foundation has the publisher, this library declares none.
        private static let loading: [AsynchronousCase] = []
    #endif
}

/// An asynchronous sequence that can be iterated any number of times.
private struct Countdown: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var next: Int

    func makeAsyncIterator() -> Countdown { self }

    mutating func next() async -> Int? { await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
        defer { next -= 1 }
        return next > 0 ? next : nil
    }
}
