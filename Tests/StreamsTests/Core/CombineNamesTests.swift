import Foundation
import Streams
import TestSupport
import Testing

/// Identifiers, descriptions and small initializers that code for Combine uses.
@Suite struct CombineNamesTests {
    @Test func identifiersOfAnObjectAreEqual() {
        let (first, second) = (Token(), Token())
        #expect(CombineIdentifier(first) == CombineIdentifier(first))
        #expect(CombineIdentifier(first) != CombineIdentifier(second))
        #expect(CombineIdentifier() != CombineIdentifier())
    }

    @Test func identifiersAreHexadecimalNumbers() {
        let object = Token()
        let address = UInt(bitPattern: ObjectIdentifier(object))
        #expect("\(CombineIdentifier(object))" == "0x" + String(address, radix: 16))
        let texts = (0..<40).map { _ in "\(CombineIdentifier())" }
        let numbers = texts.compactMap { $0.hasPrefix("0x") ? UInt($0.dropFirst(2), radix: 16) : nil }
        #expect(numbers.count == texts.count)
        #expect(Set(numbers).count == texts.count)
    }

    @Test func subscriptionsHaveIdentifiers() {
        let identifiers = Log<CombineIdentifier>()
        let subject = PassthroughSubject<Int, Never>()
        for _ in 0..<2 {
            subject.subscribe(
                AnySubscriber(receiveSubscription: { subscription in
                    identifiers.append(subscription.combineIdentifier)
                    #expect(subscription.combineIdentifier == identifiers.entries.last)
                }))
        }
        #expect(Subscriptions.empty.combineIdentifier != Subscriptions.empty.combineIdentifier)
        #expect(identifiers.count == 2 && identifiers.entries[0] != identifiers.entries[1])
    }

    @Test func subscribersHaveIdentifiers() {
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        #expect(sink.combineIdentifier == CombineIdentifier(sink))
        let (erased, other) = (AnySubscriber(sink), AnySubscriber(sink))
        #expect(erased.combineIdentifier == sink.combineIdentifier)
        #expect(erased.combineIdentifier == other.combineIdentifier)
        let first = AnySubscriber<Int, Never>()
        let (copy, second) = (first, AnySubscriber<Int, Never>())
        #expect(first.combineIdentifier == copy.combineIdentifier)
        #expect(first.combineIdentifier != second.combineIdentifier)
    }

    @Test func subscriptionsOfOperatorsKeepTheirIdentifiers() {
        let time = VirtualTimeScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let publishers = [
            subject.eraseToAnyPublisher(), [1, 2].publisher.eraseToAnyPublisher(),
            subject.filter { $0 > 0 }.eraseToAnyPublisher(),
            subject.merge(with: subject).eraseToAnyPublisher(),
            subject.debounce(for: 1, scheduler: time).eraseToAnyPublisher(),
            subject.append(1).eraseToAnyPublisher(), subject.reduce(0, +).eraseToAnyPublisher(),
            CurrentValueSubject(1).eraseToAnyPublisher(), Just(1).eraseToAnyPublisher(),
        ]
        let subscriptions = Log<any Subscription>()
        for publisher in publishers {
            publisher.subscribe(AnySubscriber(receiveSubscription: { subscriptions.append($0) }))
        }
        let identifiers = subscriptions.entries.map(\.combineIdentifier)
        #expect(identifiers == subscriptions.entries.map(\.combineIdentifier))
        #expect(Set(identifiers).count == publishers.count)
    }

