import Foundation
import Streams
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct IntervalTests {
    let time = VirtualTimeScheduler()

    @Test func intervalTicksFromItsSubscription() {
        let stage = Stage()
        let ticks = ExtraPublishers.Interval(every: .seconds(2), scheduler: stage.time).prefix(3)
            .map { "\($0)" }.setFailureType(to: TestError.self)
        stage.expect(ticks, "--0-1-(2|)")
    }

    @Test func ticksWithoutDemandAreDropped() {
        let probe = ExtraPublishers.Interval(every: .seconds(1), scheduler: time).probe(initial: .max(1))
        time.advance(by: .seconds(3))
        probe.request(1)
        time.advance(by: .seconds(1))
        #expect(probe.values == [0, 3])
        probe.cancel()
    }

    @Test func cancellationLeavesNoTimer() {
        let probe = ExtraPublishers.Interval(every: .seconds(1), scheduler: time).probe()
        time.advance(by: .seconds(1))
        probe.cancel()
        time.run()
        #expect(probe.values == [0])
        #expect(time.pendingCount == 0)
    }

    @Test func synchronousTicksUseConstantStack() {
        let steps = BoundedStackTests.steps
        let probe = withSmallStack {
            ExtraPublishers.Interval(every: .seconds(1), scheduler: ImmediateScheduler.shared)
                .prefix(steps).probe()
        }
        #expect(probe?.values.last == steps - 1)
        #expect(probe?.isFinished == true)
    }

    @Test func ticksMayBeDueBeyondTheRangeOfADuration() {
        let ticks = ExtraPublishers.Interval(every: .seconds(Int64.max), scheduler: ImmediateScheduler.shared)
        #expect(ticks.prefix(40).probe().values == Array(0..<40))
    }

    @Test func timerSharesItsTicks() {
        let dates = Timer.publish(every: .seconds(1), on: time).autoconnect()
        let probes = [dates.probe(), dates.probe()]
        time.advance(by: .seconds(2))
        #expect(probes[0].values.count == 2)
        #expect(probes[0].values == probes[1].values)
        for probe in probes { probe.cancel() }
        time.run()
        #expect(time.pendingCount == 0)
    }

    @Test func operationQueueRunsWorkInOrderAndLater() async {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let log = Log<Int>()
        let done = Gate()
        queue.schedule { log.append(1) }
        queue.schedule(in: .seconds(3600)) { log.append(9) }.cancel()
        queue.schedule(in: .milliseconds(1)) {
            log.append(2)
            done.open()
        }
        await done.pass()
        #expect(log.entries == [1, 2])
    }
}
