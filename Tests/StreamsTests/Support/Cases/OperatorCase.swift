import Streams
import TestSupport
import Testing

typealias IntPublisher = AnyPublisher<Int, TestError>
typealias IntCompletion = Subscribers.Completion<TestError>

/// The values and the completion of a finite stream of numbers.
struct Outcome: Equatable, Sendable, CustomStringConvertible {
    var values: [Int]
    var completion: IntCompletion?

    var description: String {
        "\(values) \(completion.map { "\($0)" } ?? "unfinished")"
    }
}

/// An operator for the conformance checks: a way to build it on a stream of numbers, and its expected
/// outcome, in terms of arrays.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    /// Builds the operator; its closures capture the token.
    typealias Build =
        @Sendable (_ source: IntPublisher, _ token: Token, _ time: VirtualTimeScheduler) -> IntPublisher

    let name: String
    /// Whether signals that break the rules pass: stateless operators do not check their upstream, as
    /// Combine's do not.
    let trustsUpstream: Bool
    /// Whether a failure may overtake values that wait for demand, which are then dropped.
    let failsAtOnce: Bool
    /// Whether values without demand are dropped.
    let dropsUnwanted: Bool
    let expected: @Sendable (Outcome) -> Outcome
    /// The type of the built publisher, which determines the covered publishers.
    let publisherType: any Publisher.Type
    let build: Build

    /// An operator whose outcome is a function of its whole upstream.
    init<P: Publisher>(
        _ name: String, trustsUpstream: Bool = false, failsAtOnce: Bool = false, dropsUnwanted: Bool = false,
        outcome: @escaping @Sendable (Outcome) -> Outcome,
        build: @escaping @Sendable (IntPublisher, Token, VirtualTimeScheduler) -> P
    ) where P.Output == Int, P.Failure == TestError {
        self.name = name
        self.trustsUpstream = trustsUpstream
        self.failsAtOnce = failsAtOnce
        self.dropsUnwanted = dropsUnwanted
        expected = outcome
        publisherType = P.self
        self.build = { AnyPublisher(build($0, $1, $2)) }
    }

    /// An operator that converts values and passes on the completion.
    init<P: Publisher>(
        _ name: String, trustsUpstream: Bool = false, failsAtOnce: Bool = false, dropsUnwanted: Bool = false,
        values: @escaping @Sendable ([Int]) -> [Int] = { $0 },
        build: @escaping @Sendable (IntPublisher, Token, VirtualTimeScheduler) -> P
    ) where P.Output == Int, P.Failure == TestError {
        self.init(
            name, trustsUpstream: trustsUpstream, failsAtOnce: failsAtOnce, dropsUnwanted: dropsUnwanted,
            outcome: { Outcome(values: values($0.values), completion: $0.completion) }, build: build)
    }

    var testDescription: String { name }

    /// Returns whether an outcome is as expected.
    func accepts(_ outcome: Outcome, of input: Outcome) -> Bool {
        let expected = expected(input)
        guard failsAtOnce, case .failure = outcome.completion else { return outcome == expected }
        return outcome.completion == expected.completion && expected.values.starts(with: outcome.values)
    }
}
