import Streams
import TestSupport
import Testing

/// Sinks of a subject behind operators that need no subscription, a few and many: a small subscriber is held
/// in place, a larger one is not.
@Suite struct AttachedSinkTests {
    typealias Subject = PassthroughSubject<Int, Never>

    /// Attaches a sink whose operators capture a token.
    static func attach(_ isSmall: Bool, to subject: Subject, _ token: Token, _ log: Log<Int>)
        -> AnyCancellable
    {
        let first = subject.map { (value: Int) -> Int in token.pass(value) }
        if isSmall { return first.sink { log.append($0) } }
        let second = first.filter { (value: Int) -> Bool in token.pass(value > 0) }
        let third = second.compactMap { (value: Int) -> Int? in token.pass(value) }
        let fourth = third.removeDuplicates().scan(0) { (_: Int, value: Int) -> Int in token.pass(value) }
        return fourth.map { (value: Int) -> Int in token.pass(value) }.sink { log.append($0) }
    }

    @Test(arguments: [true, false])
    func closuresAreReleasedAtTheEndThoughTheHandleIsKept(isSmall: Bool) {
        let (subject, values) = (PassthroughSubject<Int, Never>(), Log<Int>())
        var token = Optional(Token())
        let weakToken = Weak(token!)
        let handle = Self.attach(isSmall, to: subject, token!, values)
        token = nil
        subject.send(1)
        #expect(weakToken.object != nil)
        subject.send(completion: .finished)
        #expect(weakToken.object == nil)
        #expect(values.entries == [1])
        withExtendedLifetime(handle) {}
    }

    @Test(arguments: [true, false])
    func closuresAndSubjectAreReleasedByTheCancellation(isSmall: Bool) {
        var subject = Optional(PassthroughSubject<Int, Never>())
        let weakSubject = Weak(subject!)
        var token = Optional(Token())
        let weakToken = Weak(token!)
        let handle = Self.attach(isSmall, to: subject!, token!, Log())
        token = nil
        subject!.send(1)
        handle.cancel()
        #expect(weakToken.object == nil)
        subject = nil
        #expect(weakSubject.object == nil)
    }

    @Test func operatorThatCancelsSilencesItsOwnValue() {
        let subject = PassthroughSubject<Int, Never>()
        let (handle, values) = (Box<AnyCancellable?>(nil), Log<Int>())
        handle.value =
            subject
            .map { value in
                if value == 2 { handle.value?.cancel() }
                return value
            }
            .sink { values.append($0) }
        for value in 1...3 { subject.send(value) }
        #expect(values.entries == [1])
        handle.value = nil
    }

    @Test func sinkThatIsAttachedWithinAValueReceivesTheNext() {
        let subject = PassthroughSubject<Int, Never>()
        let (handles, values) = (Log<AnyCancellable>(), Log<Int>())
        let first = subject.sink { _ in
            let handle = subject.map { $0 * 10 }.sink { values.append($0) }
            handles.append(handle)
        }
        subject.send(1)
        subject.send(2)
        #expect(values.entries == [20])
        first.cancel()
        handles.clear()
        subject.send(3)
        #expect(values.entries == [20])
    }

    @Test func sinkOfASubjectThatHasEndedReceivesTheCompletion() {
        let subject = PassthroughSubject<Int, TestError>()
        subject.send(completion: .failure(.other(1)))
        let completion = Box<Subscribers.Completion<TestError>?>(nil)
        let handle = subject.map { $0 }
            .sink(receiveCompletion: { completion.value = $0 }, receiveValue: { _ in })
        #expect(completion.value == .failure(.other(1)))
        handle.cancel()
    }
}
