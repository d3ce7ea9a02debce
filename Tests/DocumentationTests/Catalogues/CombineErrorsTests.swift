import Flux
import FluxTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// The cures of errors on the page for those who come from Combine.
@MainActor
struct CombineErrorsTests {
    @Test func operatorsAfterTheMainActor() {
        #expect(upper(["a"].publisher).probe().values == ["A"])
        #expect(upperAnywhere(["a"].publisher).probe().values == ["A"])
        withExtendedLifetime(upperOnTheQueue(["a"].publisher)) {}
    }

    @Test func methodOfAModelIsPassed() {
        let texts = PassthroughSubject<String, Never>()
        let model = TitleModel()
        // snippet: begin
        let titles = texts.receive(on: .main).sink(receiveValue: model.show)
        // snippet: end
        texts.send("a")
        #expect(model.titles == ["a"])
        titles.cancel()
    }

    @Test func functionInsideAFunctionIsPassed() {
        let texts = [" a"].publisher
        // snippet: begin
        @Sendable nonisolated func trimmed(_ text: String) -> String {
            text.trimmingCharacters(in: .whitespaces)
        }
        let trimmedTexts = texts.map(trimmed)
        // snippet: end
        #expect(trimmedTexts.probe().values == ["a"])
    }

    @Test func objectIsCapturedWeakly() {
        let texts = PassthroughSubject<String, Never>()
        let model = TitleModel()
        let handle = texts.sink(weakly: model) { model, text in model.show(text) }
        texts.send("a")
        #expect(model.titles == ["a"])
        handle.cancel()
    }

    @Test func callbackOfTheMainActor() {
        var seen: [String] = []
        let texts = PassthroughSubject<String, Never>()
        let handle = observe(texts) { seen.append($0) }
        texts.send("a")
        #expect(seen == ["a"])
        handle.cancel()
    }

    @Test func operatorsOfAProject() {
        #expect([1, 2].publisher.twice { $0 * 2 }.probe().values == [2, 4, 2, 4])
        #expect(["a", "bc"].publisher.value(at: \.count).probe().values == [1, 2])
        #expect([1, 2].publisher.filter({ $0 > 1 }, log: false).probe().values == [2])
        #expect([1, 2, 3].publisher.pairwise(log: false).map { $0 + $1 }.probe().values == [3, 5])
        #expect(greetings(["Ann"]).probe().values == ["Hello, Ann"])
        #expect(["1", "2"].publisher.numbers().probe().values == [1, 2])
        #expect(["a", "b"].publisher.joined().probe().values == ["ab"])
        #expect(placeNames([Place(id: 1, name: "Bonn")].publisher).probe().values == ["Bonn"])
    }

    @Test func pagesArriveInOrder() {
        #expect(chapters(from: 1).probe().values.map(\.number) == Array(1...2_000))
    }

    @Test func genericValuesAreSendable() {
        let store = LoadableStore<Int>()
        let probe = store.states.map { state in if case .loaded(let value) = state { value } else { 0 } }
            .probe()
        store.show(1)
        #expect(probe.values == [0, 1])
        #expect(Validation<Int>(isValid: { $0 > 1 }).isValid(2))
    }

    @Test func valuesOutsideOfTheMainActor() {
        let places = PlaceClient().places(matching: "Bonn").probe().values
        #expect(places.first?.map(\.isShort) == [true])
        let store = TokenStore()
        store.update("a")
        #expect(store.current == "a")
        let counters = Counters()
        counters.add("a")
        #expect(counters.count(of: "a") == 1)
        #expect(FixedTitles().title(of: 1) == "One")
    }

    @Test func publisherOfAProjectWithANameOfTheLibrary() {
        let attempts = Log<Int>()
        let failing = Deferred {
            attempts.append(1)
            return Fail<Int, URLError>(error: URLError(.timedOut))
        }
        #expect(AppPublishers.Retry(upstream: failing).probe().failure?.code == .timedOut)
        #expect(attempts.count == 4)
    }

    @Test func capturedValueOfAVariable() {
        let texts = ["a", "bc"].publisher
        let isStrict = true
        // snippet: begin
        var limit = 3
        if isStrict { limit = 1 }
        let short = texts.filter { [limit] in $0.count <= limit }
        // snippet: end
        #expect(short.probe().values == ["a"])
    }

    @Test func failuresAreMadeEqual() {
        let queries = Just("a").setFailureType(to: LookupError.self)
        @Sendable nonisolated func load(_ query: String) -> Fail<Int, URLError> {
            Fail(error: URLError(.timedOut))
        }
        // snippet: begin
        let converted = queries.flatMap { load($0).mapError { _ in LookupError.unavailable } }
        let handled = queries.flatMap { load($0).replaceError(with: 0) }
        // snippet: end
        #expect(converted.probe().failure == .unavailable)
        #expect(handled.probe().values == [0])
    }

    // As it is printed.
    // swift-format-ignore
    @Test func firstHalfIsStored() {
        let texts = ["abc", "ABC", "d", "efgh"].publisher
        // snippet: begin
        let found = texts
            .map { $0.lowercased() }
            .filter { $0.count > 2 }
            .removeDuplicates()
        let lengths = found
            .map(\.count)
            .scan(0) { $0 + $1 }
        // snippet: end
        #expect(lengths.probe().values == [3, 7])
    }
}

@MainActor private final class TitleModel {
    var titles: [String] = []

    func show(_ title: String) { titles.append(title) }
}

nonisolated private enum LookupError: Error {
    case unavailable
}

// snippet: begin
nonisolated struct Place: Codable, Hashable, Identifiable {
    var id: Int
    var name: String
}

nonisolated extension Place {
    var isShort: Bool { name.count < 5 }
}

