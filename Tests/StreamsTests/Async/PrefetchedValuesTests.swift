import Streams
import TestSupport
import Testing

/// `values`: what waits for demand is pulled as the loop takes values, and nothing that a subject sends is
/// lost.
@Suite(.prompt, .timeLimit(.minutes(1))) struct PrefetchedValuesTests {
    @Test func loopOverAnEndlessSequenceCanBreak() async {
        var sum = 0
        for await value in (1...).publisher.values {
            sum += value
            if value == 100 { break }
        }
        #expect(sum == 5_050)
    }

    @Test func sequenceIsAFewValuesAheadOfTheLoop() async {
        let sent = Box(0)
        let numbers = (1...).publisher.handleEvents(receiveOutput: { sent.value = $0 })
        var iterator = numbers.values.makeAsyncIterator()
        #expect(sent.value == 16)
        for expected in 1...1_000 {
            #expect(await iterator.next() == expected)
            #expect(sent.value <= expected + 16)
        }
    }

    @Test func policySaysHowFarAheadValuesAreRequested() async {
        let upstream = TestPublisher<Int, Never>()
        var iterator = upstream.map { $0 }.merge(with: Empty(completeImmediately: false))
            .values(buffering: .prefetching(1)).makeAsyncIterator()
        upstream.send(1)
        #expect(await iterator.next() == 1)
        let sent = Box(0)
        var numbers = (1...).publisher.handleEvents(receiveOutput: { sent.value = $0 })
            .values(buffering: .prefetching(1)).makeAsyncIterator()
        for expected in 1...5 {
            #expect(await numbers.next() == expected)
            #expect(sent.value <= expected + 1)
        }
    }

    /// An endless sequence through operators that request as much as they can.
    static let endless: [NamedPublisher] = [
        NamedPublisher("flatMap") { (1...).publisher.flatMap { Just($0) } },
        NamedPublisher("flatMap of sequences") {
            (1...).publisher.flatMap { [$0, $0].publisher }.removeDuplicates()
        },
        NamedPublisher("flatMap(maxPublishers: 1)") {
            (1...).publisher.flatMap(maxPublishers: .max(1)) { Just($0) }
        },
        NamedPublisher("concatMap") { (1...).publisher.concatMap { Just($0) } },
        NamedPublisher("share, concatMap") { (1...).publisher.share().concatMap { Just($0) } },
        NamedPublisher("share(replay:), flatMap(maxPublishers: 2)") {
            (1...).publisher.share(replay: 1).flatMap(maxPublishers: .max(2)) { Just($0) }
        },
        NamedPublisher("switchToLatest") { (1...).publisher.map { Just($0) }.switchToLatest() },
        NamedPublisher("buffer") {
            (1...).publisher.buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest)
        },
        NamedPublisher("zip") { (1...).publisher.zip((1...).publisher) { first, _ in first } },
        NamedPublisher("zip with a short side") {
            (1...).publisher.zip((1...3).publisher) { first, _ in first }.append((4...).publisher)
        },
        NamedPublisher("combineLatest") { Just(0).combineLatest((1...).publisher) { $0 + $1 } },
        NamedPublisher("share") { (1...).publisher.share() },
        NamedPublisher("share(replay:)") { (1...).publisher.share(replay: 2) },
        NamedPublisher("receive(on:)") { (1...).publisher.receive(on: ImmediateScheduler.shared) },
        NamedPublisher("erased, prepended") { (2...).publisher.prepend(1).eraseToAnyPublisher() },
        NamedPublisher("Deferred") { Deferred { (1...).publisher } },
        NamedPublisher("retry") { Deferred { (1...).publisher }.retry(2) },
        NamedPublisher("collected") { (1...).publisher.collect(1).map { $0[0] } },
        NamedPublisher("race") { (1...).publisher.race(with: Empty(completeImmediately: false)) },
        NamedPublisher("an asynchronous sequence") { Naturals().publisher },
        NamedPublisher("a publisher of another module") { OwnNaturals().map { $0 } },
        NamedPublisher("an operator of another module") { OwnOperator(upstream: (1...).publisher) },
        NamedPublisher("create") {
            AnyPublisher<Int, Never>.create { emitter in
                let next = Box(1)
                emitter.onRequest { _ in
                    while emitter.demand > 0 {
                        emitter.send(next.value)
                        next.value += 1
                    }
                }
            }
        },
        NamedPublisher("attached to a subject") {
            Deferred {
                let subject = PassthroughSubject<Int, Never>()
                let attached = (1...).publisher.subscribe(subject)
                return subject.handleEvents(receiveCancel: { attached.cancel() })
            }
        },
    ]

    /// An operator that requests values of children, before a stage in which they wait.
    static let heldBack: [HeldBackStream] = [
        HeldBackStream("concatMap, concatMap") { numbers, _ in
            numbers.concatMap { Just($0) }.concatMap { _ in Empty<Int, Never>(completeImmediately: false) }
        },
        HeldBackStream("concatMap, zip") { numbers, _ in
            numbers.concatMap { Just($0) }.zip(Empty<Int, Never>(completeImmediately: false)) { $0 + $1 }
        },
        HeldBackStream("concatMap, receive(on:)") { numbers, time in
            numbers.concatMap { Just($0) }.receive(on: time)
        },
        HeldBackStream("concatMap, share()") { numbers, time in
            numbers.concatMap { Just($0) }.share().receive(on: time)
        },
        HeldBackStream("switchToLatest, zip") { numbers, _ in
            Just(numbers).switchToLatest().zip(Empty<Int, Never>(completeImmediately: false)) { $0 + $1 }
        },
        HeldBackStream("switchToLatest, delay") { numbers, time in
            Just(numbers).switchToLatest().delay(for: .seconds(1), scheduler: time)
        },
        HeldBackStream("switchToLatest, receive(on:)") { numbers, time in
            Just(numbers).switchToLatest().receive(on: time)
        },
        HeldBackStream("flatMap, combineLatest") { numbers, _ in
            numbers.flatMap { Just($0) }.combineLatest(Empty<Int, Never>(completeImmediately: false)) {
                $0 + $1
            }
        },
        HeldBackStream("merge, concatMap") { numbers, _ in
            numbers.merge(with: Empty()).concatMap { _ in Empty<Int, Never>(completeImmediately: false) }
        },
    ]

    /// What waits before the loop does not pause a sequence, so that no more may be requested.
    @Test(arguments: heldBack)
    func noMoreIsRequestedThanCanReachTheLoop(through tested: HeldBackStream) {
        let sent = Box(0)
        let numbers = (1...10_000).publisher.handleEvents(receiveOutput: { sent.value = $0 })
        let iterator = tested.build(numbers.eraseToAnyPublisher(), VirtualTimeScheduler())
            .values.makeAsyncIterator()
        #expect(sent.value <= 17)
        withExtendedLifetime(iterator) {}
    }

    /// Publishers whose values wait for demand, which a buffer that requests its size does not drop.
    /// The value of a publisher that is replaced at once waits behind `receive(on:)`, as it does in the loop.
    @Test func burstOfSwitchesReachesTheLoopBehindAScheduler() async {
        let time = VirtualTimeScheduler()
        let taps = PassthroughSubject<Int, Never>()
        var iterator = taps.map { Just($0) }.switchToLatest().receive(on: time).values.makeAsyncIterator()
        for tap in 1...200 { taps.send(tap) }
        taps.send(completion: .finished)
        await time.run()
        var seen: [Int] = []
        while let tap = await iterator.next() { seen.append(tap) }
        #expect(seen == Array(1...200))
    }

    /// Values that exceed the size are those of a subject, which the loop is not to lose.
    @Test(arguments: [false, true])
    func bufferThatRequestsItsSizeKeepsWhatASubjectSends(isShared: Bool) async {
        let subject = PassthroughSubject<Int, Never>()
        let source = isShared ? subject.share().eraseToAnyPublisher() : subject.eraseToAnyPublisher()
        var iterator = source.buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest)
            .values.makeAsyncIterator()
        for value in 1...200 { subject.send(value) }
        for expected in 1...200 { #expect(await iterator.next() == expected) }
    }

    /// Sources of one side of a `zip`, whose other side sends a value for each that the loop takes.
    static let zipped: [NamedSide] = [
        NamedSide("merge") { $0.merge(with: $0) },
        NamedSide("concatMap") { numbers in numbers.concatMap { [$0, $0].publisher } },
        NamedSide("flatMap") { numbers in numbers.flatMap { Just($0) } },
        NamedSide("merge of concatMap") { numbers in
            numbers.concatMap { Just($0) }.merge(with: numbers.concatMap { Just($0) })
        },
    ]

    @Test(arguments: zipped)
    func zipKeepsAFewValuesOfTheFasterSide(through tested: NamedSide) async {
        let (sent, slow) = (Box(0), PassthroughSubject<Int, Never>())
        let numbers = (1...100_000).publisher.handleEvents(receiveOutput: { _ in sent.increment() })
        var iterator = tested.build(numbers.eraseToAnyPublisher()).zip(slow) { $1 }.values.makeAsyncIterator()
        for value in 1...500 {
            slow.send(value)
            #expect(await iterator.next() == value)
            #expect(sent.value <= value + 40)
        }
    }

    /// A value that is rejected between a `zip` and the loop is replaced from inside the delivery, where the
    /// sources of the side are not to be resumed.
    @Test func rejectedPairsAreReplacedWithoutEnd() async {
        let pairs = (1...).publisher.map { -$0 }.merge(with: (1...).publisher).zip((1...).publisher) {
            $0 + 0 * $1
        }
        var iterator = pairs.filter { $0 % 100 == 0 }.values.makeAsyncIterator()
        for _ in 1...50 { #expect(await iterator.next() != nil) }
    }

    /// Operators on values of a subject, which are 1, and of an endless sequence, which are less.
    static let besideASubject: [NamedSide] = [
        NamedSide("share(replay:)") { $0.share(replay: 1) },
        NamedSide("share, zip") { $0.share().zip((1...).publisher) { value, _ in value } },
        NamedSide("share, filter") { numbers in numbers.share().filter { $0 < 0 } },
        NamedSide("prepend, share, filter") { numbers in numbers.prepend(-1).share().filter { $0 < 0 } },
        NamedSide("share, receive(on:), filter") { numbers in
            numbers.share().receive(on: ImmediateScheduler.shared).filter { $0 < 0 }
        },
        NamedSide("zip, filter") { numbers in
            numbers.zip((1...).publisher) { value, _ in value }.filter { $0 < 0 }
        },
        NamedSide("concatMap, filter") { numbers in numbers.concatMap { [$0].publisher }.filter { $0 < 0 } },
    ]

    /// What a subject sends in excess, kept or rejected, is no reason to read more of a sequence.
    @Test(arguments: besideASubject)
    func sequenceBesideASubjectIsAFewValuesAhead(through tested: NamedSide) async {
        let (sent, subject) = (Box(0), PassthroughSubject<Int, Never>())
        let numbers = (1...).publisher.map { -$0 }.handleEvents(receiveOutput: { sent.value = -$0 })
        var iterator = tested.build(subject.merge(with: numbers).eraseToAnyPublisher())
            .values.makeAsyncIterator()
        var last = 0
        for _ in 1...100 {
            for _ in 1...30 { subject.send(1) }
            for _ in 1...40 {
                if let value = await iterator.next(), value < 0 { last = -value }
            }
            #expect(sent.value <= last + 40)
        }
    }

    @Test(arguments: [false, true])
    func sequenceBesideARejectedSubjectIsAFewValuesAheadOfAScheduler(isDelayed: Bool) async {
        let (time, sent, subject) = (VirtualTimeScheduler(), Box(0), PassthroughSubject<Int, Never>())
        let numbers = subject.merge(
            with: (1...).publisher.map { -$0 }.handleEvents(receiveOutput: { sent.value = -$0 }))
        let late =
            isDelayed
            ? numbers.delay(for: .seconds(1), scheduler: time).eraseToAnyPublisher()
            : numbers.receive(on: time).eraseToAnyPublisher()
        let iterator = late.filter { $0 < 0 }.values.makeAsyncIterator()
        await time.advance(by: .seconds(2))
        for _ in 1...100 {
            for _ in 1...30 { subject.send(1) }
            await time.advance(by: .seconds(2))
        }
        #expect(sent.value <= 40)
        withExtendedLifetime(iterator) {}
    }

    /// Each publisher of a burst pauses, and is resumed and removed by itself.
    @Test func burstOfPublishersIsReadInLinearTime() async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.flatMap { [$0].publisher }.values.makeAsyncIterator()
        for value in 1...20_000 { subject.send(value) }
        subject.send(completion: .finished)
        var count = 0
        while await iterator.next() != nil { count += 1 }
        #expect(count == 20_000)
    }

    @Test func endlessEmitterIsAFewValuesAheadOfAScheduler() {
        let sent = Box(0)
        let numbers = AnyPublisher<Int, Never>.create { emitter in
            emitter.onRequest { _ in
                while emitter.demand > 0, sent.value < 1_000 { emitter.send(sent.increment()) }
            }
        }
        let iterator = numbers.receive(on: VirtualTimeScheduler()).values.makeAsyncIterator()
        #expect(sent.value == 16)
        withExtendedLifetime(iterator) {}
    }

    @Test(arguments: [false, true])
    func endlessEmitterPausesBehindAnOperatorThatRequestsAll(isSwitched: Bool) async {
        let sent = Box(0)
        let numbers = AnyPublisher<Int, Never>.create { emitter in
            emitter.onRequest { _ in while emitter.demand > 0 { emitter.send(sent.increment()) } }
        }
        let stream =
            isSwitched
            ? Just(numbers).switchToLatest().eraseToAnyPublisher()
            : Just(0).flatMap { _ in numbers }.eraseToAnyPublisher()
        var iterator = stream.values.makeAsyncIterator()
        for expected in 1...100 {
            #expect(await iterator.next() == expected)
            #expect(sent.value <= expected + 16)
        }
    }

    static let demanded: [NamedPublisher] = [
        NamedPublisher("concatMap") { (1...50).publisher.concatMap { Just($0) } },
        NamedPublisher("flatMap") { (1...50).publisher.flatMap { Just($0) } },
        NamedPublisher("switchToLatest") { Just((1...50).publisher).switchToLatest() },
        NamedPublisher("merge") { (1...50).publisher.merge(with: (51...100).publisher) },
        NamedPublisher("share") { (1...50).publisher.share() },
    ]

    @Test(arguments: demanded)
    func bufferThatRequestsItsSizeDropsNothing(of tested: NamedPublisher) async {
        var seen: [Int] = []
        for await value in tested.build().buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest).values {
            seen.append(value)
        }
        #expect(seen.sorted() == Array(1...seen.count) && seen.count >= 50)
    }

    /// What waits for demand in a queue, or for the values of another publisher, is not limited by the
    /// buffer.
    @Test(arguments: [false, true])
    func bufferThatRequestsItsSizeKeepsThePairsOfAZip(isShared: Bool) async {
        let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let buffered = first.zip(second) { $0 * 1_000 + $1 }
            .buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest)
        let values = (isShared ? buffered.share().eraseToAnyPublisher() : buffered.eraseToAnyPublisher())
            .values
        var iterator = values.makeAsyncIterator()
        for value in 1...50 { first.send(value) }
        for value in 1...50 { second.send(value) }
        for expected in 1...50 { #expect(await iterator.next() == expected * 1_001) }
    }

    @Test(arguments: [false, true])
    func bufferThatRequestsItsSizeHasTheLatestValuesCombined(isShared: Bool) async {
        let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let buffered = first.combineLatest(second) { $0 + $1 }
            .buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest)
        let values = (isShared ? buffered.share().eraseToAnyPublisher() : buffered.eraseToAnyPublisher())
            .values
        var iterator = values.makeAsyncIterator()
        for value in 1...50 { first.send(value) }
        second.send(100)
        #expect(await iterator.next() == 150)
    }

    @Test(arguments: [false, true])
    func bufferThatRequestsItsSizeKeepsTheTapsDuringARequest(isShared: Bool) async {
        let (taps, replies) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let buffered = taps.concatMap { tap in replies.first().map { tap + $0 } }
            .buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest)
        let values = (isShared ? buffered.share().eraseToAnyPublisher() : buffered.eraseToAnyPublisher())
            .values
        var iterator = values.makeAsyncIterator()
        for tap in 1...3 { taps.send(tap) }
        for _ in 1...3 { replies.send(100) }
        taps.send(completion: .finished)
        for expected in 101...103 { #expect(await iterator.next() == expected) }
        #expect(await iterator.next() == nil)
    }

    @Test(arguments: endless)
    func loopOverAnEndlessStreamCanBreak(through tested: NamedPublisher) async {
        var seen: [Int] = []
        for await value in tested.build().values {
            seen.append(value)
            if seen.count == 50 { break }
        }
        #expect(seen == Array(1...50))
    }

    /// A subject through operators that have limited demand, or wait for other publishers.
    static let subjects: [NamedOperator] = [
        NamedOperator("itself") { $0 },
        NamedOperator("map") { subject in subject.map { $0 } },
        NamedOperator("erased") { $0.eraseToAnyPublisher() },
        NamedOperator("share") { $0.share() },
        NamedOperator("multicast") { subject in subject.multicast { PassthroughSubject() }.autoconnect() },
        NamedOperator("merge with an endless sequence") { $0.merge(with: (1...).publisher.map { -$0 }) },
        NamedOperator("after as many values as are requested") {
            $0.prepend(Array(repeating: -1, count: 16))
        },
        NamedOperator("zip") { $0.zip((1...).publisher) { first, _ in first } },
        NamedOperator("combineLatest") { subject in subject.combineLatest(Just(0)) { $0 + $1 } },
        NamedOperator("withLatestFrom") { $0.withLatestFrom(Just(0)) { value, _ in value } },
        NamedOperator("flatMap, child") { subject in Just(1).flatMap { _ in subject } },
        NamedOperator("flatMap, upstream") { subject in subject.flatMap { Just($0) } },
        NamedOperator("concatMap, child") { subject in Just(1).concatMap { _ in subject } },
        NamedOperator("switchToLatest, child") { subject in Just(subject).switchToLatest() },
        NamedOperator("receive(on:)") { $0.receive(on: ImmediateScheduler.shared) },
        NamedOperator("throttle") {
            $0.throttle(for: .zero, scheduler: ImmediateScheduler.shared, latest: true)
        },
        NamedOperator("delay") { $0.delay(for: .seconds(1), scheduler: ImmediateScheduler.shared) },
        NamedOperator("attached to a subject") { subject in
            Deferred {
                let next = PassthroughSubject<Int, Never>()
                let attached = subject.subscribe(next)
                return next.handleEvents(receiveCancel: { attached.cancel() })
            }
        },
        NamedOperator("an operator of another module") { OwnOperator(upstream: $0) },
    ]

    @Test(arguments: subjects)
    func nothingThatASubjectSendsIsLost(through tested: NamedOperator) async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = tested.build(subject).values.makeAsyncIterator()
        for value in 1...1_000 { subject.send(value) }
        subject.send(completion: .finished)
        var seen: [Int] = []
        while seen.last != 1_000, let value = await iterator.next() {
            if value > 0 { seen.append(value) }
        }
        #expect(seen == Array(1...1_000))
    }

    @Test func completionFollowsAllValuesOfASubject() async {
        let subject = PassthroughSubject<Int, TestError>()
        var iterator = subject.map { $0 }.values.makeAsyncIterator()
        for value in 1...100 { subject.send(value) }
        subject.send(completion: .failure(.boom))
        for expected in 1...100 { #expect(try! await iterator.next() == expected) }
        await #expect(throws: TestError.boom) { try await iterator.next() }
        #expect(try! await iterator.next() == nil)
    }

    @Test func everyValueOfACurrentValueSubjectIsKept() async {
        let subject = CurrentValueSubject<Int, Never>(0)
        var iterator = subject.values.makeAsyncIterator()
        for value in 1...100 { subject.send(value) }
        subject.send(completion: .finished)
        for expected in 0...100 { #expect(await iterator.next() == expected) }
        #expect(await iterator.next() == nil)
    }

    @Test func nothingIsLostOfSubjectsThatSendAtTheSameTime() async {
        let subjects = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
        let merged = subjects[0].merge(with: subjects[1], (1...).publisher.map { _ in 0 })
        var iterator = merged.values.makeAsyncIterator()
        // At a priority at which little else runs: until they start, the loop below receives zeros.
        let senders = subjects.map { subject in
            Task.detached(priority: .high) { for value in 1...2_000 { subject.send(value) } }
        }
        var sum = 0
        while sum < 2_000 * 2_001, let value = await iterator.next() { sum += value }
        #expect(sum == 2_000 * 2_001)
        for sender in senders { await sender.value }
    }

    @Test func publisherOfAnotherModuleThatDropsIsRequestedWithoutLimit() async {
        let upstream = TestPublisher<Int, Never>()
        var iterator = upstream.map { $0 }.values.makeAsyncIterator()
        #expect(upstream.demand == .unlimited)
        upstream.send(1)
        #expect(await iterator.next() == 1)
    }

    @Test func tasksThatAwaitOneIteratorTakeTurns() async {
        let subject = PassthroughSubject<Int, Never>()
        let iterator = subject.values.makeAsyncIterator()
        let readers = (0..<2).map { _ in
            Task {
                var (iterator, seen) = (iterator, [Int]())
                while let value = await iterator.next() { seen.append(value) }
                return seen
            }
        }
        for value in 1...1_000 { subject.send(value) }
        subject.send(completion: .finished)
        let seen = [await readers[0].value, await readers[1].value]
        #expect((seen[0] + seen[1]).sorted() == Array(1...1_000))
        #expect(seen.allSatisfy { $0 == $0.sorted() })
    }

    @Test func cancellationEndsTheIterationOfAllItsTasks() async {
        let upstream = TestPublisher<Int, Never>()
        let iterator = upstream.values.makeAsyncIterator()
        let readers = (0..<3).map { _ in
            Task {
                var iterator = iterator
                return await iterator.next()
            }
        }
        readers[1].cancel()
        for reader in readers { #expect(await reader.value == nil) }
        #expect(upstream.isCancelled)
    }

    @Test func pausedSequenceIsReleasedWithTheLoop() async {
        var token = Optional(Token())
        let weak = Weak(token!)
        var numbers = Optional((1...).publisher.flatMap { [token = token!] in Just(token.pass($0)) })
        token = nil
        do {
            var iterator = numbers!.values.makeAsyncIterator()
            numbers = nil
            #expect(await iterator.next() == 1)
            #expect(weak.object != nil)
        }
        #expect(weak.object == nil)
    }

    @Test func switchingAwayFromAPausedSequenceReleasesIt() async {
        let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
        var iterator = outer.switchToLatest().values.makeAsyncIterator()
        var token = Optional(Token())
        let weak = Weak(token!)
        outer.send(
            (1...).publisher.flatMap { [token = token!] in Just(token.pass($0)) }.eraseToAnyPublisher())
        token = nil
        #expect(weak.object != nil)
        outer.send(Just(0).eraseToAnyPublisher())
        #expect(weak.object == nil)
        #expect(await iterator.next() == 1)
    }

    /// What pauses waits in the flow control of the next stage, which no cancellation reaches after the end.
    @Test(arguments: [1, 2, 16])
    func flatMapThatEndsWhileTheLoopHasEnoughIsReleased(count: Int) async {
        var token = Optional(Token())
        let weak = Weak(token!)
        do {
            let numbers = (1...count).publisher
                .concatMap { Just($0) }
                .withLatestFrom(Just(0)) { [token = token!] number, _ in token.pass(number) }
            token = nil
            var iterator = numbers.values(buffering: .prefetching(count)).makeAsyncIterator()
            for expected in 1...count { #expect(await iterator.next() == expected) }
            #expect(await iterator.next() == nil)
        }
        #expect(weak.object == nil)
    }

    @Test func emitterThatEndsWhileTheLoopHasEnoughIsReleased() async {
        let flowControl = Box<Weak<Subscribers.FlowControl>?>(nil)
        let numbers = AnyPublisher<Int, Never>.create { emitter in
            emitter.onRequest { _ in
                emitter.send(1)
                if emitter.demand == 0 { emitter.send(completion: .finished) }
            }
        }
        do {
            let probed = FlowControlProbe(upstream: numbers, flowControl: flowControl)
            let stream = Just(0).flatMap { _ in probed }.withLatestFrom(Just(0)) { number, _ in number }
            var iterator = stream.values(buffering: .prefetching(1)).makeAsyncIterator()
            #expect(await iterator.next() == 1)
            #expect(await iterator.next() == nil)
        }
        #expect(flowControl.value != nil && flowControl.value?.object == nil)
    }
}

/// A publisher of numbers with a name.
struct NamedPublisher: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable () -> AnyPublisher<Int, Never>

    init<P: Publisher>(_ name: String, build: @escaping @Sendable () -> P)
    where P.Output == Int, P.Failure == Never {
        testDescription = name
        self.build = { build().eraseToAnyPublisher() }
    }
}

/// Operators on a sequence of numbers, with a name.
struct NamedSide: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>

    init<P: Publisher>(_ name: String, build: @escaping @Sendable (AnyPublisher<Int, Never>) -> P)
    where P.Output == Int, P.Failure == Never {
        testDescription = name
        self.build = { build($0).eraseToAnyPublisher() }
    }
}

/// Operators on a sequence of numbers, and a time that does not pass, with a name.
struct HeldBackStream: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (AnyPublisher<Int, Never>, VirtualTimeScheduler) -> AnyPublisher<Int, Never>

    init<P: Publisher>(
        _ name: String, build: @escaping @Sendable (AnyPublisher<Int, Never>, VirtualTimeScheduler) -> P
    ) where P.Output == Int, P.Failure == Never {
        testDescription = name
        self.build = { build($0, $1).eraseToAnyPublisher() }
    }
}

