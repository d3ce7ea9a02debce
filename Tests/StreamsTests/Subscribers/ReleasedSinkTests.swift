import Streams
import TestSupport
import Testing

/// A sink that is kept releases its closures.
@Suite struct ReleasedSinkTests {
    enum End: CaseIterable {
        case finish, failure, cancel
    }

    @Test(arguments: End.allCases)
    func keptSinkHoldsNoClosureAfterTheEnd(end: End) {
        let subject = PassthroughSubject<Int, TestError>()
        var token = Optional(Token())
        let weak = Weak(token!)
        let sink = Subscribers.Sink<Int, TestError>(
            receiveCompletion: { [token = token!] _ in token.pass(()) },
            receiveValue: { [token = token!] _ in token.pass(()) })
        token = nil
        subject.subscribe(sink)
        subject.send(1)
        #expect(weak.object != nil)
        switch end {
        case .finish: subject.send(completion: .finished)
        case .failure: subject.send(completion: .failure(.boom))
        case .cancel: sink.cancel()
        }
        #expect(weak.object == nil)
        sink.receiveValue(1)
        sink.receiveCompletion(.finished)
    }

    @Test func sinkCallsItsClosures() {
        let log = Log<String>()
        let sink = Subscribers.Sink<Int, TestError>(
            receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
        [1, 2].publisher.setFailureType(to: TestError.self).subscribe(sink)
        #expect(log.entries == ["1", "2", "finished"])
        sink.receiveValue(3)
        #expect(log.count == 3)
    }
}
