import Flux
import FluxTesting
import Testing

@Suite struct MarblesTests {
    @Test(arguments: ["", "a", "a--b|", "-(ab|)", "a-#", "--(a#)", "[10]-([a b]|)", "[-]"])
    func descriptionReadsBack(text: String) {
        #expect(Marbles(text).description == text)
    }

    @Test func trailingSilenceAndSpacesAreIgnored() {
        #expect(Marbles("a - b--") == "a-b")
    }

    @Test func timesAreExactForEveryStep() {
        let signals = (1...3).map {
            (time: Duration.milliseconds(100) * $0, event: Marbles.Event.value("\($0)"))
        }
        #expect(Marbles(signals, step: .milliseconds(100)) == "-123")
    }

    @Test func recordingIsWrittenAsMarbles() {
        let stage = MarbleStage()
        #expect(stage.marbles(of: stage.hot("a--(bc)-#", failure: TestFailure())) == "a--(bc)-#")
    }

    @Test func valuesHaveNames() {
        let stage = MarbleStage()
        let numbers = stage.hot("a-b-[c3]|", values: ["a": 1, "b": 2, "c3": 3])
        let results = stage.marbles(of: numbers.map { $0 * 10 }, values: ["x": 10, "y": 20])
        #expect(results == "x-y-[30]|")
    }

    @Test func stepHasTheGivenDuration() {
        let stage = MarbleStage(step: .milliseconds(100))
        let delayed = stage.hot("a-b|").delay(for: .milliseconds(300), scheduler: stage.time)
        #expect(stage.marbles(of: delayed) == "---a-b|")
    }

    @Test func coldStreamStartsAtSubscription() {
        let stage = MarbleStage()
        let delayed = stage.hot("--s").flatMap { _ in stage.cold("a-b") }
        #expect(stage.marbles(of: delayed) == "--a-b")
    }

    @Test func hotStreamStartsBeforeSubscription() {
        let stage = MarbleStage()
        let letters = stage.hot("a-b-c|")
        stage.time.advance(by: .seconds(2))
        #expect(stage.marbles(of: letters) == "--c|")
    }

    @Test func nothingIsRecordedAfterCancellation() {
        let stage = MarbleStage()
        #expect(stage.marbles(of: stage.cold("a-b-c|"), cancellingAfter: .seconds(3)) == "a-b")
    }

    @Test func debouncedTypingSendsTheLastText() {
        let stage = MarbleStage()
        let typed = stage.hot("a-bc----d|")
        let settled = typed.debounce(for: .seconds(2), scheduler: stage.time)
        #expect(stage.marbles(of: settled) == "-----c---(d|)")
    }
}
