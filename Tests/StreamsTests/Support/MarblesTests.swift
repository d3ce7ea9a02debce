import Streams
import Testing

@Suite struct MarblesTests {
    @Test(arguments: ["", "a", "a--b|", "-(ab|)", "a-#", "--(a#)"])
    func readsWhatItWrites(text: String) {
        #expect(Marbles(text).description == text)
    }

    @Test func silenceAtTheEndDoesNotCount() {
        #expect(Marbles("a--").description == "a")
    }

    @Test func aStreamSaysWhatItIsWrittenAs() {
        let stage = Stage()
        stage.expect(stage.hot("a--(bc)-#"), "a--(bc)-#")
    }

    @Test func aColdStreamStartsAtSubscription() {
        let stage = Stage()
        let delayed = stage.hot("--s").flatMap { _ in stage.cold("a-b") }
        stage.expect(delayed, "--a-b")
    }

    @Test func nothingComesAfterTheCancellation() {
        let stage = Stage()
        stage.expect(stage.hot("a-b-c|"), "a-b", cancelling: "---!")
    }
}