nonisolated struct PlaceClient {
    func places(matching query: String) -> AnyPublisher<[Place], Never> {
        Just([Place(id: 1, name: query)]).eraseToAnyPublisher()
    }
}
// snippet: end

// snippet: begin
@MainActor
func upper(_ names: some Publisher<String, Never>) -> some Publisher<String, Never> {
    names.receive(on: .main).map { $0.uppercased() }
}

func upperAnywhere(_ names: some Publisher<String, Never>) -> some Publisher<String, Never> {
    names.receive(on: .main).base.map { $0.uppercased() }
}

func upperOnTheQueue(_ names: some Publisher<String, Never>) -> some Publisher<String, Never> {
    names.receive(on: DispatchQueue.main).map { $0.uppercased() }
}
// snippet: end

// snippet: begin
@MainActor
func observe(_ texts: some Publisher<String, Never>, changed: @escaping (String) -> Void) -> AnyCancellable {
    texts.receive(on: .main).sink { changed($0) }
}
// snippet: end

// snippet: begin
extension Publisher where Failure == Never {
    @MainActor
    func sink<Object: AnyObject>(
        weakly object: Object, _ body: @escaping (Object, Output) -> Void
    ) -> AnyCancellable {
        receive(on: .main).sink { [weak object] value in
            if let object { body(object, value) }
        }
    }
}
// snippet: end

// snippet: begin
extension Publisher {
    func twice<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> AnyPublisher<T, Failure> {
        map(transform).merge(with: map(transform)).eraseToAnyPublisher()
    }
}
// snippet: end

// snippet: begin
extension Publisher {
    func value<T: Sendable>(at keyPath: KeyPath<Output, T> & Sendable) -> AnyPublisher<T, Failure> {
        map { $0[keyPath: keyPath] }.eraseToAnyPublisher()
    }
}
// snippet: end

// snippet: begin
extension Publisher {
    func filter(
        _ isIncluded: @escaping @Sendable (Output) -> Bool, log: Bool
    ) -> AnyPublisher<Output, Failure> {
        filter(isIncluded)
            .handleEvents(receiveOutput: { if log { Swift.print($0) } })
            .eraseToAnyPublisher()
    }
}
// snippet: end

// snippet: begin
extension Publisher {
    func pairwise(log: Bool = false) -> AnyPublisher<(Output, Output), Failure> {
        self.Streams::pairwise()
            .handleEvents(receiveOutput: { if log { Swift.print($0) } })
            .eraseToAnyPublisher()
    }
}
// snippet: end

// snippet: begin
final class TokenStore: Sendable {
    private let token = Mutex<String?>(nil)

    var current: String? { token.withLock { $0 } }

    func update(_ new: String) { token.withLock { $0 = new } }
}
// snippet: end

// snippet: begin
func greetings(_ names: [String]) -> Flux.AnyPublisher<String, Never> {
    names.publisher.map { "Hello, \($0)" }.eraseToAnyPublisher()
}
// snippet: end

// snippet: begin
protocol TitleService: Sendable {
    func title(of id: Int) -> String
}

final class FixedTitles: TitleService {
    private let titles = [1: "One"]

    func title(of id: Int) -> String { titles[id] ?? "None" }
}
// snippet: end

// snippet: begin
enum AppPublishers {
    struct Retry<Upstream: Publisher>: Publisher {
        typealias Output = Upstream.Output
        typealias Failure = Upstream.Failure

        let upstream: Upstream

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.retry(3).receive(subscriber: subscriber)
        }
    }
}
// snippet: end

nonisolated struct Chapter: Sendable {
    let number: Int
    var next: Int? { number < 2_000 ? number + 1 : nil }
}

nonisolated private func chapter(_ number: Int) -> Just<Chapter> { Just(Chapter(number: number)) }

// snippet: begin
nonisolated func chapters(from number: Int) -> AnyPublisher<Chapter, Never> {
    Deferred {
        let next = CurrentValueSubject<Int?, Never>(nil)
        return chapter(number)
            .handleEvents(receiveOutput: { next.send($0.next) })
            .append(
                Deferred { next.value.map { chapters(from: $0) } ?? Empty().eraseToAnyPublisher() })
    }
    .eraseToAnyPublisher()
}
// snippet: end

// snippet: begin
enum Loadable<Value> {
    case loading
    case loaded(Value)
}

extension Loadable: Sendable where Value: Sendable {}

struct LoadableStore<Value: Sendable>: Sendable {
    private let subject = CurrentValueSubject<Loadable<Value>, Never>(.loading)

    var states: AnyPublisher<Loadable<Value>, Never> { subject.eraseToAnyPublisher() }

    func show(_ value: Value) { subject.send(.loaded(value)) }
}
// snippet: end

// snippet: begin
struct Validation<Value: Sendable>: Sendable {
    let isValid: @Sendable (Value) -> Bool
}
// snippet: end

// snippet: begin
final class Counters: @unchecked Sendable {
    private let lock = NSLock()
    private var counts: [String: Int] = [:]

    func add(_ name: String) { lock.withLock { counts[name, default: 0] += 1 } }

    func count(of name: String) -> Int { lock.withLock { counts[name, default: 0] } }
}
// snippet: end

// snippet: begin
func placeNames(_ places: some Publisher<Place, Never>) -> some Publisher<String, Never> {
    places.map(\.name)
}
// snippet: end

// snippet: begin
extension Publisher where Output == String {
    func numbers() -> Publishers.TryMap<Self, Int, any Error> {
        tryMap { text in
            guard let number = Int(text) else { throw URLError(.cannotParseResponse) }
            return number
        }
    }

    func joined() -> Publishers.Reduce<Self, String, Failure> {
        reduce("") { $0 + $1 }
    }
}
// snippet: end