    @Test func descriptionsAreThoseOfCombine() {
        #expect("\(Just(1).eraseToAnyPublisher())" == "AnyPublisher")
        #expect("\(AnySubscriber<Int, Never>())" == "Anonymous AnySubscriber")
        #expect("\(AnyCancellable {})" == "AnyCancellable")
        #expect(
            "\(Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in }))" == "Sink")
        #expect("\(PassthroughSubject<Int, Never>())" == "PassthroughSubject")
        #expect("\(CurrentValueSubject<Int, Never>(1))" == "CurrentValueSubject")
        #expect("\(Subscriptions.empty)" == "Empty")
    }

    @Test(arguments: PrintedSource.all)
    func printedTextIsThatOfCombine(_ source: PrintedSource) {
        let transcript = Transcript()
        let subscription = source.publisher().print("p", to: transcript).prefix(2).sink { _ in }
        let values = source.values.map { "p: receive value: (\($0))\n" }
        let end = source.values.count == 2 ? "p: receive cancel\n" : source.end
        #expect(
            transcript.writes.joined()
                == (["p: receive subscription: (\(source.name))\n", "p: request unlimited\n"] + values + [end])
                .joined())
        subscription.cancel()
    }

    @Test(arguments: PrintedOperator.all)
    func printedSubscriptionHasTheOperatorsName(_ printed: PrintedOperator) {
        let transcript = Transcript()
        let subscription = printed.publisher.print(to: transcript).sink { _ in }
        #expect(transcript.writes.joined().hasPrefix("receive subscription: (\(printed.name))\n"))
        #expect(!transcript.writes.joined().contains("Streams."))
        subscription.cancel()
    }

    @Test func sequenceThatHasBegunIsStillDescribed() {
        let descriptions = Log<String>()
        let kept = Box<(any Subscription)?>(nil)
        [1, 2, 3].publisher.subscribe(
            AnySubscriber(
                receiveSubscription: { subscription in
                    kept.value = subscription
                    descriptions.append("\(subscription)")
                    subscription.request(.max(1))
                },
                receiveValue: { value in
                    descriptions.append("\(value) of \(kept.value.map { "\($0)" } ?? "")")
                    return .none
                }))
        kept.value?.request(.max(2))
        #expect(descriptions.entries == ["[1, 2, 3]", "1 of Sequence", "2 of Sequence", "3 of Sequence"])
        kept.value = nil
    }

    @Test func subscriberOfASubjectAttachesIt() {
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.probe()
        [1, 2].publisher.setFailureType(to: TestError.self).subscribe(AnySubscriber(subject))
        #expect(probe.values == [1, 2] && probe.isFinished)
    }

    /// Not in an argument of `#expect`, which may throw.
    private static func valueOfAFutureThatCannotFail() async -> Int {
        let future = Future<Int, Never> { $0(.success(8)) }
        return await future.value
    }

    @Test func futuresValueIsAwaited() async throws {
        #expect(await Future<Int, Never> { $0(.success(7)) }.value == 7)
        #expect(await Self.valueOfAFutureThatCannotFail() == 8)
        let promise = Box<Future<Int, TestError>.Promise?>(nil)
        let future = Future<Int, TestError> { promise.value = $0 }
        let value = Task { try await future.value }
        promise.value?(.success(8))
        #expect(try await value.value == 8)
        do throws(TestError) {
            _ = try await Future<Int, TestError> { $0(.failure(.boom)) }.value
            Issue.record("No error was thrown.")
        } catch {
            #expect(error == .boom)
        }
    }

    @Test func valuesAreAssignedThroughAnyReference() {
        struct Handle: Sendable {
            let box: Box<Int>
            var number: Int {
                get { box.value }
                nonmutating set { box.value = newValue }
            }
        }
        let handle = Handle(box: Box(0))
        let subscription = [1, 2].publisher.assign(to: \.number, on: handle)
        #expect(handle.number == 2)
        subscription.cancel()
    }

    @Test func timedPublishersAreMadeWithOptions() {
        let time = VirtualTimeScheduler()
        let subject = PassthroughSubject<Int, TestError>()
        let debounced = Publishers.Debounce(
            upstream: subject, dueTime: .seconds(1), scheduler: time, options: nil)
        #expect(debounced.dueTime == .seconds(1))
        let delayed = Publishers.Delay(
            upstream: subject, interval: .seconds(2), tolerance: .zero, scheduler: time, options: nil)
        #expect(delayed.interval == .seconds(2))
        let timed = Publishers.Timeout(
            upstream: subject, interval: .seconds(3), scheduler: time, options: nil, customError: { .boom })
        #expect(timed.interval == .seconds(3))
        let subscribed = Publishers.SubscribeOn(upstream: subject, scheduler: time, options: nil)
        let received = Publishers.ReceiveOn(upstream: subscribed, scheduler: time, options: nil).probe()
        let grouped = Publishers.CollectByTime(
            upstream: subject, strategy: .byTime(time, .seconds(1)), options: nil
        ).probe()
        time.advance()
        subject.send(1)
        time.advance(by: .seconds(1))
        #expect(received.values == [1])
        #expect(grouped.values == [[1]])
    }

    @Test func timedPublishersAreMadeWithSeconds() {
        func delayed<S: Scheduler>(
            by interval: S.SchedulerTimeType.Stride, on scheduler: S, options: S.SchedulerOptions? = nil
        ) -> Publishers.Delay<Just<Int>, S> {
            Publishers.Delay(
                upstream: Just(1), interval: interval, tolerance: scheduler.minimumTolerance,
                scheduler: scheduler, options: options)
        }
        let time = VirtualTimeScheduler()
        #expect(delayed(by: 2, on: time).interval == .seconds(2))
        let subject = PassthroughSubject<Int, TestError>()
        let debounced = Publishers.Debounce(upstream: subject, dueTime: 0.5, scheduler: time)
        #expect(debounced.dueTime == .milliseconds(500))
        let throttled = Publishers.Throttle(upstream: subject, interval: 1, scheduler: time, latest: true)
        #expect(throttled.interval == .seconds(1))
        let timed = Publishers.Timeout(
            upstream: subject, interval: 3, scheduler: time, customError: { .boom })
        let probe = timed.probe()
        time.advance(by: .seconds(3))
        #expect(probe.failure == .boom)
    }

    @Test func timedPublishersAreMadeWithDurations() {
        let time = VirtualTimeScheduler()
        let just = Just(1)
        let debounced = Publishers.Debounce(upstream: just, dueTime: .seconds(1), scheduler: time)
        #expect(debounced.dueTime == .seconds(1))
        let delayed = Publishers.Delay(upstream: just, interval: .seconds(2), scheduler: time)
        #expect(delayed.interval == .seconds(2))
        let throttled = Publishers.Throttle(
            upstream: just, interval: .seconds(3), scheduler: time, latest: false)
        #expect(throttled.interval == .seconds(3))
        let timed = Publishers.Timeout(
            upstream: just, interval: .seconds(4), scheduler: time, customError: nil)
        #expect(timed.interval == .seconds(4))
    }

    @Test func knownResultsAreComputedAtOnce() {
        #expect((0..<Int.max).publisher.count().probe().values == [.max])
        #expect((0..<Int.max).publisher.last().probe().values == [.max - 1])
        #expect(
            (0..<Int.max).publisher.dropFirst(1_000_000_000_000).first().probe().values == [1_000_000_000_000]
        )
        #expect((0..<9).publisher.prefix(2).probe().values == [0, 1])
        #expect([Int]().publisher.first().probe().values == [])
        let count: Just<Int> = Just("a").count()
        #expect(count == Just(1))
        #expect(Just(2).collect() == Just([2]))
        #expect(Just(2).replaceEmpty(with: 3).first().last() == Just(2))
        #expect(Just(2).ignoreOutput().probe().isFinished)
        #expect(Optional<Int>.none.publisher.count() == Just(0))
        #expect(Optional(1).publisher.collect() == Just([1]))
        #expect(Optional<Int>.none.publisher.replaceEmpty(with: 3) == Just(3))
        #expect(Result<Int, TestError>.failure(.boom).publisher.count().probe().failure == .boom)
        #expect(Result<Int, TestError>.success(4).publisher.collect().probe().values == [[4]])
    }
}

