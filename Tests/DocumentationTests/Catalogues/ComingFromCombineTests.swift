import FluxTesting
import Foundation
import Observation
import Streams
import TestSupport
import Testing

/// The code of the page for those who come from Combine.
@MainActor
struct ComingFromCombineTests {
    @Test func modelShowsTheResultAtOnce() {
        // snippet: begin
        let texts = PassthroughSubject<String, Never>()
        let model = PlacesModel()
        model.search(texts)
        texts.send("Be")
        #expect(model.visible == ["Berlin", "Bern"])
        // snippet: end
        #expect(model.isSearching)
    }

    // As it is printed.
    // swift-format-ignore
    @Test func stateIsCapturedBeforeTheMainActor() {
        let texts = PassthroughSubject<String, Never>()
        let model = (minimum: 2, maximum: 5)
        // snippet: begin
        let limited = texts
            .filter { [minimum = model.minimum] text in text.count > minimum }
            .receive(on: .main)
        // snippet: end
        let seen = Log<String>()
        let handle = limited.sink { seen.append($0) }
        texts.send("Be")
        texts.send("Ber")
        #expect(seen.entries == ["Ber"])
        handle.cancel()
    }

    @Test func valuesOfADictionaryAreSendable() {
        let texts = PassthroughSubject<String, Never>()
        // snippet: begin
        let payloads = texts.map { ["query": $0, "limit": 20] as [String: any Sendable] }
        // snippet: end
        let probe = payloads.probe()
        texts.send("a")
        #expect(probe.values.map { $0["query"] as? String } == ["a"])
    }

    @Test func typesOfClosuresBeforePrintAreStated() {
        let numbers = PassthroughSubject<Int, Never>()
        // snippet: begin
        let steps = numbers.map { number -> Int in
            let next = number + 1
            return next
        }
        let printed = steps.prepend([0]).sink { (step: Int) in print(step) }
        // snippet: end
        let probe = steps.probe()
        numbers.send(1)
        #expect(probe.values == [2])
        printed.cancel()
    }

    @Test func valuesAreCounted() {
        let texts = PassthroughSubject<String, Never>()
        // snippet: begin
        let count = texts.scan(0) { count, _ in count + 1 }
        // snippet: end
        let probe = count.probe()
        texts.send("a")
        texts.send("b")
        #expect(probe.values == [1, 2])
    }

    @Test func failuresKeepTheirTypes() async {
        let texts = ["x"].publisher
        // snippet: begin
        let stated = Future { () throws(LookupError) in try await lookUp("Bonn") }
        let passed = Future { try await lookUp("Bonn") }.mapError { $0 as? LookupError ?? .unavailable }
        let parsed = texts.tryMap(parse)  // fails with the type that `parse` throws
        // snippet: end
        let done = Gate()
        let joined: AnyPublisher<String, LookupError> = stated.append(passed).eraseToAnyPublisher()
        let probe = joined.probe(onCompletion: { _ in done.open() })
        await done.pass()
        #expect(probe.failure == .unknown)
        let numbers: AnyPublisher<Int, LookupError> = parsed.eraseToAnyPublisher()
        #expect(numbers.probe().failure == .unknown)
    }

    @Test func schedulerIsErased() {
        let texts = PassthroughSubject<String, Never>()
        let time = VirtualTimeScheduler()
        let scheduler: any Scheduler = time
        // snippet: begin
        let quiet = searched(texts, on: AnyScheduler(scheduler))
        // snippet: end
        let probe = quiet.probe()
        texts.send("a")
        time.run()
        #expect(probe.values == ["a"])
    }

    @Test func mainRunLoopIsAScheduler() {
        let texts = PassthroughSubject<String, Never>()
        // snippet: begin
        let stored: any Scheduler = RunLoopScheduler.main
        let slow = searched(texts, on: RunLoopScheduler.main)
        // snippet: end
        #expect(stored is RunLoopScheduler)
        withExtendedLifetime(slow) {}
    }
}

