import Foundation
import Streams
import TestSupport
import Testing

/// The publisher of a timer on a run loop holds the handle of its connection, as in Combine.
@Suite(.timeLimit(.minutes(1))) @MainActor struct TimerConnectionTests {
    private func timer() -> Timer.TimerPublisher {
        Timer.publish(every: 0.001, on: .main, in: .common)
    }

    /// Waits for dates of another timer, so that one that runs would have sent some as well.
    private func passTime() async {
        await receiveDates(of: timer().autoconnect())
    }

    private func receiveDates(of publisher: some Publisher<Date, Never>) async {
        let done = Gate()
        let probe = publisher.prefix(3).probe(onCompletion: { _ in done.open() })
        await done.pass()
        #expect(probe.values.count == 3)
    }

    @Test func timerRunsOnWhenItsHandleIsReleased() async {
        let timer = timer()
        for _ in 0..<2 {
            _ = timer.connect()
            await receiveDates(of: timer)
            let probe = timer.probe()
            timer.connect().cancel()
            await passTime()
            #expect(probe.values == [])
        }
    }

    @Test func timerStopsWhenItsStoredHandleIsReleased() async {
        let timer = timer()
        var handles: Set<AnyCancellable> = []
        timer.connect().store(in: &handles)
        await receiveDates(of: timer)
        let probe = timer.probe()
        handles = []
        await passTime()
        #expect(probe.values == [])
    }

    @Test func connectionHasOneHandle() {
        let timer = timer()
        let (first, second) = (timer.connect() as? AnyCancellable, timer.connect() as? AnyCancellable)
        #expect(first === second)
        first?.cancel()
        let third = timer.connect() as? AnyCancellable
        #expect(third !== first)
        second?.cancel()
        #expect(timer.connect() as? AnyCancellable === third)
    }

    @Test func timerStopsWhenItsPublisherIsReleased() async {
        var timer = Optional(timer())
        let weak = Weak(timer!)
        let probe = timer!.probe()
        _ = timer!.connect()
        timer = nil
        #expect(weak.object == nil)
        await passTime()
        #expect(probe.values == [])
    }

    @Test func timerRunsWhileItsHandleIsHeld() async {
        var timer = Optional(timer())
        let weak = Weak(timer!)
        let done = Gate()
        let probe = timer!.prefix(3).probe(onCompletion: { _ in done.open() })
        let handle = timer!.connect()
        timer = nil
        #expect(weak.object == nil)
        await done.pass()
        #expect(probe.values.count == 3)
        handle.cancel()
    }

    @Test func lastSubscriberStopsAndReleasesATimerThatConnectsAutomatically() async {
        var timer = Optional(timer())
        let weak = Weak(timer!)
        var connected = Optional(timer!.autoconnect())
        timer = nil
        let probe = connected!.probe()
        await receiveDates(of: connected!)
        connected = nil
        await passTime()
        #expect(!probe.values.isEmpty)
        let count = probe.values.count
        probe.cancel()
        await passTime()
        #expect(probe.values.count == count)
        #expect(weak.object == nil)
    }
}
