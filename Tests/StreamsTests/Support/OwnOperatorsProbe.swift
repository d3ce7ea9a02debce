import Streams
import TestSupport
import Testing

// A project with operators and types of its own, which have names of extras of this library. That it
// compiles, and selects its own, is the test.

extension Publisher {
    fileprivate typealias Own<T: Sendable> = AnyPublisher<Tagged<T>, Failure>

    fileprivate func tagged<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Own<T> {
        map { Tagged(transform($0)) }.eraseToAnyPublisher()
    }

    fileprivate func withLatestFrom<P: Publisher>(_ other: P) -> Own<Output> where P.Failure == Failure {
        tagged { $0 }
    }
    fileprivate func pairwise() -> Own<Output> { tagged { $0 } }
    fileprivate func materialize() -> Own<Output> { tagged { $0 } }
    fileprivate func dematerialize() -> Own<Output> { tagged { $0 } }
    fileprivate func dedupe<Key: Hashable & Sendable>(by key: @escaping @Sendable (Output) -> Key) -> Own<Key>
    {
        tagged { key($0) }
    }
    fileprivate func race<P: Publisher>(with other: P) -> Own<Output>
    where P.Output == Output, P.Failure == Failure { tagged { $0 } }
    fileprivate func flatMapLatest<P: Publisher>(_ transform: @escaping @Sendable (Output) -> P) -> Own<
        Output
    >
    where P.Failure == Failure { tagged { $0 } }
    fileprivate func concatMap<P: Publisher>(_ transform: @escaping @Sendable (Output) -> P) -> Own<Output>
    where P.Failure == Failure { tagged { $0 } }
    fileprivate func exhaustMap<P: Publisher>(_ transform: @escaping @Sendable (Output) -> P) -> Own<Output>
    where P.Failure == Failure { tagged { $0 } }
    fileprivate func share(replay count: Int) -> Own<Output> { tagged { $0 } }
}

extension Collection where Element: Publisher {
    fileprivate func merge() -> String { "own" }
    fileprivate func zip() -> String { "own" }
    fileprivate func combineLatest() -> String { "own" }
}

extension Sequence where Element: Publisher {
    fileprivate func merged() -> String { "own" }
    fileprivate func zipped() -> String { "own" }
    fileprivate func combinedLatest() -> String { "own" }
    fileprivate func raced() -> String { "own" }
}

extension Publisher where Failure == Never {
    fileprivate func assign<Root: AnyObject & Sendable>(
        to keyPath: ReferenceWritableKeyPath<Root, Output> & Sendable, onWeak object: Root
    ) -> String { "own" }
}

extension Scheduler {
    fileprivate func eraseToAnyScheduler() -> String { "own" }
}

extension AnyPublisher {
    fileprivate static func create(_ start: @escaping @Sendable (Int) -> Void) -> String { "own" }
}

extension Publishers {
    fileprivate struct Create { let isOwn = true }
    fileprivate struct WithLatestFrom { let isOwn = true }
    fileprivate struct Interval { let isOwn = true }
}

private struct Tagged<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

private final class Target: @unchecked Sendable {
    // Sendable: nothing uses the value.
    var value = 0
}

private struct ReplaySubject { let isOwn = true }
private struct Emitter { let isOwn = true }
private struct Signal { let isOwn = true }
private struct RetryPolicy { let isOwn = true }

@Suite struct OwnOperatorsProbe {
    @Test func operatorsOfAProjectComeFirst() {
        let source = [1, 2].publisher
        func isOwn<T>(_ publisher: AnyPublisher<Tagged<T>, Never>) -> Bool {
            publisher.probe().values.count == 2
        }
        #expect(isOwn(source.withLatestFrom(Just(1))))
        #expect(isOwn(source.pairwise()))
        #expect(isOwn(source.materialize()))
        #expect(isOwn(source.dematerialize()))
        #expect(isOwn(source.dedupe { $0 }))
        #expect(isOwn(source.race(with: source)))
        #expect(isOwn(source.share(replay: 1)))
        #expect(isOwn(source.flatMapLatest { Just($0) }))
        #expect(isOwn(source.concatMap { Just($0) }))
        #expect(isOwn(source.exhaustMap { Just($0) }))
        let inferred = source.pairwise()
        #expect(isOwn(inferred))
        #expect([source].merge() == "own" && [source].zip() == "own" && [source].combineLatest() == "own")
        #expect(AnyPublisher<Int, Never>.create { _ in } == "own")
    }

    /// Without a type that the result must have, the names are ambiguous unless those of the library give
    /// way.
    @Test func inferredResultsAreThoseOfAProject() {
        let source = [1, 2].publisher
        let merged = [source].merged()
        let zipped = [source].zipped()
        let combined = [source].combinedLatest()
        let raced = [source].raced()
        let assigned = source.assign(to: \.value, onWeak: Target())
        let erased = VirtualTimeScheduler().eraseToAnyScheduler()
        let results: [String] = [merged, zipped, combined, raced, assigned, erased]
        #expect(results == Array(repeating: "own", count: 6))
    }

    @Test func typesOfAProjectComeFirst() {
        #expect(ReplaySubject().isOwn && Emitter().isOwn && Signal().isOwn && RetryPolicy().isOwn)
        #expect(Publishers.Create().isOwn && Publishers.WithLatestFrom().isOwn && Publishers.Interval().isOwn)
    }
}