extension ComingFromCombineTests {
    @MainActor private final class Article {
        @Published var text = ""
        var title = ""
    }

    @MainActor @Observable final class Search {
        var text = ""
    }

    nonisolated private struct Service: Sendable {
        func load(_ name: String) async throws -> Int { name.count }
    }

    // As it is printed.
    // swift-format-ignore
    @Test func publishedPropertyChangesTheModel() {
        let model = Article()
        // snippet: begin
        let shown = model.$text
            .receive(on: .main)
            .sink { [weak model] in model?.title = $0.uppercased() }
        // snippet: end
        model.text = "a"
        #expect(model.title == "A")
        shown.cancel()
    }

    @Test func serviceIsCaptured() async throws {
        let service = Service()
        // snippet: begin
        let loaded = Deferred { [service] in Future { try await service.load("Bonn") } }
        // snippet: end
        var values = loaded.values.makeAsyncIterator()
        #expect(try await values.next() == 4)
    }

    // As it is printed.
    // swift-format-ignore
    @Test func heightsAreTakenFromNotifications() {
        let center = NotificationCenter()
        // snippet: begin
        let heights = center.publisher(for: .keyboardWillShow)
            .compactMap { $0.userInfo?["height"] as? Double }
            .receive(on: .main)
        // snippet: end
        let seen = Log<Double>()
        let handle = heights.sink { seen.append($0) }
        center.post(name: .keyboardWillShow, object: nil, userInfo: ["height": 3.0])
        #expect(seen.entries == [3])
        handle.cancel()
    }

    @Test func showingsAreNotifications() {
        let center = NotificationCenter()
        let count = Log<Int>()
        let handle = showings(in: center).sink { _ in count.append(1) }
        center.post(name: .keyboardWillShow, object: nil)
        #expect(count.entries == [1])
        handle.cancel()
    }

    @Test func observedLengths() {
        let search = Search()
        // snippet: begin
        let lengths = Observed { search.text }.map(\.count).removeDuplicates()
        // snippet: end
        #expect(lengths.probe().values == [0])
    }
}

extension Notification.Name {
    fileprivate static let keyboardWillShow = Notification.Name("keyboardWillShow")
}

nonisolated private func searched<S: Scheduler>(
    _ texts: some Publisher<String, Never>, on scheduler: S
) -> some Publisher<String, Never> {
    texts.debounce(for: .milliseconds(300), scheduler: scheduler)
}

// snippet: begin
func showings(in center: NotificationCenter) -> AnyPublisher<Void, Never> {
    center.publisher(for: .keyboardWillShow).map { _ in }.eraseToAnyPublisher()
}
// snippet: end

// snippet: begin
@MainActor
final class PlacesModel {
    private(set) var visible: [String] = []
    private(set) var isSearching = false
    private let all = ["Berlin", "Bern", "Bonn"]
    private var subscriptions: Set<AnyCancellable> = []

    func search(_ texts: some Publisher<String, Never>) {
        texts
            .removeDuplicates()
            .receive(on: .main)
            .handleEvents(receiveOutput: { [weak self] in self?.isSearching = !$0.isEmpty })
            .map { [unowned self] text in all.filter { $0.hasPrefix(text) } }
            .assign(to: \.visible, onWeak: self)
            .store(in: &subscriptions)
    }
}
// snippet: end

// snippet: begin
protocol PlaceService: Sendable {
    func places(matching text: String) -> AnyPublisher<[String], any Error>
}
// snippet: end

nonisolated private enum LookupError: Error {
    case unknown
    case unavailable
}

nonisolated private func lookUp(_ name: String) async throws(LookupError) -> String {
    throw .unknown
}

nonisolated private func parse(_ text: String) throws(LookupError) -> Int {
    guard let number = Int(text) else { throw .unknown }
    return number
}
