import Streams
import TestSupport
import Testing

/// What is made for an end that will not come is released, even if upstream holds on to the operator.
@Suite struct ReleasedClosureTests {
    @Test func timeoutReleasesItsErrorWithTheCancellation() {
        let upstream = TestPublisher<Int, TestError>(staysAttached: true)
        var token = Optional(Token())
        let released = Weak(token!)
        let probe = upstream.timeout(.seconds(1), scheduler: VirtualTimeScheduler()) { [token] in
            token!.pass(.boom)
        }.probe()
        token = nil
        #expect(released.object != nil)
        probe.cancel()
        #expect(released.object == nil)
    }

    @Test func bufferReleasesItsErrorWithTheCancellation() {
        let upstream = TestPublisher<Int, TestError>(staysAttached: true)
        var token = Optional(Token())
        let released = Weak(token!)
        let probe = upstream.buffer(
            size: 1, prefetch: .byRequest, whenFull: .customError { [token] in token!.pass(.boom) }
        ).probe()
        token = nil
        probe.cancel()
        #expect(released.object == nil)
    }
}
