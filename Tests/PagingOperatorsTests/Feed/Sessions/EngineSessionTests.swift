import Streams
import Testing

@testable import PagingOperators

/// The session with a small engine: each number is published, loads are numbered.
struct EngineSessionTests {
    private struct Text: Conflatable, Sendable {
        var text: String

        func conflated(with skipped: Text) -> Text { Text(text: skipped.text + text) }
    }

    private struct Script: SessionEngine {
        enum Event: Sendable {
            case say(String)
            case load(Int)
            case replace(Int, by: Int)
            case loaded(Int)
        }

        var running: Set<Int> = []

        var isAtRest: Bool { running.isEmpty }

        mutating func handle(_ event: Event) -> [SessionAction<Text, Int, String>] {
            switch event {
            case .say(let text):
                return [.publish(Text(text: text))]
            case .load(let id):
                running.insert(id)
                return [.load(id, "page \(id)")]
            case .replace(let old, let new):
                running.remove(old)
                running.insert(new)
                return [.load(new, "page \(new)"), .cancelLoad(old)]
            case .loaded(let id):
                running.remove(id)
                return [.publish(Text(text: "\(id)"))]
            }
        }

        /// Those above ten share work.
        static func sharesWork(_ load: Int) -> Bool { load > 10 }
    }

    private final class Screen: Subscriber, Sendable {
        let log = Locked<[String]>([])
        let subscription = SubscriptionLink()

        func receive(subscription: any Subscription) { self.subscription.attach(subscription) }

        func receive(_ input: Text) -> Subscribers.Demand {
            log.withLock { $0.append(input.text) }
            return .none
        }

        func receive(completion: Subscribers.Completion<Never>) { log.withLock { $0.append("end") } }
    }

    private typealias Session = EngineSession<Script>

    private final class Log: Sendable {
        let lines = Locked<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private let screen = Screen()
    private let loads = Log()

    private func session(inputs: Int = 1) -> Session {
        let session = Session(engine: Script(), inputCount: inputs, downstream: AnySubscriber(screen))
        session.source = Session.SourceLoads { [loads] _, id, request, link in
            loads.add("load \(request)")
            link.attach(request: { _ in }, cancel: { loads.add("cancel \(id)") })
        }
        session.begin()
        return session
    }

    private var log: [String] { screen.log.withLock { $0 } }

    private var calls: [String] { loads.lines.withLock { $0 } }

    @Test func statesWithoutDemandAreConflated() {
        let session = session()
        session.submit(.engine(.say("a")))
        session.submit(.engine(.say("b")))
        #expect(log.isEmpty)
        screen.subscription.request(.max(1))
        session.submit(.engine(.say("c")))
        #expect(log == ["ab"])
        screen.subscription.request(.unlimited)
        session.submit(.engine(.say("d")))
        #expect(log == ["ab", "c", "d"])
    }

    @Test func finishesWhenInputsAndLoadsHaveEndedAndTheLastStateIsDelivered() {
        let session = session(inputs: 2)
        session.submit(.inputEnded(.load(1)))
        session.submit(.inputEnded(nil))
        #expect(log.isEmpty)
        session.submit(.loadEnded(1, .loaded(1)))
        #expect(log.isEmpty)
        screen.subscription.request(.max(1))
        #expect(log == ["1", "end"])
        #expect(calls == ["load page 1"])
    }

    @Test func cancellationStopsLoadsAndInputsAndIsSilent() {
        let session = session()
        screen.subscription.request(.unlimited)
        let cancelled = Locked(false)
        session.makeInput().attach(request: { _ in }, cancel: { _ = cancelled.exchange(true) })
        session.submit(.engine(.load(1)))
        screen.subscription.cancel()
        session.submit(.loadEnded(1, .loaded(1)))
        session.submit(.inputEnded(.say("late")))
        #expect(log.isEmpty)
        #expect(calls == ["load page 1", "cancel 1"])
        #expect(cancelled.withLock { $0 })
        #expect(session.makeInput().isStopped)
    }

    @Test(arguments: [
        (old: 1, calls: ["load page 1", "cancel 1", "load page 2"]),
        (old: 11, calls: ["load page 11", "load page 2", "cancel 11"]),
    ])
    func cancellationPrecedesNewLoadsUnlessTheLoadSharesItsWork(old: Int, calls: [String]) {
        let session = session()
        session.submit(.engine(.load(old)))
        session.submit(.engine(.replace(old, by: 2)))
        #expect(self.calls == calls)
    }

    @Test func engineIsReadBetweenEventsAndReleasedAtTheEnd() {
        let session = session()
        let counts = Locked<[Int?]>([])
        let read: Session.Reader = { engine in
            let count = engine?.running.count
            return { counts.withLock { $0.append(count) } }
        }
        session.submit(.engine(.load(1)))
        session.submit(.read(read))
        screen.subscription.cancel()
        session.submit(.read(read))
        #expect(counts.withLock { $0 } == [1, nil])
    }
}
