import Dispatch
import Streams
import TestSupport
import Testing

@MainActor
struct MainActorDeliveryTests {
    private let subject = PassthroughSubject<Int, Never>()
    private let screen = Screen()

    /// Sends a value from code that does not run on the main actor.
    private func sendElsewhere(_ value: Int) {
        DispatchQueue.global().sync { [subject] in subject.send(value) }
    }

    @Test func valueOnTheMainActorIsDeliveredAtOnce() {
        let handle = subject.receive(on: .main).sink { screen.rows.append($0) }
        subject.send(1)
        #expect(screen.rows == [1])
        subject.send(2)
        #expect(screen.rows == [1, 2])
        handle.cancel()
    }

    @Test func valueOfAnotherQueueIsDeliveredLater() async {
        let done = Gate()
        let handle = subject.receive(on: .main).sink { value in
            MainActor.assertIsolated()
            screen.rows.append(value)
            done.open()
        }
        sendElsewhere(1)
        #expect(screen.rows == [])
        await done.pass()
        #expect(screen.rows == [1])
        handle.cancel()
    }

    @Test func valueOnTheMainActorDoesNotOvertakeOneThatWaits() async {
        let done = Gate()
        let handle = subject.receive(on: .main).sink { screen.rows.append($0) }
        sendElsewhere(1)
        sendElsewhere(2)
        subject.send(3)
        #expect(screen.rows == [1, 2, 3])
        // The work that was scheduled finds nothing to deliver.
        MainActor.shared.schedule { done.open() }
        await done.pass()
        #expect(screen.rows == [1, 2, 3])
        handle.cancel()
    }

    @Test func completionIsDeliveredAfterValuesThatWait() {
        let handle = subject.receive(on: .main).sink(
            receiveCompletion: { _ in screen.rows.append(-1) }, receiveValue: { screen.rows.append($0) })
        sendElsewhere(1)
        subject.send(completion: .finished)
        #expect(screen.rows == [1, -1])
        handle.cancel()
    }

    @Test func valueSentFromASinkFollowsTheOneBeingDelivered() {
        let handle = subject.receive(on: .main).sink { [subject] value in
            if value == 1 { subject.send(2) }
            screen.rows.append(value)
        }
        subject.send(1)
        #expect(screen.rows == [1, 2])
        handle.cancel()
    }

    @Test func feedbackHasABoundedStack() {
        let count = 100_000
        let handle = subject.receive(on: .main).sink { [subject] value in
            screen.last = value
            if value < count { subject.send(value + 1) }
        }
        subject.send(0)
        #expect(screen.last == count)
        handle.cancel()
    }

    @Test func nothingIsDeliveredAfterACancellation() async {
        let done = Gate()
        let handle = subject.receive(on: .main).map { $0 + screen.last }.sink { screen.rows.append($0) }
        sendElsewhere(1)
        handle.cancel()
        subject.send(2)
        MainActor.shared.schedule { done.open() }
        await done.pass()
        #expect(screen.rows == [])
    }

    @Test func cancellationFromAValueDropsTheValuesThatWait() {
        let handle = Box<AnyCancellable?>(nil)
        handle.value = subject.receive(on: .main).sink { value in
            screen.rows.append(value)
            handle.value?.cancel()
        }
        sendElsewhere(1)
        sendElsewhere(2)
        subject.send(3)
        #expect(screen.rows == [1])
    }

    @Test func closuresOfOperatorsAccessTheMainActor() {
        screen.last = 10
        let mapped =
            subject
            .receive(on: .main)
            .map { $0 + screen.last }
            .filter { $0 != screen.last + 2 }
        let distinct =
            mapped
            .compactMap { $0 == screen.last ? nil : $0 }
            .removeDuplicates { $0 == $1 && screen.last > 0 }
        let scanned = distinct.scan(0) { (sum: Int, value: Int) in sum + value - screen.last }
        let handle =
            scanned
            .drop { $0 < screen.last - 9 }
            .prefix { $0 < screen.last }
            .sink { screen.rows.append($0) }
        for value in [0, 1, 1, 2, 3] { subject.send(value) }
        #expect(screen.rows == [1, 4])
        handle.cancel()
    }

    @Test func eventsAreHandledOnTheMainActor() {
        let handle =
            subject
            .receive(on: .main)
            .handleEvents(
                receiveSubscription: { _ in screen.events.append("subscription") },
                receiveOutput: { screen.events.append("value \($0)") },
                receiveCancel: { screen.events.append("cancel") },
                receiveRequest: { _ in screen.events.append("request") }
            )
            .sink { _ in }
        subject.send(1)
        handle.cancel()
        #expect(screen.events == ["subscription", "request", "value 1", "cancel"])
    }

