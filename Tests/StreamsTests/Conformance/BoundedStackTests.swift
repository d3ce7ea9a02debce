import Foundation
import Streams
import Testing

/// A million steps that each cause the next need no more stack than one.
///
/// In debug builds a hundred thousand, which overflow a thread's stack as surely; `FLUX_STEPS` sets another
/// number.
@Suite(.timeLimit(.minutes(5))) struct BoundedStackTests {
    private let steps: Int = {
        if let given = ProcessInfo.processInfo.environment["FLUX_STEPS"].flatMap({ Int($0) }) { return given }
        #if DEBUG
            return 100_000
        #else
            return 1_000_000
        #endif
    }()

    @Test func feedbackThroughAPassthroughSubject() {
        let subject = PassthroughSubject<Int, Never>()
        let last = Box(0)
        let handle = subject.sink { [steps] value in
            if value < steps { subject.send(value + 1) } else { last.value = value }
        }
        subject.send(1)
        #expect(last.value == steps)
        handle.cancel()
    }

    @Test func feedbackThroughACurrentValueSubject() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let last = Box(0)
        let handle = subject.sink { [steps] value in
            if value < steps { subject.send(value + 1) } else { last.value = value }
        }
        #expect(last.value == steps)
        handle.cancel()
    }

    @Test func feedbackThroughOperators() {
        let subject = PassthroughSubject<Int, Never>()
        let last = Box(0)
        let handle = subject.flatMap { Just($0) }.merge(with: Empty<Int, Never>()).share()
            .sink { [steps] value in
                if value < steps { subject.send(value + 1) } else { last.value = value }
            }
        subject.send(1)
        #expect(last.value == steps)
        handle.cancel()
    }

    @Test func reentrantRequests() {
        let count = Box(0)
        let probe = RequestingSubscriber { count.increment() }
        (1...steps).publisher.subscribe(probe)
        #expect(count.value == steps)
    }

    @Test(arguments: [Subscribers.Demand.unlimited, .max(1)])
    func flatMap(maxPublishers: Subscribers.Demand) {
        let count = Box(0)
        let handle = (1...steps).publisher.flatMap(maxPublishers: maxPublishers) { Just($0) }
            .sink { _ in count.increment() }
        #expect(count.value == steps)
        handle.cancel()
    }

    @Test func flatMapIntoItsOwnSource() {
        let subject = PassthroughSubject<Int, Never>()
        let last = Box(0)
        let handle = subject.flatMap(maxPublishers: .max(1)) { [steps] value in
            Just(value).handleEvents(receiveCompletion: { _ in
                if value < steps { subject.send(value + 1) }
            })
        }.sink { last.value = $0 }
        subject.send(1)
        #expect(last.value > 0)
        handle.cancel()
    }

    @Test func switchToLatest() {
        let count = Box(0)
        let handle = (1...steps).publisher.map { Just($0) }.switchToLatest().sink { _ in count.increment() }
        #expect(count.value == steps)
        handle.cancel()
    }

    @Test func retryOfASourceThatFailsAtOnce() {
        let attempts = Box(0)
        let probe = Deferred {
            attempts.increment()
            return Fail<Int, TestError>(error: .boom)
        }.retry(steps).probe()
        #expect(attempts.value == steps + 1)
        #expect(probe.failure == .boom)
    }

    @Test func retryByPolicyOfASourceThatFailsAtOnce() {
        let attempts = Box(0)
        let probe = Deferred {
            attempts.increment()
            return Fail<Int, TestError>(error: .boom)
        }.retry(.immediate(attempts: steps), scheduler: ImmediateScheduler()).probe()
        #expect(attempts.value == steps + 1)
        #expect(probe.failure == .boom)
    }

    @Test func appendedRecursively() {
        @Sendable func numbers(from first: Int) -> AnyPublisher<Int, Never> {
            if first > steps { return Empty().eraseToAnyPublisher() }
            return Just(first).append(Deferred { numbers(from: first + 1) }).eraseToAnyPublisher()
        }
        let sum = Box(0)
        let handle = numbers(from: 1).sink { sum.value += $0 }
        #expect(sum.value == steps * (steps + 1) / 2)
        handle.cancel()
    }

    @Test func aLongChainOfErasedAppends() {
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

    @Test func aLongChainOfAppendsFromTheOtherEnd() {
        let length = 5_000
        let chain = (1..<length).reversed().reduce(Just(length).eraseToAnyPublisher()) { chain, value in
            Just(value).append(chain).eraseToAnyPublisher()
        }
        #expect(chain.probe().values == Array(1...length))
    }
}

/// Asks for the next value from inside each, by a request.
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
