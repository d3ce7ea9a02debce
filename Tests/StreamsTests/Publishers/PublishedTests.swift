import Foundation
import Observation
import TestSupport
import Testing

@testable import Streams

@Suite(.timeLimit(.minutes(1))) struct PublishedTests {
    private final class Settings: @unchecked Sendable {
        // Sendable: published properties protect their values.
        @Published var name = "a"
        @Published var count: Int

        init(count: Int) {
            self.count = count
        }
    }

    @MainActor private final class Model {
        @Published var text = ""
        @Published var results: [String] = []

        init(_ words: some Publisher<[String], Never>) {
            words.assign(to: &$results)
        }
    }

    @Test func subscriberReceivesTheValueAndEachThatIsSet() {
        let settings = Settings(count: 1)
        let probe = settings.$count.probe()
        settings.count = 2
        settings.count += 1
        #expect(probe.values == [1, 2, 3])
        #expect(probe.completion == nil)
        #expect(settings.count == 3)
    }

    @Test func propertyHasTheNewValueWhenItIsPublished() {
        let settings = Settings(count: 1)
        let seen = Log<Bool>()
        let subscription = settings.$count.sink { seen.append(settings.count == $0) }
        settings.count = 2
        #expect(seen.entries == [true, true])
        subscription.cancel()
    }

    @Test func propertyKeepsItsValueWhenItsPublisherIsAssigned() {
        let (a, b) = (Settings(count: 1), Settings(count: 2))
        let probe = a.$count.probe()
        a.$count = b.$count
        #expect(a.count == 1)
        b.count = 3
        a.count = 4
        #expect(probe.values == [1, 4])
        #expect(b.count == 3)
    }

    @Test func latestValueWaitsForDemand() {
        let settings = Settings(count: 1)
        let probe = settings.$count.probe(initial: .none)
        for value in 2...5 { settings.count = value }
        probe.request(1)
        #expect(probe.values == [5])
    }

    @Test func threadsSetOneProperty() async {
        let settings = Settings(count: 0)
        let probe = settings.$count.probe()
        await withTaskGroup(of: Void.self) { group in
            for value in 1...100 { group.addTask { settings.count = value } }
        }
        #expect(probe.values.sorted() == Array(0...100))
    }

    @Test @MainActor func assignedValuesReachThePropertyAsLongAsItExists() {
        let words = PassthroughSubject<[String], Never>()
        var model = Optional(Model(words))
        let probe = model!.$results.probe()
        words.send(["a"])
        words.send(["a", "b"])
        #expect(model!.results == ["a", "b"])
        #expect(probe.values == [[], ["a"], ["a", "b"]])
        probe.cancel()
        let cancelled = Box(false)
        var other = Optional(Model(words.handleEvents(receiveCancel: { cancelled.value = true })))
        _ = other?.text
        other = nil
        model = nil
        #expect(cancelled.value)
    }

    @Test func assignmentThatHasEndedIsReleasedWhenAnotherBegins() {
        let storage = PublishedStorage(0)
        var link = Optional(SubscriptionLink())
        weak let ended = link
        storage.keep(link!)
        _ = link!.finish()
        link = nil
        let running = SubscriptionLink()
        storage.keep(running)
        #expect(ended == nil)
        #expect(!running.isStopped)
    }

    @Test func propertiesThatAreAssignedToEachOtherAreReleasedWithTheirObject() {
        final class Token: Sendable {}
        final class Pair: @unchecked Sendable {
            // Sendable: the properties are protected by their wrappers.
            @Published var first: Token?
            @Published var second: Token?

            init() {
                $first.removeDuplicates { $0 === $1 }.assign(to: &$second)
                $second.removeDuplicates { $0 === $1 }.assign(to: &$first)
            }
        }
        var pair = Optional(Pair())
        var token = Optional(Token())
        weak let kept = token
        pair?.first = token
        #expect(pair?.second === kept)
        token = nil
        #expect(kept != nil)
        pair = nil
        #expect(kept == nil)
    }

    /// A project's own source may hold its subscribers for longer than their streams run.
    @Test(arguments: [false, true])
    func sourceThatHoldsItsSubscriberDoesNotHoldTheValue(ends: Bool) {
        final class Token: Sendable {}
        final class Object: @unchecked Sendable {
            // Sendable: the property is protected by its wrapper.
            @Published var token: Token?
        }
        let source = HoldingSource<Token?>()
        var object = Optional(Object())
        source.assign(to: &object!.$token)
        var token = Optional(Token())
        weak let kept = token
        source.send(token)
        #expect(object?.token === kept)
        if ends { source.end() }
        token = nil
        object = nil
        #expect(kept == nil)
    }

    @Test @MainActor func modelPublishesInAChain() {
        let model = Model(Empty())
        let lengths = model.$text.map(\.count).removeDuplicates().probe()
        for text in ["a", "b", "cd"] { model.text = text }
        #expect(lengths.values == [0, 1, 2])
    }
}

