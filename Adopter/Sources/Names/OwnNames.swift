import Flux
import Foundation

// Names that a project has of its own. None is ambiguous with, or hidden by, one of the library.

// MARK: - Types in Combine's namespaces, as CombineExt and others declare them

extension Publishers {
    nonisolated struct Materialize {}
    nonisolated struct Dematerialize {}
    nonisolated struct WithLatestFrom {}
    nonisolated struct RetryWhen {}
    nonisolated struct Create {}
    nonisolated struct ShareReplay {}
    nonisolated struct Pairwise {}
    nonisolated struct FlatMapLatest {}
}

nonisolated func ownTypes() -> [Any.Type] {
    [
        Publishers.Materialize.self, Publishers.Dematerialize.self, Publishers.WithLatestFrom.self,
        Publishers.RetryWhen.self, Publishers.Create.self, Publishers.ShareReplay.self,
        Publishers.Pairwise.self,
        Publishers.FlatMapLatest.self,
    ]
}

// MARK: - Operators that Combine lacks: a project's own are preferred

nonisolated struct Marked<Value: Sendable>: Publisher {
    typealias Output = Value
    typealias Failure = Never

    func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {}
}

nonisolated extension Publisher {
    func pairwise() -> Marked<Int> { Marked() }
    func materialize() -> Marked<Int> { Marked() }
    func flatMapLatest<P: Publisher>(_ transform: @escaping @Sendable (Output) -> P) -> Marked<Int> {
        Marked()
    }
    func withLatestFrom<P: Publisher>(_ other: P) -> Marked<Int> { Marked() }
    func share(replay count: Int) -> Marked<Int> { Marked() }
}

nonisolated func ownOperators(_ names: AnyPublisher<String, Never>) {
    let _: Marked<Int> = names.pairwise()
    let _: Marked<Int> = names.materialize()
    let _: Marked<Int> = names.flatMapLatest { Just($0) }
    let _: Marked<Int> = names.withLatestFrom(Just(1))
    let _: Marked<Int> = names.share(replay: 1)
}

// An overload that calls the library's operator names the module.
nonisolated extension Publisher {
    func pairwise(log: Bool) -> AnyPublisher<(Output, Output), Failure> {
        self.Streams::pairwise().eraseToAnyPublisher()
    }
}

// MARK: - Global functions in extensions of types to which the library adds members

nonisolated extension Array {
    func zipped<Other>(with other: [Other]) -> [(Element, Other)] {
        Array<(Element, Other)>(zip(self, other))
    }
    func repeated(_ count: Int) -> [Element] { repeatElement(self, count: count).flatMap { $0 } }
}

nonisolated extension Sequence {
    func paired<Other: Sequence>(with other: Other) -> Zip2Sequence<Self, Other> { zip(self, other) }
    func largest(_ a: Int, _ b: Int) -> Int { Swift.max(a, b) }
    func described() -> String {
        var text = ""
        dump(underestimatedCount, to: &text)
        return text
    }
}

nonisolated extension Optional {
    func described() { print(type(of: self), min(1, 2), max(1, 2), abs(-1)) }
}

nonisolated extension Result {
    func described() {
        print(type(of: self), stride(from: 0, to: 3, by: 1), sequence(first: 1) { $0 + 1 }.prefix(2))
    }
}

nonisolated extension Duration {
    func clamped(_ other: Duration) -> Duration { min(max(self, other), .seconds(1)) }
}

extension RunLoop {
    func later(_ work: @escaping @Sendable () -> Void) { perform(work) }
}

// MARK: - Members of sequences with the names of operators

nonisolated extension Sequence {
    func merge(with other: Self) -> [Element] { Array(self) + Array(other) }
    func race() -> Element? { first { _ in true } }
    func combineLatest() -> Int { underestimatedCount }
}

nonisolated func ownMembers(_ names: [String]) -> Int {
    names.merge(with: names).count + names.combineLatest() + (names.race() == nil ? 0 : 1)
}
