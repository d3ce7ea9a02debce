import Flux
import FluxTesting
import Testing

@Suite struct MarblesTests {
    @Test(arguments: ["", "a", "a--b|", "-(ab|)", "a-#", "--(a#)", "[10]-([a b]|)", "[-]", "[[1, [2]]]"])
    func descriptionReadsBack(text: String) {
        #expect(Marbles(text).description == text)
    }

    @Test func bracketsComeInPairs() async {
        await #expect(processExitsWith: .failure) { _ = Marbles("a]-b") }
        await #expect(processExitsWith: .failure) { _ = Marbles("[[a]-b") }
        await #expect(processExitsWith: .failure) { _ = Marbles("(a-b") }
        await #expect(processExitsWith: .failure) { _ = Marbles("a)-b") }
        #expect(Marbles("[[a]]-b").steps == [[.value("[a]")], [], [.value("b")]])
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

    @Test func arraysAreNamedByTheirDescriptions() throws {
        let stage = MarbleStage()
        let pairs = stage.cold("a-b-c|", values: ["a": 1, "b": 2, "c": 3]).collect(2)
        try stage.marbles(of: pairs).check("--[[1, 2]]--([[3]]|)")
    }

    @Test func failureIsThatOfTestsByDefault() {
        let stage = MarbleStage()
        #expect(stage.marbles(of: stage.hot("a--(bc)-#")) == "a--(bc)-#")
        #expect(stage.marbles(of: stage.cold("a-#", values: ["a": 1])) == "[1]-#")
        let failures = stage.cold("#").catch { Just($0.description) }
        #expect(stage.marbles(of: failures) == "([test failure]|)")
    }

    @Test func streamsThatCannotFailAreInferred() {
        let stage = MarbleStage()
        let values = Recorder<String, Never>(stage.hot("a-b|"))
        let numbers: AnyPublisher<Int, Never> = stage.cold("x|", values: ["x": 7])
        let seen = Recorder(numbers)
        stage.time.run()
        #expect(values.values == ["a", "b"])
        #expect(seen.values == [7])
        let shown = Locked<[String]>([])
        let subscription = stage.hot("a-b|").sink { value in shown.withLock { $0.append(value) } }
        stage.time.run()
        #expect(shown.withLock { $0 } == ["a", "b"])
        subscription.cancel()
    }

    @Test func failedCheckAlignsBothStreams() {
        let error = #expect(throws: MarbleMismatch.self) {
            try Marbles("---c-----(d|)").check("-----c---(d|)")
        }
        #expect(
            error?.description == """
                expected  -----c---(d|)
                actual    ---c-----(d|)
                             ^
                """)
        #expect(error?.step == 3)
    }

    @Test func groupsTakeTheColumnOfTheirStep() {
        let error = #expect(throws: MarbleMismatch.self) {
            try Marbles("a(bc)-[10]--x|").check("ab--[100]-x|")
        }
        #expect(
            error?.description == """
                expected  ab   --   [100]-x|
                actual    a(bc)-[10]-    -x|
                           ^
                """)
    }

    @Test func valueOfSeveralLinesIsOnOneLine() {
        let expected = Marbles(steps: [[.value("one\ntwo")], [.value("a")]])
        let error = #expect(throws: MarbleMismatch.self) {
            try Marbles(steps: [[.value("one\ntwo")], [.value("b")]]).check(expected)
        }
        #expect(
            error?.description == """
                expected  [one\\ntwo]a
                actual    [one\\ntwo]b
                                    ^
                """)
    }

    @Test func controlCharactersOfValuesAreOnOneLine() {
        let error = #expect(throws: MarbleMismatch.self) { try Marbles("-[a\r\nb\t\u{2028}c]d").check("-x") }
        #expect(error?.description.split(separator: "\n").dropFirst().first == "actual    -[a\\r\\nb  c]d")
    }

    @Test func missingAndFurtherSignalsAreMarkedAtTheEnd() {
        let missing = #expect(throws: MarbleMismatch.self) { try Marbles("a-b").check("a-b-|") }
        #expect(missing?.description == "expected  a-b-|\nactual    a-b\n              ^")
        let further = #expect(throws: MarbleMismatch.self) { try Marbles("a-b#").check("a-b") }
        #expect(further?.description == "expected  a-b\nactual    a-b#\n             ^")
    }

    @Test func checkOfEqualStreamsThrowsNothing() throws {
        try Marbles("a-(bc)|--").check("a-(bc)|")
    }

    @Test func valuesHaveNames() {
        let stage = MarbleStage()
        let numbers = stage.hot("a-b-[c3]|", values: ["a": 1, "b": 2, "c3": 3])
        let results = stage.marbles(of: numbers.map { $0 * 10 }, values: ["x": 10, "y": 20])
        #expect(results == "x-y-[30]|")
    }

    @Test func valueIsNotNamedAsAnotherByItsDescription() {
        let stage = MarbleStage()
        let letters = stage.marbles(of: stage.hot("a-b|"), values: ["a": "A", "b": "B"])
        let error = #expect(throws: MarbleMismatch.self) { try letters.check("a-b|") }
        #expect(
            error?.description == """
                expected  a          -b          |
                actual    [unnamed a]-[unnamed b]|
                          ^
                """)
        let numbers = stage.cold("x|", values: ["x": 1])
        #expect(stage.marbles(of: numbers, values: ["1": 10, "unnamed 1": 20]) == "[unnamed unnamed 1]|")
    }

    @Test func equalValuesHaveTheFirstOfTheirNames() {
        let stage = MarbleStage()
        let names = (1...9).map { "\($0)" }
        let values = Dictionary(uniqueKeysWithValues: names.map { ($0, true) })
        #expect(stage.marbles(of: stage.cold("x|", values: ["x": true]), values: values) == "1|")
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
