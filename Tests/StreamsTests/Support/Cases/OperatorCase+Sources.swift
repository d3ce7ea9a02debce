import Foundation
import Streams
import TestSupport

extension OperatorCase {
    /// Publishers without an upstream, checked as operators that ignore their upstream.
    static let sources: [OperatorCase] = values + endings + ticking

    /// A publisher whose outcome is always the same.
    private static func source<P: Publisher>(
        _ name: String, _ values: [Int], _ completion: IntCompletion = .finished, dropsUnwanted: Bool = false,
        build: @escaping @Sendable (Token, VirtualTimeScheduler) -> P
    ) -> OperatorCase where P.Output == Int, P.Failure == TestError {
        OperatorCase(
            name, dropsUnwanted: dropsUnwanted,
            outcome: { _ in Outcome(values: values, completion: completion) },
            build: { _, token, time in build(token, time) })
    }

    private static let values: [OperatorCase] = [
        source("Just", [7]) { token, _ in
            Just(token).map { $0.pass(7) }.setFailureType(to: TestError.self)
        },
        source("Optional.publisher", [7]) { token, _ in
            Optional(token).publisher.map { $0.pass(7) }.setFailureType(to: TestError.self)
        },
        source("Result.publisher", [7]) { token, _ in
            Result<Token, TestError>.success(token).publisher.map { $0.pass(7) }
        },
        source("Future", [7]) { token, _ in
            Future<Token, TestError> { $0(.success(token)) }.map { $0.pass(7) }
        },
        source("Sequence", [6, 7, 8]) { token, _ in
            [6, 7, 8].lazy.map { token.pass($0) }.publisher.setFailureType(to: TestError.self)
        },
        source("Record", [6, 7], .failure(.boom)) { token, _ in
            Record<Token, TestError>(output: [token, token], completion: .failure(.boom))
                .scan(5) { number, token in token.pass(number + 1) }
        },
        source("Deferred", [7]) { token, _ in
            Deferred { Just(token.pass(7)).setFailureType(to: TestError.self) }
        },
        source("ExtraPublishers.Create", [6, 7]) { token, _ in
            ExtraPublishers.Create<Int, TestError>(buffering: .unbounded) { emitter in
                for value in 6...7 { emitter.send(token.pass(value)) }
                emitter.send(completion: .finished)
            }
        },
    ]

    private static let endings: [OperatorCase] = [
        source("Empty", []) { token, _ in
            Empty<Int, TestError>().map { token.pass($0) }
        },
        source("Optional.publisher of nil", []) { token, _ in
            Optional<Int>.none.publisher.map { token.pass($0) }.setFailureType(to: TestError.self)
        },
        source("Fail", [], .failure(.boom)) { token, _ in
            Fail<Int, TestError>(error: .boom).map { token.pass($0) }
        },
        source("Result.publisher of a failure", [], .failure(.boom)) { token, _ in
            Result<Int, TestError>.failure(.boom).publisher.map { token.pass($0) }
        },
        source("Future that fails", [], .failure(.boom)) { token, _ in
            Future<Int, TestError> { $0(.failure(.boom)) }.map { token.pass($0) }
        },
    ]

    private static let ticking: [OperatorCase] = [
        source("Published", [7]) { token, _ in
            Published(wrappedValue: token).projectedValue.map { $0.pass(7) }.prefix(1)
                .setFailureType(to: TestError.self)
        },
        source("NotificationCenter.publisher", []) { token, time in
            NotificationCenter().publisher(for: Notification.Name("none")) { _ in token.pass(7) }
                .prefix(untilOutputFrom: Just(0).delay(for: .seconds(1), scheduler: time))
                .setFailureType(to: TestError.self)
        },
        source("Interval", [20, 21, 22], dropsUnwanted: true) { token, time in
            // Limited by time: without demand it ticks forever.
            ExtraPublishers.Interval(every: .seconds(1), scheduler: time).map { token.pass($0 + 20) }
                .prefix(untilOutputFrom: Just(0).delay(for: .milliseconds(3_500), scheduler: time))
                .setFailureType(to: TestError.self)
        },
    ]
}
