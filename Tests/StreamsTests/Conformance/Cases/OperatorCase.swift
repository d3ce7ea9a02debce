import Streams
import TestSupport
import Testing

typealias IntPublisher = AnyPublisher<Int, TestError>
typealias IntCompletion = Subscribers.Completion<TestError>

/// What a finite stream of numbers amounts to.
struct Outcome: Equatable, Sendable, CustomStringConvertible {
    var values: [Int]
    var completion: IntCompletion?

    var description: String {
        "\(values) \(completion.map { "\($0)" } ?? "unfinished")"
    }
}

/// An operator as the conformance checks see it: a way to build it on a stream of numbers, and what it should
/// make of one, told in terms of arrays.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    /// Builds the operator; its closures capture the token.
    typealias Build =
        @Sendable (_ source: IntPublisher, _ token: Token, _ time: VirtualTimeScheduler) -> IntPublisher

    let name: String
    /// Whether signals pass that break the rules: stateless operators trust their upstream, as Combine's do.
    let trustsUpstream: Bool
    /// Whether a failure may come before values that wait for demand, which are then dropped.
    let failsAtOnce: Bool
    /// Whether values for which there is no demand are lost.
    let dropsUnwanted: Bool
    let expected: @Sendable (Outcome) -> Outcome
    /// The type of what is built: it tells which publishers are covered.
    let publisherType: any Publisher.Type
    let build: Build

    /// An operator whose outcome is a function of the whole of upstream.
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

    /// Whether an outcome is what it should be.
    func accepts(_ outcome: Outcome, of input: Outcome) -> Bool {
        let expected = expected(input)
        guard failsAtOnce, case .failure = outcome.completion else { return outcome == expected }
        return outcome.completion == expected.completion && expected.values.starts(with: outcome.values)
    }
}