/// A publisher that holds its subscribers, and its values not.
private final class HoldingSource<Output: Sendable>: Publisher {
    typealias Failure = Never

    private let subscribers = Box<[AnySubscriber<Output, Never>]>([])

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscribers.value.append(AnySubscriber(subscriber))
        subscriber.receive(subscription: Subscriptions.empty)
    }

    func send(_ value: Output) {
        for subscriber in subscribers.value { _ = subscriber.receive(value) }
    }

    func end() {
        for subscriber in subscribers.value { subscriber.receive(completion: .finished) }
    }
}

/// The code in the documentation of `Published`, `Observed` and the publisher of notifications.
@MainActor struct ObservingCommentTests {
    private let printed = Log<String>()

    private nonisolated func print(_ text: String) { printed.append(text) }

    // snippet: begin
    @MainActor final class SearchModel {
        @Published var text = ""
        @Published var results: [String] = []

        init(_ search: some Publisher<[String], Never>) {
            search.assign(to: &$results)
        }
    }
    // snippet: end

    @Test func published() {
        let model = SearchModel(Just(["a"]))
        // snippet: begin
        let subscription = model.$text.sink { print($0) }
        // snippet: end
        subscription.cancel()
        #expect(model.results == ["a"])
        #expect(printed.entries == [""])
    }

    enum Observing {
        // snippet: begin
        @MainActor @Observable final class SearchModel { var text = "" }
        // snippet: end
    }

    @Test func observed() {
        let model = Observing.SearchModel()
        // snippet: begin
        let subscription = Observed { model.text }.removeDuplicates().sink { print($0) }
        // snippet: end
        #expect(printed.entries == [""])
        subscription.cancel()
    }

    @Test func notifications() {
        let center = NotificationCenter()
        // snippet: begin
        let heights = center.publisher(for: .keyboardWillShow) { notification in
            notification.userInfo?["height"] as? Double
        }
        // snippet: end
        let probe = heights.probe()
        center.post(name: .keyboardWillShow, object: nil, userInfo: ["height": 3.0])
        #expect(probe.values == [3])
        probe.cancel()
    }

    @Test func namedNotifications() {
        let center = NotificationCenter()
        // snippet: begin
        let names = center.publisher(for: .userDidLogIn).compactMap { $0.userInfo?["name"] as? String }
        // snippet: end
        let probe = names.probe()
        center.post(name: .userDidLogIn, object: nil, userInfo: ["name": "a"])
        center.post(name: .userDidLogIn, object: nil)
        #expect(probe.values == ["a"])
        probe.cancel()
    }
}

extension Notification.Name {
    fileprivate static let keyboardWillShow = Notification.Name("keyboardWillShow")
    fileprivate static let userDidLogIn = Notification.Name("userDidLogIn")
}

