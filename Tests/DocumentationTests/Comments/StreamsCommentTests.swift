import Dispatch
import Flux
import Foundation
import TestSupport
import Testing

/// The code in the documentation of streams.
@Suite(.timeLimit(.minutes(1)))
struct StreamsCommentTests {
    @Test func loopOverValues() async {
        let subject = ReplaySubject<Int, Never>(bufferSize: 3)
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .finished)
        let printed = Log<Int>()
        let print: (Int) -> Void = { printed.append($0) }
        // snippet: begin
        for await value in subject.values { print(value) }
        // snippet: end
        #expect(printed.entries == [1, 2, 3])
    }

    @Test func newestValueOfALoop() async {
        let places = ["Berlin", "Bonn"].publisher
        let shown = Log<String>()
        let show: (String) -> Void = { shown.append($0) }
        // snippet: begin
        for await place in places.values(buffering: .bufferingNewest(1)) { show(place) }
        // snippet: end
        #expect(shown.entries == ["Bonn"])
    }

    @Test func resultsOfFunctions() async throws {
        let service = PlaceNames()
        // snippet: begin
        let place = Future<String, LookupFailure> { promise in
            service.find("Bonn") { result in promise(result) }
        }
        let number = Future { try await service.count() }
        // snippet: end
        #expect(place.probe().values == ["Bonn"])
        for try await count in number.values { #expect(count == 1) }
        // snippet: begin
        let counts = Deferred { Future { try await service.count() } }  // counts for each subscriber
        // snippet: end
        for _ in 1...2 { for try await _ in counts.values {} }
        #expect(service.counted.entries.count == 3)
    }

    // The comments stand in a column.
    // swift-format-ignore
    @Test func virtualTime() {
        let printed = Log<String>()
        let print: @Sendable (String) -> Void = { printed.append($0) }
        // snippet: begin
        let time = VirtualTimeScheduler()
        time.schedule(in: .seconds(3)) { print("three seconds") }
        time.advance(by: .seconds(2))     // nothing
        time.advance(by: .seconds(1))     // prints
        // snippet: end
        #expect(printed.entries == ["three seconds"])
    }

    @Test func publisherOfAClosure() {
        let compass = Compass()
        // snippet: begin
        let headings = AnyPublisher<Heading, Never>.create(buffering: .newest(1)) { emitter in
            let token = compass.observe { heading in emitter.send(heading) }
            emitter.onCancel { compass.remove(token) }
        }
        // snippet: end
        let received = Log<Heading>()
        let subscription = headings.sink { received.append($0) }
        compass.turn(to: Heading(degrees: 90))
        subscription.cancel()
        compass.turn(to: Heading(degrees: 180))
        #expect(received.entries == [Heading(degrees: 90)])
        #expect(compass.observerCount == 0)
    }

    // One line, as it is printed.
    // swift-format-ignore
    @Test func datesAtFixedIntervals() async {
        let (dates, continuation) = AsyncStream.makeStream(of: Date.self)
        let show: @Sendable (Date) -> Void = { continuation.yield($0) }
        // snippet: begin
        let clock = Timer.publish(every: .seconds(1), on: DispatchQueue.main).autoconnect().sink { date in show(date) }
        // snippet: end
        clock.cancel()
        do {
            // snippet: begin
            let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { date in show(date) }
            // snippet: end
            clock.cancel()
        }
        continuation.finish()
        for await _ in dates { Issue.record("A clock that was cancelled goes on.") }
    }

    @MainActor
    @Test func statesReceivedOnTheMainActor() {
        let states = Just((title: "flux", isOn: true))
        let label = Label()
        // snippet: begin
        let subscription = states.receive(on: .main).sink { state in label.text = state.title }
        // snippet: end
        #expect(label.text == "flux")
        subscription.cancel()
    }

    // As it is printed.
    // swift-format-ignore
    @MainActor
    @Test func rowsThatContainAText() {
        let texts = PassthroughSubject<String, Never>()
        let screen = Rows()
        // snippet: begin
        let subscription = texts
            .debounce(for: .milliseconds(300), scheduler: .main)
            .map { text in screen.rows.filter { $0.contains(text) } }
            .sink { rows in screen.visible = rows }
        // snippet: end
        texts.send("Ber")
        texts.send(completion: .finished)
        #expect(screen.visible == ["Berlin"])
        subscription.cancel()
    }
}

@MainActor
private final class Rows {
    var rows = ["Berlin", "Bonn"]
    var visible: [String] = []
}

@MainActor
private final class Label {
    var text = ""
}

nonisolated private struct Heading: Sendable, Hashable {
    var degrees: Int
}

nonisolated private enum LookupFailure: Error {
    case unknown
}

nonisolated private struct PlaceNames: Sendable {
    let counted = Log<Int>()

    func find(_ name: String, completion: (Result<String, LookupFailure>) -> Void) {
        completion(name == "Bonn" ? .success(name) : .failure(.unknown))
    }

    func count() async throws -> Int {
        counted.append(1)
        return 1
    }
}

/// A device that calls back.
nonisolated private final class Compass: Sendable {
    private let observers = Locked<[Int: @Sendable (Heading) -> Void]>([:])

    var observerCount: Int { observers.withLock { $0.count } }

    func observe(_ observer: @escaping @Sendable (Heading) -> Void) -> Int {
        observers.withLock { observers in
            observers[observers.count] = observer
            return observers.count - 1
        }
    }

    func remove(_ token: Int) {
        _ = observers.withLock { $0.removeValue(forKey: token) }
    }

    func turn(to heading: Heading) {
        for observer in observers.withLock({ Array($0.values) }) { observer(heading) }
    }
}
