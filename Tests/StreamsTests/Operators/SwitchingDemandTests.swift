import Streams
import TestSupport
import Testing

@Suite struct SwitchingDemandTests {
    @Test func valueSentFromWithinAValueIsAnsweredWithDemand() {
        let child = TestPublisher<Int, TestError>()
        let probe = Just(child).setFailureType(to: TestError.self).switchToLatest()
            .probe(initial: .max(3), perValue: .max(1)) { _, value in
                if value == 1 { child.send(2) }
            }
        let answered = child.send(1)
        #expect(probe.values == [1, 2])
        #expect(child.demand + answered == .max(5))
    }
}