    @Test func cancellationElsewhereIsHandledOnTheMainActor() async {
        let done = Gate()
        let handle =
            subject
            .receive(on: .main)
            .handleEvents(receiveCancel: {
                screen.events.append("cancel")
                done.open()
            })
            .sink { _ in }
        DispatchQueue.global().sync { handle.cancel() }
        #expect(screen.events == [])
        await done.pass()
        #expect(screen.events == ["cancel"])
    }

    @Test func thrownErrorIsReplacedOnTheMainActor() {
        let handle =
            subject
            .receive(on: .main)
            .tryMap { value in
                if value == screen.last { throw TestError.boom }
                return value
            }
            .catch { _ in Just(screen.last + 1) }
            .sink { screen.rows.append($0) }
        screen.last = 7
        for value in [1, 7, 2] { subject.send(value) }
        #expect(screen.rows == [1, 8])
        handle.cancel()
    }

    @Test func publisherThatReplacesAFailureDeliversOnTheMainActor() async {
        let done = Gate()
        let handle = Fail<Int, TestError>(error: .boom)
            .receive(on: .main)
            .catch { _ in Just(1).receive(on: DispatchQueue.global()) }
            .sink(
                receiveCompletion: { _ in done.open() },
                receiveValue: { value in
                    MainActor.assertIsolated()
                    screen.rows.append(value)
                })
        await done.pass()
        #expect(screen.rows == [1])
        handle.cancel()
    }

    @Test func valueThatWaitsForDemandIsDeliveredOnTheMainActor() async {
        let done = Gate()
        let probe =
            subject
            .receive(on: .main)
            .first { $0 > screen.last }
            .map { value in
                MainActor.assertIsolated()
                return value + screen.last
            }
            .probe(initial: .none, onCompletion: { _ in done.open() })
        subject.send(1)
        #expect(probe.values == [])
        DispatchQueue.global().sync { probe.request(.max(1)) }
        await done.pass()
        #expect(probe.values == [1])
    }

    @Test func assignWritesAPropertyOfAMainActorClass() {
        let handle = subject.receive(on: .main).map { $0 * 2 }.assign(to: \.last, on: screen)
        subject.send(2)
        #expect(screen.last == 4)
        handle.cancel()
        subject.send(3)
        #expect(screen.last == 4)
    }

    @Test func weakAssignDoesNotRetainTheObject() {
        var screen: Screen? = Screen()
        weak let released = screen
        let handle = subject.receive(on: .main).assign(to: \.last, onWeak: screen!)  // Set above.
        subject.send(2)
        #expect(screen?.last == 2)
        screen = nil
        #expect(released == nil)
        subject.send(3)
        handle.cancel()
    }

    @Test func timedOperatorsDeliverOnTheMainActor() async {
        let done = Gate()
        let handle =
            subject
            .debounce(for: .zero, scheduler: .main)
            .delay(for: .zero, scheduler: .main)
            .throttle(for: .zero, scheduler: .main, latest: true)
            .map { $0 + screen.last }
            .sink { value in
                screen.rows.append(value)
                done.open()
            }
        subject.send(1)
        await done.pass()
        #expect(screen.rows == [1])
        handle.cancel()
    }

    /// As in Combine, where this is how a view is updated once for several changes.
    @Test func debounceOfZeroDeliversTheLastValueOfATurn() async {
        let done = Gate()
        let handle = subject.debounce(for: .zero, scheduler: .main).sink { value in
            screen.rows.append(value)
            done.open()
        }
        for value in 1...3 { subject.send(value) }
        #expect(screen.rows == [])
        await done.pass()
        #expect(screen.rows == [3])
        handle.cancel()
    }

    @Test func debounceOfZeroDeliversTheLastValueBeforeTheFinish() async {
        let done = Gate()
        let handle = subject.debounce(for: .zero, scheduler: .main).sink { _ in
            screen.rows.append(0)
            done.open()
        } receiveValue: {
            screen.rows.append($0)
        }
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .finished)
        await done.pass()
        #expect(screen.rows == [3, 0])
        handle.cancel()
    }

    @Test func erasedPublisherDeliversOnTheMainActor() {
        let rows: AnyMainActorPublisher<Int, Never> =
            subject
            .receive(on: .main)
            .map { $0 + screen.last }
            .eraseToAnyMainActorPublisher()
        let handle = rows.sink { screen.rows.append($0) }
        subject.send(1)
        #expect(screen.rows == [1])
        handle.cancel()
    }
}

/// State of the main actor.
@MainActor private final class Screen {
    var rows: [Int] = []
    var events: [String] = []
    var last = 0
}