@Suite(.prompt, .timeLimit(.minutes(1))) struct ObservedTests {
    @MainActor @Observable final class Model {
        var text = "a"
        var other = 0
    }

    @Test @MainActor func valueThatIsReadIsSentAtOnce() {
        let model = Model()
        let probe = Observed { model.text }.probe()
        #expect(probe.values == ["a"])
        probe.cancel()
    }

    @Test @MainActor func changesWithinOnePieceOfWorkAreOneValue() async {
        let model = Model()
        var values = Observed { model.text + "\(model.other)" }.values.makeAsyncIterator()
        #expect(await values.next() == "a0")
        model.text = "b"
        model.other = 1
        #expect(await values.next() == "b1")
        model.text = "c"
        #expect(await values.next() == "c1")
    }

    @Test @MainActor func modelIsReleasedAfterTheCancellation() async {
        var model = Optional(Model())
        let weak = WeakModel(model)
        let probe = Observed { [model = model!] in model.text }.probe()
        probe.cancel()
        model?.text = "b"
        model = nil
        for _ in 0..<10 { await Task.yield() }
        #expect(weak.model == nil)
        #expect(probe.values == ["a"])
    }

    @MainActor private final class WeakModel {
        weak var model: Model?

        init(_ model: Model?) {
            self.model = model
        }
    }
}

@Suite struct NotificationPublisherTests {
    private let center = NotificationCenter()
    private let name = Notification.Name("resized")

    @Test func valuesAreTakenFromNotifications() {
        let probe = center.publisher(for: name) { $0.userInfo?["height"] as? Int }.probe()
        center.post(name: name, object: nil, userInfo: ["height": 3])
        center.post(name: name, object: nil)
        center.post(name: name, object: nil, userInfo: ["height": 4])
        #expect(probe.values == [3, 4])
        probe.cancel()
        center.post(name: name, object: nil, userInfo: ["height": 5])
        #expect(probe.values == [3, 4])
    }

    @Test func publisherIsMadeOfNotificationsAsInCombine() {
        let sender = Token()
        let mapped = center.publisher(for: name, object: sender).map { _ in 1 }
            .merge(with: center.publisher(for: name).compactMap { $0.userInfo?["height"] as? Int }).probe()
        let names = Log<String>()
        let subscription = center.publisher(for: name).sink(
            receiveCompletion: { _ in names.append("end") }, receiveValue: { names.append($0.name.rawValue) })
        center.post(name: name, object: sender)
        center.post(name: name, object: nil, userInfo: ["height": 2])
        #expect(mapped.values == [1, 2])
        subscription.cancel()
        center.post(name: name, object: nil)
        #expect(names.entries == ["resized", "resized"])
        mapped.cancel()
    }

    /// Each observer cancels all others. The center calls observers that are removed while it posts as well.
    @Test func notificationIsNotReceivedAfterACancellationWhileItIsPosted() {
        let log = Log<Int>()
        let handles = Log<AnyCancellable>()
        for number in 0..<8 {
            handles.append(
                center.publisher(for: name).sink { _ in
                    log.append(number)
                    for handle in handles.entries { handle.cancel() }
                })
        }
        center.post(name: name, object: nil)
        #expect(log.count == 1)
    }

    @Test func notificationsOfOtherObjectsAreIgnored() {
        let (sender, other) = (Token(), Token())
        let probe = center.publisher(for: name, object: sender) { _ in 1 }.probe()
        center.post(name: name, object: other)
        #expect(probe.values == [])
        center.post(name: name, object: sender)
        #expect(probe.values == [1])
        probe.cancel()
    }

    @Test func notificationWithoutDemandIsMissed() {
        let probe = center.publisher(for: name) { $0.userInfo?["n"] as? Int }.probe(initial: .max(1))
        for number in 1...3 { center.post(name: name, object: nil, userInfo: ["n": number]) }
        #expect(probe.values == [1])
        probe.cancel()
    }
}
