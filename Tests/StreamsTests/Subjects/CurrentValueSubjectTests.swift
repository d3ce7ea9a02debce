import Streams
import TestSupport
import Testing

@Suite struct CurrentValueSubjectTests {
    typealias IntSubject = CurrentValueSubject<Int, TestError>

    @Test func subscriberGetsTheCurrentValueFirst() {
        let subject = IntSubject(1)
        subject.send(2)
        let probe = subject.probe()
        subject.send(3)
        #expect(probe.values == [2, 3])
    }

    @Test func latestValueWaitsForDemand() {
        let subject = IntSubject(1)
        let probe = subject.probe(initial: .none)
        subject.send(2)
        subject.send(3)
        #expect(probe.values == [])
        probe.request(1)
        #expect(probe.values == [3])
        subject.send(4)
        subject.send(5)
        probe.request(5)
        #expect(probe.values == [3, 5])
        subject.send(6)
        #expect(probe.values == [3, 5, 6])
    }

    /// As in Combine: without demand, a value replaces the one that is held.
    @Test func valueThatIsSentBeforeTheFirstDemandReplacesTheOneThatIsHeld() {
        let subject = IntSubject(1)
        let sending = subject.handleEvents(receiveSubscription: { _ in
            subject.send(2)
            subject.send(3)
        })
        #expect(sending.probe().values == [3])
        let requesting = subject.handleEvents(receiveRequest: { _ in subject.send(4) })
        #expect(requesting.probe().values == [4])
        let first = sending.prefix(1).probe()
        #expect(first.values == [3])
        #expect(first.isFinished)
    }

    @Test func demandsAndValuesInsideTheSubscriptionCountInTheirOrder() {
        func values(
            of subject: IntSubject, _ onSubscription: @escaping @Sendable (any Subscription) -> Void
        ) -> [Int] {
            let values = Log<Int>()
            subject.subscribe(
                AnySubscriber(
                    receiveSubscription: onSubscription,
                    receiveValue: { value in
                        values.append(value)
                        return .none
                    }))
            return values.entries
        }
        let subject = IntSubject(1)
        let two = values(of: subject) { subscription in
            subscription.request(.max(1))
            subject.send(2)
            subject.send(3)
            subscription.request(.max(1))
            subject.send(4)
        }
        #expect(two == [1, 3])
        let all = values(of: subject) { subscription in
            subscription.request(.unlimited)
            subject.send(5)
        }
        #expect(all == [4, 5])
    }

    @Test func valueIsNotSentTwice() {
        let subject = IntSubject(1)
        let probe = subject.probe(initial: .max(1))
        probe.request(3)
        #expect(probe.values == [1])
    }

    /// In Combine, the last page arrives first.
    @Test func pagesThatAreRequestedInsideAValueArriveInOrder() {
        let numbers = IntSubject(1)
        let probe =
            numbers
            .flatMap { Just($0 * 10).setFailureType(to: TestError.self) }
            .handleEvents(receiveOutput: { page in
                if page < 50 {
                    numbers.send(page / 10 + 1)
                } else {
                    numbers.send(completion: .finished)
                }
            })
            .probe()
        #expect(probe.values == [10, 20, 30, 40, 50])
        #expect(probe.isFinished)
    }

    @Test func undeliveredValueComesBeforeTheFinish() {
        let subject = IntSubject(1)
        let probe = subject.probe(initial: .none)
        subject.send(2)
        subject.send(completion: .finished)
        #expect(probe.completion == nil)
        probe.request(1)
        #expect(probe.values == [2])
        #expect(probe.isFinished)
    }

    @Test func failureDropsAnUndeliveredValue() {
        let subject = IntSubject(1)
        let probe = subject.probe(initial: .none)
        subject.send(2)
        subject.send(completion: .failure(.boom))
        #expect(probe.failure == .boom)
        #expect(probe.values == [])
        probe.request(1)
    }

    @Test func failureFollowsRequestedValues() {
        let subject = IntSubject(0)
        let probe = subject.probe(onValue: { _, value in
            guard value == 1 else { return }
            subject.send(2)
            subject.send(completion: .failure(.boom))
        })
        subject.send(1)
        #expect(probe.values == [0, 1, 2])
        #expect(probe.failure == .boom)
    }

    @Test func finishNeedsNoDemandWithoutAnUndeliveredValue() {
        let subject = IntSubject(1)
        let probe = subject.probe(initial: .max(1))
        subject.send(completion: .finished)
        #expect(probe.isFinished)
    }

