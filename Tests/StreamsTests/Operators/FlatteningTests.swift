import Streams
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FlatMapTests {
    @Test func knownValueOfAChildIsNotDeliveredAfterACancellation() {
        let (subject, log) = (PassthroughSubject<Int, Never>(), Log<Int>())
        let handle = Box<AnyCancellable?>(nil)
        handle.value =
            subject.flatMap { _ in
                Just(1).map { (value: Int) -> Int in
                    handle.value?.cancel()
                    return value
                }
            }
            .map { (value: Int) -> Int in
                log.append(value)
                return value
            }
            .sink { _ in }
        subject.send(0)
        #expect(log.entries == [])
    }

    @Test func flatMapMergesItsChildren() {
        let stage = Stage()
        stage.expect(
            stage.hot("a---b|").flatMap { value in
                stage.cold("1-2-3|").map { value == "a" ? $0 : "\(Int($0)! + 3)" }
            },
            "1-2-(34)-5-6|")
    }

    @Test func flatMapFinishesAfterUpstreamAndAllChildren() {
        let stage = Stage()
        stage.expect(stage.hot("a|").flatMap { _ in stage.cold("--b|") }, "--b|")
        stage.expect(stage.hot("a---|").flatMap { _ in stage.cold("b|") }, "b---|")
        stage.expect(stage.hot("|").flatMap { _ in stage.cold("b|") }, "|")
    }

    @Test func subscriptionArrivesBeforeUpstreamIsSubscribed() {
        let upstream = TestPublisher<Int, TestError>()
        let wasSubscribed = Box<Bool?>(nil)
        let probe = upstream.flatMap { Just($0).setFailureType(to: TestError.self) }
            .probe(onSubscription: { _ in wasSubscribed.value = upstream.isSubscribed })
        #expect(wasSubscribed.value == false)
        #expect(upstream.isSubscribed)
        probe.cancel()
    }

    @Test func upstreamDemandIsMaxPublishers() {
        let upstream = TestPublisher<Int, TestError>()
        let children = [TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>()]
        let probe = upstream.flatMap(maxPublishers: .max(2)) { children[$0] }.probe(initial: .none)
        #expect(upstream.requests == [.max(2)])
        upstream.send(0)
        upstream.send(1)
        #expect(upstream.demand == .max(2))
        children[0].send(completion: .finished)
        #expect(upstream.demand == .max(3))
        probe.request(5)
        #expect(upstream.demand == .max(3))
    }

    @Test func atMostOneValueOfEachChildWaits() {
        let children = [TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>()]
        let probe = [0, 1].publisher.setFailureType(to: TestError.self).flatMap { children[$0] }
            .probe(initial: .none)
        #expect(children.map(\.demand) == [.max(1), .max(1)])
        children[0].send(10)
        children[1].send(20)
        #expect(children.map(\.demand) == [.max(1), .max(1)])
        probe.request(1)
        #expect(probe.values == [10])
        #expect(children.map(\.demand) == [.max(2), .max(1)])
    }

    @Test func unlimitedDemandRequestsEverythingOfChildren() {
        let child = TestPublisher<Int, Never>()
        let probe = Just(1).flatMap { _ in child }.probe()
        #expect(child.requests == [.unlimited])
        probe.cancel()
        #expect(child.isCancelled)
    }

    @Test func finishWaitsForPendingValues() {
        let child = TestPublisher<Int, Never>()
        let probe = Just(1).flatMap { _ in child }.probe(initial: .none)
        child.send(7)
        child.send(completion: .finished)
        #expect(probe.completion == nil)
        probe.request(1)
        #expect(probe.values == [7])
        #expect(probe.isFinished)
    }

    @Test func childsFailureCancelsUpstreamAndSiblings() {
        let upstream = TestPublisher<Int, TestError>()
        let children = [TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>()]
        let probe = upstream.flatMap { children[$0] }.probe()
        upstream.send(0)
        upstream.send(1)
        children[0].send(completion: .failure(.boom))
        #expect(probe.failure == .boom)
        #expect(upstream.isCancelled)
        #expect(children[1].isCancelled)
    }

    @Test func upstreamsFailureCancelsTheChildren() {
        let upstream = TestPublisher<Int, TestError>()
        let child = TestPublisher<Int, TestError>()
        let probe = upstream.flatMap { _ in child }.probe()
        upstream.send(0)
        upstream.send(completion: .failure(.boom))
        #expect(probe.failure == .boom)
        #expect(child.isCancelled)
    }

    @Test func cancellingCancelsEverythingAndReleasesIt() {
        let upstream = TestPublisher<Int, TestError>()
        var child = Optional(TestPublisher<Int, TestError>())
        let weakChild = Weak(child!)
        let probe = upstream.flatMap { [child] _ in child! }.probe()
        upstream.send(0)
        child = nil
        #expect(weakChild.object?.isSubscribed == true)
        probe.cancel()
        #expect(weakChild.object == nil)
        #expect(upstream.isCancelled)
    }

    @Test func endlessChildStopsWhenItIsCancelled() {
        let probe = Just(1).flatMap { _ in (1...).publisher }.prefix(3).probe()
        #expect(probe.values == [1, 2, 3])
        #expect(probe.isFinished)
    }

    @Test func endlessChildStartedWithinAValueStopsWhenCancelled() {
        let starts = PassthroughSubject<Int, Never>()
        let first = PassthroughSubject<Int, Never>()
        let probe = starts.flatMap { index in
            index == 0 ? first.eraseToAnyPublisher() : (1...).publisher.eraseToAnyPublisher()
        }.prefix(4).probe { _, value in
            if value == 0 { starts.send(1) }
        }
        starts.send(0)
        first.send(0)
        #expect(probe.values == [0, 1, 2, 3])
        #expect(probe.isFinished)
    }

    @Test func infallibleUpstreamOrChildrenTakeTheOthersFailure() {
        let childFails = Just(1).flatMap { _ in Fail<Int, TestError>(error: .boom) }.probe()
        #expect(childFails.failure == .boom)
        let nothingFails = Just(1).flatMap { Just($0) }.probe()
        #expect(nothingFails.values == [1])
    }
}

