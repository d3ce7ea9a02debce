import Streams
import TestSupport
import Testing

/// Publishers are equal when their upstreams and parameters are, as in Combine.
@Suite struct PublisherEqualityTests {
    private let a = Just(1)
    private let b = Just(2)
    private let c = Just(3)
    private let d = Just(4)

    @Test func combiningPublishersAreEqualWhenTheirUpstreamsAre() {
        #expect(a.zip(b) == a.zip(b))
        #expect(a.zip(b) != b.zip(a))
        #expect(a.zip(b, c) != a.zip(b, d))
        #expect(a.zip(b, c, d) == a.zip(b, c, d))
        #expect([a, b].zipped() == [a, b].zipped())
        #expect(a.combineLatest(b) != a.combineLatest(c))
        #expect(a.combineLatest(b, c) == a.combineLatest(b, c))
        #expect(a.combineLatest(b, c, d) != a.combineLatest(b, d, c))
        #expect([a, b].combinedLatest() != [b, a].combinedLatest())
        #expect(a.race(with: b) == a.race(with: b))
        #expect([a, b].raced() != [a].raced())
        #expect(a.append(b) == a.append(b))
        #expect(a.append(b) != b.append(a))
    }

    @Test func mergesAreEqualWhenTheirUpstreamsAre() {
        #expect(a.merge(with: b) == a.merge(with: b))
        #expect(a.merge(with: b) != a.merge(with: c))
        #expect(a.merge(with: b, c) == a.merge(with: b, c))
        #expect(a.merge(with: b, c, d) != a.merge(with: b, c, c))
        #expect(a.merge(with: b, c, d, a) == a.merge(with: b, c, d, a))
        #expect(a.merge(with: b, c, d, a, b) != a.merge(with: b, c, d, a, c))
        #expect(a.merge(with: b, c, d, a, b, c) == a.merge(with: b, c, d, a, b, c))
        #expect(a.merge(with: b, c, d, a, b, c, d) != a.merge(with: b, c, d, a, b, c, a))
        #expect([a, b].merged() == [a, b].merged())
        #expect([a, b].merged() != [a].merged())
    }

    @Test func sourcesAreEqualWhenTheySendTheSame() {
        #expect(a == Just(1))
        #expect(a != b)
        #expect(Empty<Int, TestError>() != Empty<Int, TestError>(completeImmediately: false))
        #expect(Fail<Int, TestError>(error: .boom) != Fail<Int, TestError>(error: .other(1)))
        #expect([1, 2].publisher == [1, 2].publisher)
        #expect(Optional(1).publisher != Optional<Int>.none.publisher)
        #expect(
            Result<Int, TestError>.success(1).publisher != Result<Int, TestError>.failure(.boom).publisher)
        #expect(a.retry(1) != a.retry(2))
        typealias IntRecord = Record<Int, TestError>
        let written = IntRecord { recording in
            recording.receive(1)
            recording.receive(completion: .failure(.boom))
        }
        #expect(written == IntRecord(output: [1], completion: .failure(.boom)))
        #expect(written != IntRecord(output: [1], completion: .finished))
    }
}
