import Streams
import Testing

@testable import PagingOperators

struct SharedFeedReleaseTests {
    private let signals = PassthroughSubject<ListSignal, Never>()

    @Test func lastCancellationReleasesTheSourceAndAllSubscribers() {
        weak var source: ScriptedPages<Int>?
        weak var one: StateRecorder<Int>?
        weak var other: StateRecorder<Int>?
        do {
            let strongSource = ScriptedPages<Int>()
            let (strongOne, strongOther) = (StateRecorder<Int>(), StateRecorder<Int>())
            (source, one, other) = (strongSource, strongOne, strongOther)
            let feed = signals.paginate(threshold: 2, from: strongSource).share(replay: 1)
            feed.subscribe(strongOne)
            feed.subscribe(strongOther)
            strongSource.answer(.rows(0..<5))
            strongOne.cancel()
            strongOther.cancel()
        }
        #expect(source == nil)
        #expect(one == nil)
        #expect(other == nil)
    }

    @Test func cancelledSubscriberIsReleasedWhileTheSessionGoesOn() {
        weak var leaving: StateRecorder<Int>?
        let source = ScriptedPages<Int>()
        let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
        let staying = StateRecorder<Int>()
        feed.subscribe(staying)
        do {
            let strong = StateRecorder<Int>()
            leaving = strong
            feed.subscribe(strong)
            source.answer(.rows(0..<5))
            strong.cancel()
        }
        #expect(leaving == nil)
        signals.send(.shown(row: 4))
        #expect(source.running == [.append(5)])
        staying.cancel()
    }

    @Test func endReleasesTheSubscribers() {
        weak var list: StateRecorder<Int>?
        let source = ScriptedPages<Int>()
        let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
        do {
            let strong = StateRecorder<Int>()
            list = strong
            feed.subscribe(strong)
            source.answer(.rows(0..<5))
            signals.send(completion: .finished)
            #expect(strong.isFinished)
        }
        #expect(list == nil)
        withExtendedLifetime(feed) {}
    }

    @Test func permanentSessionIsReleasedWithItsPublisher() {
        weak var source: ScriptedPages<Int>?
        do {
            let strong = ScriptedPages<Int>()
            source = strong
            let feed = signals.paginate(threshold: 2, from: strong).share(replay: 1, scope: .forever)
            feed.sink { _ in }.cancel()
            strong.answer(.rows(0..<5))
        }
        #expect(source == nil)
    }

    @Test func releasedSubscriberMaySubscribeAgain() {
        let source = ScriptedPages<Int>()
        let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
        let next = StateRecorder<Int>()
        let first = feed.sink { [last = ReleaseAction { feed.subscribe(next) }] _ in
            withExtendedLifetime(last) {}
        }
        source.answer(.rows(0..<5))
        first.cancel()
        #expect(next.rows == Array(0..<5))
        #expect(source.requests == [.refresh])
        next.cancel()
    }
}

private final class ReleaseAction: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    deinit {
        action()
    }
}