/// A source of at most two numbers, and what `print` writes for it.
struct PrintedSource: Sendable, CustomTestStringConvertible {
    let name: String
    var values: [Int] = []
    var end = ""
    let publisher: @Sendable () -> AnyPublisher<Int, Never>

    var testDescription: String { name }

    private init(
        _ name: String, _ values: [Int] = [], end: String = "",
        _ publisher: @escaping @Sendable () -> some Publisher<Int, Never>
    ) {
        self.name = name
        self.values = values
        self.end = end
        self.publisher = { publisher().eraseToAnyPublisher() }
    }

    private static let finished = "p: receive finished\n"

    static let all = [
        PrintedSource("[1, 2, 3]", [1, 2]) { [1, 2, 3].publisher },
        PrintedSource("1...2", [1, 2]) { (1...2).publisher },
        PrintedSource("Just", [1], end: finished) { Just(1) },
        PrintedSource("Empty") { Empty(completeImmediately: false) },
        PrintedSource("PassthroughSubject") { PassthroughSubject<Int, Never>() },
        PrintedSource("CurrentValueSubject", [1]) { CurrentValueSubject<Int, Never>(1) },
        PrintedSource("Multicast") { PassthroughSubject<Int, Never>().share() },
        PrintedSource("Future", [1], end: finished) { Future<Int, Never> { $0(.success(1)) } },
    ]
}

