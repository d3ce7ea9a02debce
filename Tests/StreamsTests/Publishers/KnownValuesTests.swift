import Streams
import TestSupport
import Testing

/// Operators on sequences compute their result when a `sink` subscribes, without a stream.
@Suite(.timeLimit(.minutes(1))) struct KnownValuesTests {
    /// What a `sink` receives.
    private func received<P: Publisher>(_ publisher: P) -> (values: [P.Output], completion: Bool?) {
        let values = Log<P.Output>()
        let hasFinished = Box<Bool?>(nil)
        publisher.sink(
            receiveCompletion: { completion in
                if case .finished = completion { hasFinished.value = true } else { hasFinished.value = false }
            },
            receiveValue: { values.append($0) }
        ).cancel()
        return (values.entries, hasFinished.value)
    }

    private func expect<P: Publisher>(
        _ publisher: P, _ values: [P.Output], finishes: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) where P.Output: Equatable {
        let sunk = received(publisher)
        #expect(sunk.values == values, sourceLocation: sourceLocation)
        #expect(sunk.completion == finishes, sourceLocation: sourceLocation)
        // The stream, which is what other subscribers receive, is the same.
        let probe = publisher.probe()
        #expect(probe.values == values, sourceLocation: sourceLocation)
        #expect(probe.isFinished == finishes, sourceLocation: sourceLocation)
    }

    @Test func reducingOperators() {
        let numbers = [3, 1, 2].publisher
        expect(numbers.reduce(1, +), [7])
        expect(numbers.collect(), [[3, 1, 2]])
        expect(numbers.filter { $0 > 1 }.count(), [2])
        expect(numbers.map { $0 * 2 }.max(), [6])
        expect(numbers.min { $0 < $1 }, [1])
        expect(numbers.ignoreOutput(), [])
        expect(numbers.filter { $0 < 3 }.first(), [1])
        expect(numbers.first { $0 < 3 }, [1])
        expect(numbers.filter { $0 > 1 }.last(), [2])
        expect(numbers.last { $0 > 1 }, [2])
        expect(numbers.contains(2), [true])
        expect(numbers.contains { $0 > 5 }, [false])
        expect(numbers.allSatisfy { $0 > 0 }, [true])
        expect(Just(1).prepend([5]).append(6).setFailureType(to: TestError.self).collect(), [[5, 1, 6]])
    }

    @Test func emptySequence() {
        let none = Publishers.Sequence<[Int], Never>(sequence: [])
        expect(none.reduce(1, +), [1])
        expect(none.max(), [])
        expect(none.filter { _ in true }.first(), [])
        expect(none.append(1).prepend([]), [1])
        expect(none.prepend(none).append(none), [])
    }

    @Test func closureThatThrowsFailsTheStream() {
        let tried = [1, 2, 3].publisher.tryReduce(0) { sum, value throws(TestError) in
            if value == 2 { throw .boom }
            return sum + value
        }
        expect(tried, [], finishes: false)
        expect(
            [1, 2].publisher.tryContains { (_: Int) throws(TestError) in throw .boom }, [], finishes: false)
    }

    @Test func failureOfAPartEndsTheStream() {
        let failing = [1].publisher.setFailureType(to: TestError.self).append(Fail(error: .boom)).append(2)
        expect(failing, [1], finishes: false)
        expect(failing.collect(), [], finishes: false)
    }

    @Test func endlessSequenceIsReadAsFarAsNeeded() {
        let read = Box(0)
        let numbers = (1...).publisher.map { number in
            read.value = number
            return number
        }
        #expect(received(numbers.first { $0 == 5 }).values == [5])
        #expect(read.value == 5)
        #expect(received(numbers.append(0).contains(3)).values == [true])
        #expect(received(numbers.filter { $0 > 7 }.first()).values == [8])
        #expect(read.value == 8)
        #expect(received(numbers.prefix(3)).values == [1, 2, 3])
    }

    @Test func closureRunsForEachSubscriber() {
        let count = Box(0)
        let sum = [1, 2].publisher.reduce(0) { sum, value in
            count.value += 1
            return sum + value
        }
        #expect(count.value == 0)
        for expected in [2, 4] {
            #expect(received(sum).values == [3])
            #expect(count.value == expected)
        }
    }

    @Test func resultIsAChildWithoutASubscription() {
        let sums = [1, 2, 3].publisher.flatMap { last in (1...last).publisher.reduce(0, +) }
        expect(sums, [1, 3, 6])
        expect(Just(0).append([1, 2, 3].publisher.reduce(0, +)), [0, 6])
    }

    @Test func valuesOfASubjectAreNotKnown() {
        let subject = PassthroughSubject<Int, Never>()
        let (values, sums, failing) = (Log<Int>(), Log<Int>(), Log<Int>())
        let subscriptions = [
            subject.filter { $0 > 1 }.sink { values.append($0) },
            subject.filter { $0 > 1 }.map { $0 * 10 }.reduce(0, +).sink { sums.append($0) },
            subject.filter { $0 > 2 }.setFailureType(to: TestError.self)
                .sink(receiveCompletion: { _ in }, receiveValue: { failing.append($0) }),
        ]
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .finished)
        #expect(values.entries == [2, 3])
        #expect(sums.entries == [50])
        #expect(failing.entries == [3])
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test func concatenationOfKnownAndOtherPartsKeepsTheOrder() {
        let subject = PassthroughSubject<Int, Never>()
        let probe = Log<Int>()
        let subscription = subject.prepend(1, 2).append(4, 5).sink { probe.append($0) }
        subject.send(3)
        subject.send(completion: .finished)
        #expect(probe.entries == [1, 2, 3, 4, 5])
        subscription.cancel()
    }

    @Test func subscriberCancelsWithinAKnownPart() {
        let probe = PassthroughSubject<Int, Never>().prepend(1...).probe { probe, value in
            if value == 3 { probe.cancel() }
        }
        #expect(probe.values == [1, 2, 3])
    }
}