@Suite(.timeLimit(.minutes(1))) struct SwitchToLatestTests {
    @Test func upstreamIsRequestedOnce() {
        let upstream = TestPublisher<AnyPublisher<Int, Never>, Never>()
        let probe = upstream.switchToLatest().probe()
        upstream.send(Just(1).eraseToAnyPublisher())
        upstream.send([2, 3].publisher.eraseToAnyPublisher())
        #expect(probe.values == [1, 2, 3])
        #expect(upstream.requests == [.unlimited])
    }

    @Test func switchToLatestSendsValuesOfTheLatestChild() {
        let stage = Stage()
        let switched = stage.hot("a--b----|").map { value in
            stage.cold("-1-2-3|").map { value == "a" ? $0 : "\(Int($0)! + 3)" }
        }.switchToLatest()
        stage.expect(switched, "-1--4-5-6|")
    }

    @Test func switchToLatestFinishesAfterUpstreamAndTheLastChild() {
        let stage = Stage()
        stage.expect(stage.hot("a--|").map { _ in stage.cold("b|") }.switchToLatest(), "b--|")
        stage.expect(stage.hot("|").map { _ in stage.cold("b|") }.switchToLatest(), "|")
    }

    @Test func switchToLatestRequestsEverythingAndCancelsTheOldChild() {
        let upstream = TestPublisher<Int, TestError>()
        let children = [TestPublisher<Int, TestError>(staysAttached: true), TestPublisher<Int, TestError>()]
        let probe = upstream.map { children[$0] }.switchToLatest().probe(initial: .max(3))
        #expect(upstream.requests == [.unlimited])
        upstream.send(0)
        #expect(children[0].requests == [.max(3)])
        children[0].send(1)
        upstream.send(1)
        #expect(children[0].isCancelled)
        #expect(children[1].requests == [.max(2)])
        children[0].send(2)
        children[0].send(completion: .failure(.boom))
        children[1].send(3)
        #expect(probe.values == [1, 3])
        #expect(probe.completion == nil)
    }

    @Test func everyFailureFails() {
        for failsInside in [true, false] {
            let upstream = TestPublisher<Int, TestError>()
            let child = TestPublisher<Int, TestError>()
            let probe = upstream.map { _ in child }.switchToLatest().probe()
            upstream.send(0)
            (failsInside ? child : upstream).send(completion: .failure(.boom))
            #expect(probe.failure == .boom)
            #expect((failsInside ? upstream : child).isCancelled)
        }
    }

    @Test func cancellingCancelsBoth() {
        let upstream = TestPublisher<Int, TestError>()
        let child = TestPublisher<Int, TestError>()
        let probe = upstream.map { _ in child }.switchToLatest().probe()
        upstream.send(0)
        probe.cancel()
        #expect(upstream.isCancelled && child.isCancelled)
    }

    @Test func endlessChildStopsWhenItIsCancelled() {
        let probe = Just((1...).publisher).switchToLatest().prefix(3).probe()
        #expect(probe.values == [1, 2, 3])
        #expect(probe.isFinished)
    }

    @Test func childStartedDuringAValueIsRequestedAfterIt() {
        let upstream = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
        let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let log = Log<String>()
        let observed = upstream.map { child in
            child.handleEvents(receiveRequest: { _ in log.append(child === second ? "asked" : "-") })
        }
        let probe = observed.switchToLatest().probe { _, value in
            guard value == 1 else { return }
            upstream.send(second)
            log.append("value ends")
        }
        upstream.send(first)
        first.send(1)
        #expect(log.entries == ["-", "value ends", "asked"])
        second.send(2)
        #expect(probe.values == [1, 2])
    }

    @Test func childrenMayFailWhenUpstreamNeverDoes() {
        let probe = Just(Fail<Int, TestError>(error: .boom)).switchToLatest().probe()
        #expect(probe.failure == .boom)
    }
}