/// An operator, and the name that `print` writes for its subscription.
struct PrintedOperator: Sendable, CustomTestStringConvertible {
    let name: String
    let publisher: AnyPublisher<Int, Never>

    var testDescription: String { name }

    static let all: [PrintedOperator] = {
        let subject = CurrentValueSubject<Int, Never>(1)
        let time = VirtualTimeScheduler()
        let named: [(String, any Publisher<Int, Never>)] = [
            ("CurrentValueSubject", subject.map { $0 + 1 }.filter { $0 > 1 }.removeDuplicates()),
            ("CurrentValueSubject", subject.receive(on: time)),
            ("Reduce", subject.first()),
            ("Reduce", subject.reduce(0, +)),
            ("Merge", subject.merge(with: subject)),
            ("FlatMap", subject.flatMap { Just($0) }),
            ("SwitchToLatest", subject.map { Just($0) }.switchToLatest()),
            ("Zip", subject.zip(subject) { $0 + $1 }),
            ("CombineLatest", subject.combineLatest(subject) { $0 + $1 }),
            ("Debounce", subject.debounce(for: 1, scheduler: time)),
            ("Throttle", subject.throttle(for: 1, scheduler: time, latest: true)),
            ("Delay", subject.delay(for: 1, scheduler: time)),
            ("Timeout", subject.timeout(1, scheduler: time)),
            ("Buffer", subject.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)),
            ("CollectByTime", subject.collect(.byTime(time, 1)).map(\.count)),
            ("CollectByCount", subject.collect(2).map(\.count)),
            ("Drop", subject.dropFirst()),
            ("DropUntilOutput", subject.drop(untilOutputFrom: subject)),
            ("PrefixUntilOutput", subject.prefix(untilOutputFrom: subject)),
            ("Concatenate", subject.append(1)),
            ("HandleEvents", subject.handleEvents()),
            ("Timer", ExtraPublishers.Interval(every: .seconds(1), scheduler: time)),
            ("WithLatestFrom", subject.withLatestFrom(subject) { $0 + $1 }),
            ("Race", subject.race(with: subject)),
            ("ReplaySubject", ReplaySubject<Int, Never>(bufferSize: 1)),
        ]
        return named.map { PrintedOperator(name: $0, publisher: erased($1)) }
    }()
}

private func erased(_ publisher: some Publisher<Int, Never>) -> AnyPublisher<Int, Never> {
    publisher.eraseToAnyPublisher()
}
