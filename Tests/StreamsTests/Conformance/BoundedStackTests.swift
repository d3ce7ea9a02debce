import Foundation
import Streams
import TestSupport
import Testing

/// A million steps that each cause the next use constant stack.
///
/// In debug builds twenty thousand, on a stack so small that thirty bytes left on it by each would overflow
/// it; `FLUX_STEPS` sets another number.
@Suite(.timeLimit(.minutes(1))) struct BoundedStackTests {
    static let steps: Int = {
        #if DEBUG
            return stepCount(default: 20_000)
        #else
            return stepCount(default: 1_000_000)
        #endif
    }()

    private let steps = Self.steps

    @Test func feedbackThroughAPassthroughSubject() {
        let last = withSmallStack { [steps] in
            let subject = PassthroughSubject<Int, Never>()
            let last = Box(0)
            let handle = subject.sink { value in
                if value < steps { subject.send(value + 1) } else { last.value = value }
            }
            subject.send(1)
            handle.cancel()
            return last.value
        }
        #expect(last == steps)
    }

    @Test func feedbackThroughACurrentValueSubject() {
        let last = withSmallStack { [steps] in
            let subject = CurrentValueSubject<Int, Never>(0)
            let last = Box(0)
            let handle = subject.sink { value in
                if value < steps { subject.send(value + 1) } else { last.value = value }
            }
            handle.cancel()
            return last.value
        }
        #expect(last == steps)
    }

    @Test func feedbackThroughOperators() {
        let last = withSmallStack { [steps] in
            let subject = PassthroughSubject<Int, Never>()
            let last = Box(0)
            let handle = subject.flatMap { Just($0) }.merge(with: Empty<Int, Never>()).share()
                .sink { value in
                    if value < steps { subject.send(value + 1) } else { last.value = value }
                }
            subject.send(1)
            handle.cancel()
            return last.value
        }
        #expect(last == steps)
    }

    @Test func reentrantRequests() {
        let count = withSmallStack { [steps] in
            let count = Box(0)
            let probe = RequestingSubscriber { count.increment() }
            (1...steps).publisher.subscribe(probe)
            return count.value
        }
        #expect(count == steps)
    }

    @Test(arguments: [Subscribers.Demand.unlimited, .max(1)])
    func flatMap(maxPublishers: Subscribers.Demand) {
        let count = withSmallStack { [steps] in
            let count = Box(0)
            let handle = (1...steps).publisher.flatMap(maxPublishers: maxPublishers) { Just($0) }
                .sink { _ in count.increment() }
            handle.cancel()
            return count.value
        }
        #expect(count == steps)
    }

    @Test func flatMapIntoItsOwnSource() {
        let last = withSmallStack { [steps] in
            let subject = PassthroughSubject<Int, Never>()
            let last = Box(0)
            let handle = subject.flatMap(maxPublishers: .max(1)) { value in
                Just(value).handleEvents(receiveCompletion: { _ in
                    if value < steps { subject.send(value + 1) }
                })
            }.sink { last.value = $0 }
            subject.send(1)
            handle.cancel()
            return last.value
        }
        #expect((last ?? 0) > 0)
    }

    @Test func switchToLatest() {
        let count = withSmallStack { [steps] in
            let count = Box(0)
            let handle = (1...steps).publisher.map { Just($0) }.switchToLatest()
                .sink { _ in count.increment() }
            handle.cancel()
            return count.value
        }
        #expect(count == steps)
    }

    @Test func retryOfASourceThatFailsAtOnce() {
        let attempts = Box(0)
        let failure = withSmallStack { [steps] in
            Deferred {
                attempts.increment()
                return Fail<Int, TestError>(error: .boom)
            }.retry(steps).probe().failure
        }
        #expect(attempts.value == steps + 1)
        #expect(failure == .boom)
    }

    @Test func retryByPolicyOfASourceThatFailsAtOnce() {
        let attempts = Box(0)
        let failure = withSmallStack { [steps] in
            Deferred {
                attempts.increment()
                return Fail<Int, TestError>(error: .boom)
            }.retry(.immediate(attempts: steps), scheduler: ImmediateScheduler()).probe().failure
        }
        #expect(attempts.value == steps + 1)
        #expect(failure == .boom)
    }

    @Test func retryWhenOfASourceThatFailsAtOnce() {
        let attempts = Box(0)
        let isFinished = withSmallStack { [steps] in
            Deferred {
                attempts.increment()
                return Fail<Int, TestError>(error: .boom)
            }.retry(when: { $0.prefix(steps) }).probe().isFinished
        }
        #expect(attempts.value == steps)
        #expect(isFinished == true)
    }

    @Test func appendedRecursively() {
        let sum = withSmallStack { [steps] in
            @Sendable func numbers(from first: Int) -> AnyPublisher<Int, Never> {
                if first > steps { return Empty().eraseToAnyPublisher() }
                return Just(first).append(Deferred { numbers(from: first + 1) }).eraseToAnyPublisher()
            }
            let sum = Box(0)
            let handle = numbers(from: 1).sink { sum.value += $0 }
            handle.cancel()
            return sum.value
        }
        #expect(sum == steps * (steps + 1) / 2)
    }

    /// A part that the values of the last one decide.
    @Test func appendedRecursivelyByValue() {
        let sum = withSmallStack { [steps] in
            @Sendable func numbers(from first: Int) -> AnyPublisher<Int, Never> {
                Deferred {
                    let next = CurrentValueSubject<Int?, Never>(nil)
                    return Just(first)
                        .handleEvents(receiveOutput: { if $0 < steps { next.send($0 + 1) } })
                        .append(
                            Deferred {
                                next.value.map { numbers(from: $0) } ?? Empty().eraseToAnyPublisher()
                            })
                }
                .eraseToAnyPublisher()
            }
            let sum = Box(0)
            let handle = numbers(from: 1).sink { sum.value += $0 }
            handle.cancel()
            return sum.value
        }
        #expect(sum == steps * (steps + 1) / 2)
    }

    @Test func caughtRecursively() {
        let probe = withSmallStack { [steps] in
            @Sendable func attempt(_ number: Int) -> IntPublisher {
                if number > steps {
                    return Publishers.Sequence(sequence: [number, number]).eraseToAnyPublisher()
                }
                return Fail(error: TestError.boom).catch { _ in attempt(number + 1) }.eraseToAnyPublisher()
            }
            return attempt(1).probe(initial: .max(1), perValue: .max(1))
        }
        #expect(probe?.values == [steps + 1, steps + 1])
        #expect(probe?.isFinished == true)
    }

    @Test func caughtByThrowingClosuresRecursively() {
        let probe = withSmallStack { [steps] in
            @Sendable func attempt(_ number: Int) -> AnyPublisher<Int, any Error> {
                if number > steps {
                    return Just(number).setFailureType(to: (any Error).self).eraseToAnyPublisher()
                }
                return Fail(error: TestError.boom as any Error).tryCatch { _ in attempt(number + 1) }
                    .eraseToAnyPublisher()
            }
            return attempt(1).mapError { _ in TestError.boom }.probe()
        }
        #expect(probe?.values == [steps + 1])
        #expect(probe?.isFinished == true)
    }

    @Test func caughtAndAppendedRecursively() {
        let probe = withSmallStack { [steps] in
            @Sendable func attempt(_ number: Int) -> IntPublisher {
                if number > steps {
                    return Just(number).setFailureType(to: TestError.self).eraseToAnyPublisher()
                }
                return Empty().append(Fail(error: TestError.boom)).catch { _ in attempt(number + 1) }
                    .eraseToAnyPublisher()
            }
            return attempt(1).probe()
        }
        #expect(probe?.values == [steps + 1])
        #expect(probe?.isFinished == true)
    }

    @Test func longChainOfErasedAppends() {
        let length = 5_000
        let chain = (2...length).reduce(Just(1).eraseToAnyPublisher()) { chain, value in
            chain.append(Just(value)).eraseToAnyPublisher()
        }
        let probe = chain.probe()
        #expect(probe.values == Array(1...length))
        #expect(probe.isFinished)
        let slow = chain.probe(initial: .max(1), perValue: .max(1))
        #expect(slow.values == Array(1...length))
    }

    @Test func longChainOfAppendsFromTheOtherEnd() {
        let length = 5_000
        let chain = (1..<length).reversed().reduce(Just(length).eraseToAnyPublisher()) { chain, value in
            Just(value).append(chain).eraseToAnyPublisher()
        }
        #expect(chain.probe().values == Array(1...length))
    }
}

/// Requests the next value within each.
private final class RequestingSubscriber: Subscriber {
    private let subscription = Box<(any Subscription)?>(nil)
    private let onValue: @Sendable () -> Void

    init(onValue: @escaping @Sendable () -> Void) {
        self.onValue = onValue
    }

    func receive(subscription: any Subscription) {
        self.subscription.value = subscription
        subscription.request(.max(1))
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        onValue()
        subscription.value?.request(.max(1))
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}
