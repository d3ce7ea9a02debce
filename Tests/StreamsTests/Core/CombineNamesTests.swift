import Foundation
import Streams
import TestSupport
import Testing

/// Identifiers, descriptions and small initialisers that code for Combine uses.
@Suite struct CombineNamesTests {
    @Test func identifiersOfAnObjectAreEqual() {
        let (first, second) = (Token(), Token())
        #expect(CombineIdentifier(first) == CombineIdentifier(first))
        #expect(CombineIdentifier(first) != CombineIdentifier(second))
        #expect(CombineIdentifier() != CombineIdentifier())
        #expect("\(CombineIdentifier())".hasPrefix("0x"))
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
        #expect(!identifiers.isEmpty)
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

    @Test func subscriberOfASubjectAttachesIt() {
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.probe()
        [1, 2].publisher.setFailureType(to: TestError.self).subscribe(AnySubscriber(subject))
        #expect(probe.values == [1, 2] && probe.isFinished)
    }

    @Test func futuresValueIsAwaited() async throws {
        #expect(await Future<Int, Never> { $0(.success(7)) }.value == 7)
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
