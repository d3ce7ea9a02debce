import Streams
import TestSupport
import Testing

/// A source of a project whose subscription is held by its subscriber only, as the target of a control or an
/// observer of notifications, sends its values also to a subscriber that does not keep its subscription.
@Suite(.timeLimit(.minutes(1))) struct ProjectSourceTests {
    /// Sends values and a completion to those of its subscriptions that are held elsewhere.
    private final class Control: Publisher {
        typealias Output = Int
        typealias Failure = TestError

        private let targets = Log<Weak<Target>>()

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
            let target = Target(
                sending: { subscriber.receive($0) }, finishing: { subscriber.receive(completion: $0) })
            targets.append(Weak(target))
            subscriber.receive(subscription: target)
        }

        var held: [Target] { targets.entries.compactMap(\.object) }

        func send(_ value: Int) {
            for target in held { target.send(value) }
        }

        func send(completion: IntCompletion) {
            for target in held { target.send(completion: completion) }
        }
    }

    private final class Target: Subscription {
        private struct State: Sendable {
            var demand = Subscribers.Demand.none
            var value: (@Sendable (Int) -> Subscribers.Demand)?
            var completion: (@Sendable (IntCompletion) -> Void)?
        }

        private let state: Locked<State>

        init(
            sending value: @escaping @Sendable (Int) -> Subscribers.Demand,
            finishing completion: @escaping @Sendable (IntCompletion) -> Void
        ) {
            state = Locked(State(value: value, completion: completion))
        }

        func request(_ demand: Subscribers.Demand) {
            state.withLock { $0.demand += demand }
        }

        func cancel() {
            _ = state.exchange(State())
        }

        func send(_ value: Int) {
            let send: (@Sendable (Int) -> Subscribers.Demand)? = state.withLock { state in
                guard state.demand > .none else { return nil }
                state.demand -= 1
                return state.value
            }
            if let send { request(send(value)) }
        }

        func send(completion: IntCompletion) {
            state.exchange(State()).completion?(completion)
        }
    }

    private static func subscribe(
        to publisher: some Publisher<Int, TestError>, logging log: Log<String>,
        keeping held: Box<(any Subscription)?>? = nil
    ) {
        publisher.subscribe(
            AnySubscriber(
                receiveSubscription: { subscription in
                    held?.value = subscription
                    subscription.request(.unlimited)
                },
                receiveValue: { value in
                    log.append("\(value)")
                    return .none
                },
                receiveCompletion: { log.append("\($0)") }))
    }

    /// These hold the subscription of their upstream, and pass on one of their own. Others pass on that of
    /// their upstream, such as `map`, and leave it to the subscriber to keep it.
    static let operators: [@Sendable (IntPublisher, VirtualTimeScheduler) -> IntPublisher] = [
        { source, _ in source.append(8).eraseToAnyPublisher() },
        { source, _ in source.prepend([Int]()).eraseToAnyPublisher() },
        { source, _ in Empty().append(source).eraseToAnyPublisher() },
        { source, _ in source.catch { _ in Just(8) }.setFailureType(to: TestError.self).eraseToAnyPublisher()
        },
        { source, _ in source.retry(3).eraseToAnyPublisher() },
        { source, time in
            source.retry(.constant(.seconds(1), attempts: 3), scheduler: time).eraseToAnyPublisher()
        },
        { source, _ in source.replaceError(with: 8).setFailureType(to: TestError.self).eraseToAnyPublisher()
        },
        { source, _ in source.replaceEmpty(with: 8).eraseToAnyPublisher() },
        { source, time in source.timeout(.seconds(1), scheduler: time).eraseToAnyPublisher() },
        { source, time in source.subscribe(on: time).eraseToAnyPublisher() },
        { source, time in source.receive(on: time).eraseToAnyPublisher() },
        { source, _ in source.map { $0 }.append(8).eraseToAnyPublisher() },
        { source, _ in source.flatMap { Just($0) }.append(8).eraseToAnyPublisher() },
        { source, _ in Just(0).flatMap { _ in source }.eraseToAnyPublisher() },
        { source, _ in Just(0).map { _ in source }.switchToLatest().eraseToAnyPublisher() },
        { source, _ in source.share().eraseToAnyPublisher() },
        { source, _ in source.race(with: Empty(completeImmediately: false)).eraseToAnyPublisher() },
    ]

    @Test(arguments: operators.indices, [IntCompletion.finished, .failure(.boom)])
    func subscriberThatKeepsNoSubscriptionReceivesTheSame(kind: Int, end: IntCompletion) {
        let logs = [true, false].map { keepsSubscription in
            let time = VirtualTimeScheduler()
            let control = Control()
            let held = Box<(any Subscription)?>(nil)
            let log = Log<String>()
            Self.subscribe(
                to: Self.operators[kind](control.eraseToAnyPublisher(), time), logging: log,
                keeping: keepsSubscription ? held : nil)
            time.advance()
            for value in [1, 2] {
                control.send(value)
                time.advance()
            }
            #expect(log.entries == ["1", "2"])
            for _ in 0..<4 {
                control.send(completion: end)
                time.run(limit: 1_000)
            }
            #expect(control.held.isEmpty)
            held.value?.cancel()
            return log.entries
        }
        #expect(logs[0] == logs[1])
    }

    /// The operator holds the source as long as the subscriber can receive values, and no longer.
    @Test(arguments: operators.indices)
    func sourceIsReleasedWhenTheStreamIsCancelled(kind: Int) {
        let time = VirtualTimeScheduler()
        let control = Control()
        let other = PassthroughSubject<Int, TestError>()
        let log = Log<String>()
        Self.subscribe(
            to: Self.operators[kind](control.eraseToAnyPublisher(), time).merge(with: other), logging: log)
        time.advance()
        control.send(1)
        time.advance()
        other.send(completion: .failure(.boom))
        time.run(limit: 1_000)
        #expect(control.held.isEmpty)
        #expect(log.entries == ["1", "failure(TestSupport.TestError.boom)"])
    }
}
