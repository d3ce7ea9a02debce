import FluxTesting
import Streams
import TestSupport
import Testing

/// The code of the catalog of Streams.
@MainActor
struct StreamsCatalogueTests {
    @Test func searchShowsItsResultsUntilItIsCancelled() {
        let shown = Log<String>()
        let search: @Sendable (String) -> Just<String> = { Just("results for \($0)") }
        let show: @MainActor @Sendable (String) -> Void = { shown.append($0) }

        // The comments stand in a column.
        // swift-format-ignore
        do {
            // snippet: begin
            let query = PassthroughSubject<String, Never>()

            let subscription = query
                .removeDuplicates()
                .map { text in search(text) }           // a publisher of results
                .switchToLatest()                       // of the last query only
                .receive(on: .main)
                .sink { results in show(results) }      // on the main actor

            query.send("flux")
            subscription.cancel()                       // ends the delivery, releases upstream
            // snippet: end
        }
        #expect(shown.entries == ["results for flux"])
    }

    @Test func secondAttemptStartsAfterItsDelay() {
        let subscriptions = Log<Duration>()
        let source = Deferred {
            subscriptions.append(.zero)
            return Fail<Int, TestFailure>(error: TestFailure())
        }
        // snippet: begin
        let time = VirtualTimeScheduler()
        let subscription = source.retry(.constant(.seconds(5), attempts: 1), scheduler: time)
            .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        time.advance(by: .seconds(5))  // the second try begins
        // snippet: end
        #expect(subscriptions.entries.count == 2)
        subscription.cancel()
    }
}
