import TestSupport
import Testing

@testable import Streams

@Suite struct PostedValueTests {
    @Test func valueThatIsPostedWhenTheOwnerHasJustLeftIsDelivered() {
        let subject = PassthroughSubject<Int, Never>()
        let probe = subject.probe()
        subject.post(1)
        #expect(probe.values == [1])
    }
}