    @Test func lateSubscriberGetsOnlyTheCompletion() {
        let subject = IntSubject(1)
        subject.send(completion: .failure(.boom))
        let probe = subject.probe()
        #expect(probe.values == [])
        #expect(probe.failure == .boom)
    }

    @Test func valueDoesNotChangeAfterTheEnd() {
        let subject = IntSubject(1)
        subject.send(completion: .finished)
        subject.send(2)
        subject.value = 3
        subject.send(completion: .failure(.boom))
        #expect(subject.value == 1)
    }

    @Test func settingTheValueSendsIt() {
        let subject = IntSubject(1)
        let probe = subject.probe()
        subject.value = 2
        subject.value += 1
        #expect(probe.values == [1, 2, 3])
    }

    @Test func valueIsUpToDateInsideAValue() {
        let subject = IntSubject(1)
        let seen = Log<Int>()
        let probe = subject.probe { _, value in
            if value == 2 { subject.send(3) }
            seen.append(subject.value)
        }
        subject.send(2)
        #expect(probe.values == [1, 2, 3])
        #expect(seen.entries == [1, 3, 3])
    }

    @Test func valuesSentWithinAValueReachAllAfterIt() {
        let subject = IntSubject(0)
        let first = subject.probe { _, value in
            if value == 1 {
                subject.send(2)
                subject.send(3)
            }
        }
        let second = subject.probe()
        subject.send(1)
        #expect(first.values == [0, 1, 2, 3])
        #expect(second.values == [0, 1, 2, 3])
    }

    @Test func valuesSentWithinTheFirstValueFollowIt() {
        let subject = IntSubject(0)
        let probe = subject.probe { _, value in
            if value == 0 {
                subject.send(1)
                subject.send(2)
            }
        }
        #expect(probe.values == [0, 1, 2])
    }

    @Test func completionSentWithinAValueFollowsIt() {
        let subject = IntSubject(0)
        let probe = subject.probe { _, _ in
            subject.send(1)
            subject.send(completion: .finished)
            subject.send(2)
        }
        #expect(probe.values == [0, 1])
        #expect(probe.isFinished)
    }

    @Test func subscriberWithinAValueStartsWithTheLatest() {
        let subject = IntSubject(0)
        let late = Box<Probe<Int, TestError>?>(nil)
        let first = subject.probe { _, value in
            if value == 1 {
                subject.send(2)
                late.value = subject.probe()
                subject.send(3)
            }
        }
        subject.send(1)
        #expect(first.values == [0, 1, 2, 3])
        #expect(late.value?.values == [2, 3])
    }

    @Test func nothingIsSentAfterCancellation() {
        let subject = IntSubject(0)
        let probe = subject.probe { probe, value in
            if value == 1 { probe.cancel() }
        }
        subject.send(1)
        subject.send(2)
        probe.request(1)
        subject.send(completion: .finished)
        #expect(probe.values == [0, 1])
        let early = IntSubject(0).probe(onSubscription: { $0.cancel() })
        #expect(early.values == [])
    }

    @Test func cancellingReleasesSubjectAndValue() {
        let probe: Probe<Token, Never>
        let weakToken: Weak<Token>
        let weakSubject: Weak<CurrentValueSubject<Token, Never>>
        do {
            let token = Token()
            let subject = CurrentValueSubject<Token, Never>(token)
            weakToken = Weak(token)
            weakSubject = Weak(subject)
            probe = subject.probe(initial: .none)
        }
        #expect(weakToken.object != nil)
        probe.cancel()
        #expect(weakToken.object == nil)
        #expect(weakSubject.object == nil)
    }

    @Test func endReleasesTheSubject() {
        var subject = Optional(IntSubject(0))
        let weakSubject = Weak(subject!)
        let probe = subject!.probe()
        subject!.send(completion: .finished)
        subject = nil
        #expect(weakSubject.object == nil)
        #expect(probe.isFinished)
    }

    @Test func replacedValueMayCallBackInItsDeinit() {
        let calls = Box(0)
        let reference = Box<CurrentValueSubject<Token, Never>?>(nil)
        let subject = CurrentValueSubject<Token, Never>(
            Token {
                calls.increment()
                reference.value?.send(Token())
            })
        reference.value = subject
        let probe = subject.map { _ in 0 }.probe(initial: .none)
        subject.send(Token())
        #expect(calls.value == 1)
        probe.cancel()
        reference.value = nil
    }
}
