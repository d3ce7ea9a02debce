import Streams
import TestSupport
import Testing

/// `values` behind `flatMap`: publishers that wait for the loop are read in the order in which they were
/// sent.
@Suite(.prompt, .timeLimit(.minutes(1))) struct BurstOrderTests {
    @Test(arguments: ["flatMap", "flatMap twice", "receive(on:)", "share", "buffer", "merge", "zip"])
    func publishersThatASubjectSendsMeanwhileWaitToo(before name: String) async {
        let (subject, time) = (PassthroughSubject<Int, Never>(), VirtualTimeScheduler())
        let numbers = subject.flatMap { [$0].publisher }
        let stream: any Publisher<Int, Never> =
            switch name {
            case "flatMap": numbers
            case "flatMap twice": numbers.flatMap { (($0...$0)).publisher }
            case "receive(on:)": numbers.receive(on: time)
            case "share": numbers.share()
            case "buffer": numbers.buffer(size: 1_000, prefetch: .byRequest, whenFull: .dropNewest)
            case "merge": numbers.merge(with: Empty(completeImmediately: false))
            default: numbers.zip((0...).publisher).map(\.0)
            }
        var iterator = stream.eraseToAnyPublisher().values(buffering: .prefetching(4)).makeAsyncIterator()
        var (sent, received) = (0, [Int]())
        for step in 0..<200 {
            for _ in 0..<step % 5 {
                subject.send(sent)
                sent += 1
            }
            time.run(limit: 100)
            // Room for further values, while others wait.
            for _ in 0..<step % 3 where received.count < sent {
                if let number = await iterator.next() { received.append(number) }
                time.run(limit: 100)
            }
        }
        while received.count < sent, let number = await iterator.next() {
            received.append(number)
            time.run(limit: 100)
        }
        #expect(received == Array(0..<sent))
    }

    /// A sequence does not stop for the loop while its publishers only wait.
    @Test func endlessSequencePausesWhileAPublisherWaits() async {
        let pulled = Box(0)
        let (subject, endless) = (PassthroughSubject<Int, Never>(), (1_000...).publisher)
        let numbers = subject.merge(with: endless.handleEvents(receiveOutput: { _ in pulled.increment() }))
        var iterator = numbers.flatMap { [$0].publisher }
            .values(buffering: .prefetching(4)).makeAsyncIterator()
        for number in 0..<40 { subject.send(number) }
        var received: [Int] = []
        while received.count < 200, let number = await iterator.next() {
            received.append(number)
            // Those that were received, those that the loop and the merge hold, and one that waits.
            let fromEndless = received.count { $0 >= 1_000 }
            #expect(pulled.value <= fromEndless + 4 + 16 + 1)
        }
        #expect(received.filter { $0 < 1_000 } == Array(0..<40))
        #expect(received.filter { $0 >= 1_000 } == Array(1_000..<1_160))
    }

    @Test func publisherThatWaitsIsCancelledWithTheLoop() async {
        let subject = PassthroughSubject<Int, Never>()
        var token = Optional(Token())
        let weak = Weak(token!)
        do {
            let numbers = subject.flatMap { [token = token!] number in
                [number].publisher.map { token.pass($0) }
            }
            token = nil
            var iterator = numbers.values(buffering: .prefetching(4)).makeAsyncIterator()
            for number in 0..<40 { subject.send(number) }
            #expect(await iterator.next() == 0)
        }
        #expect(weak.object == nil)
    }

    @Test func publisherThatFailsReleasesThoseThatWait() async throws {
        let (subject, failing) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
        var token = Optional(Token())
        let weak = Weak(token!)
        do {
            let numbers = subject.flatMap { [token = token!] number in
                number < 0
                    ? failing.eraseToAnyPublisher()
                    : [number].publisher.map { token.pass($0) }.setFailureType(to: TestError.self)
                        .eraseToAnyPublisher()
            }
            token = nil
            var iterator = numbers.values(buffering: .prefetching(4)).makeAsyncIterator()
            subject.send(-1)
            for number in 0..<40 { subject.send(number) }
            failing.send(completion: .failure(.boom))
            // The failure follows the values that the loop has, not those of publishers that wait.
            for expected in 0..<4 { #expect(try await iterator.next() == expected) }
            await #expect(throws: TestError.boom) { try await iterator.next() }
            withExtendedLifetime(iterator) {}
        }
        #expect(weak.object == nil)
    }

    @Test func publishersSentByAnotherThreadKeepTheirOrder() async {
        let subjects = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
        let numbers = subjects[0].merge(with: subjects[1]).flatMap { [$0].publisher }
        var iterator = numbers.values.makeAsyncIterator()
        let senders = subjects.enumerated().map { index, subject in
            Task.detached { for number in 0..<2_000 { subject.send(2 * number + index) } }
        }
        var received = [[Int]](repeating: [], count: 2)
        for _ in 0..<4_000 {
            if let number = await iterator.next() { received[number % 2].append(number / 2) }
        }
        for sender in senders { await sender.value }
        #expect(received == [Array(0..<2_000), Array(0..<2_000)])
    }
}