/// An operator on a subject, with a name.
struct NamedOperator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>

    init<P: Publisher>(_ name: String, build: @escaping @Sendable (PassthroughSubject<Int, Never>) -> P)
    where P.Output == Int, P.Failure == Never {
        testDescription = name
        self.build = { build($0).eraseToAnyPublisher() }
    }
}

private struct Naturals: AsyncSequence, Sendable {
    typealias Failure = Never

    struct Iterator: AsyncIteratorProtocol {
        var last = 0

        mutating func next(isolation: isolated (any Actor)?) async -> Int? {
            last += 1
            return last
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator() }
}

/// A publisher without flow control that sends from inside `request`.
private struct OwnNaturals: Publisher {
    typealias Output = Int
    typealias Failure = Never

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        subscriber.receive(subscription: Run(downstream: subscriber))
    }

    private final class Run<S: Subscriber>: Subscription where S.Input == Int {
        private let downstream: S
        private let last = Box(0)
        private let isCancelled = Box(false)

        init(downstream: S) {
            self.downstream = downstream
        }

        func request(_ demand: Subscribers.Demand) {
            var demand = demand
            while demand > 0, !isCancelled.value {
                demand -= 1
                last.increment()
                demand += downstream.receive(last.value)
            }
        }

        func cancel() { isCancelled.value = true }
    }
}

/// Notes the flow control of its subscriber.
private struct FlowControlProbe<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let flowControl: Box<Weak<Subscribers.FlowControl>?>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        flowControl.value = subscriber.flowControl.map { Weak($0) }
        upstream.receive(subscriber: subscriber)
    }
}

/// An operator whose subscriber has no flow control.
private struct OwnOperator<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.subscribe(
            AnySubscriber(
                receiveSubscription: { subscriber.receive(subscription: $0) },
                receiveValue: { subscriber.receive($0) },
                receiveCompletion: { subscriber.receive(completion: $0) }))
    }
}
