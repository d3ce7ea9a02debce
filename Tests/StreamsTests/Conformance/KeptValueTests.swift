import Streams
import TestSupport
import Testing

/// A value without demand that is followed by the completion, as the table of the differences to Combine
/// states.
struct KeptValueTests {
    private typealias Numbers = PassthroughSubject<Int, TestError>

    struct Keeper: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether a failure waits for the value as well.
        let holdsFailure: Bool
        let build:
            @Sendable (PassthroughSubject<Int, TestError>, VirtualTimeScheduler) -> AnyPublisher<
                Int, TestError
            >

        init<P: Publisher>(
            _ name: String, holdsFailure: Bool,
            _ build: @escaping @Sendable (PassthroughSubject<Int, TestError>, VirtualTimeScheduler) -> P
        ) where P.Output == Int, P.Failure == TestError {
            testDescription = name
            self.holdsFailure = holdsFailure
            self.build = { build($0, $1).eraseToAnyPublisher() }
        }
    }

    static let keepers = [
        Keeper("debounce", holdsFailure: true) { $0.debounce(for: .zero, scheduler: $1) },
        Keeper("throttle", holdsFailure: true) { $0.throttle(for: 1, scheduler: $1, latest: true) },
        Keeper("buffer", holdsFailure: true) { numbers, _ in
            numbers.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
        },
        Keeper("collect(.byTime)", holdsFailure: true) {
            $0.collect(.byTimeOrCount($1, .seconds(1), 1)).map { $0[0] }
        },
        Keeper("reduce", holdsFailure: false) { numbers, _ in numbers.reduce(0, +) },
        Keeper("replaceEmpty", holdsFailure: false) { numbers, _ in
            numbers.filter { _ in false }.replaceEmpty(with: 1)
        },
        Keeper("CurrentValueSubject", holdsFailure: false) { numbers, _ in
            let subject = CurrentValueSubject<Int, TestError>(1)
            numbers.subscribe(AnySubscriber(subject))
            return subject
        },
    ]

    @Test(arguments: keepers)
    func finishWaitsForTheValue(_ keeper: Keeper) {
        expect(of: keeper, ending: .finished, holds: true)
    }

    @Test(arguments: keepers)
    func failureWaitsForAValueThatIsDue(_ keeper: Keeper) {
        expect(of: keeper, ending: .failure(.boom), holds: keeper.holdsFailure)
    }

    private func expect(of keeper: Keeper, ending: Subscribers.Completion<TestError>, holds: Bool) {
        let time = VirtualTimeScheduler()
        let numbers = Numbers()
        let probe = keeper.build(numbers, time).probe(initial: .none)
        numbers.send(1)
        time.advance()
        numbers.send(completion: ending)
        time.advance()
        #expect(probe.values == [])
        #expect(probe.completion == (holds ? nil : ending))
        probe.request(.max(1))
        time.advance()
        #expect(probe.values == (holds ? [1] : []))
        #expect(probe.completion == ending)
    }
}
