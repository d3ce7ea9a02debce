import Foundation
import Synchronization
import Streams
import Testing

// Overloads of a project with a parameter more than the operators of this library, as projects write them for
// logging. An overload that calls the operator of its name must call that of the library, and not itself.
// Operators that have as many parameters with defaults as the overload are called with one of them, as with
// Combine.

private final class OverloadLog: Sendable {
    private let names = Mutex<[String]>([])

    var all: [String] { names.withLock { $0 } }

    func add(_ name: String) { names.withLock { $0.append(name) } }
}

extension Publisher {
    fileprivate func map<T: Sendable>(_ f: @escaping @Sendable (Output) -> T, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("map")
        return map(f)
    }

    fileprivate func tryMap<T: Sendable>(
        _ f: @escaping @Sendable (Output) throws -> T, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("tryMap")
        return tryMap(f)
    }

    fileprivate func compactMap<T: Sendable>(_ f: @escaping @Sendable (Output) -> T?, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("compactMap")
        return compactMap(f)
    }

    fileprivate func tryCompactMap<T: Sendable>(
        _ f: @escaping @Sendable (Output) throws -> T?, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("tryCompactMap")
        return tryCompactMap(f)
    }

    fileprivate func filter(_ f: @escaping @Sendable (Output) -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("filter")
        return filter(f)
    }

    fileprivate func tryFilter(_ f: @escaping @Sendable (Output) throws -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("tryFilter")
        return tryFilter(f)
    }

    fileprivate func scan<T: Sendable>(
        _ initial: T, _ f: @escaping @Sendable (T, Output) -> T, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("scan")
        return scan(initial, f)
    }

    fileprivate func tryScan<T: Sendable>(
        _ initial: T, _ f: @escaping @Sendable (T, Output) throws -> T, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("tryScan")
        return tryScan(initial, f)
    }

    fileprivate func reduce<T: Sendable>(
        _ initial: T, _ f: @escaping @Sendable (T, Output) -> T, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("reduce")
        return reduce(initial, f)
    }

    fileprivate func tryReduce<T: Sendable>(
        _ initial: T, _ f: @escaping @Sendable (T, Output) throws -> T, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("tryReduce")
        return tryReduce(initial, f)
    }

    fileprivate func replaceNil<T: Sendable>(with value: T, log: OverloadLog? = nil) -> some Publisher
    where Output == T? {
        log?.add("replaceNil")
        return replaceNil(with: value)
    }

    fileprivate func replaceEmpty(with value: Output, log: OverloadLog? = nil) -> some Publisher {
        log?.add("replaceEmpty")
        return replaceEmpty(with: value)
    }

    fileprivate func replaceError(with value: Output, log: OverloadLog? = nil) -> some Publisher {
        log?.add("replaceError")
        return replaceError(with: value)
    }

    fileprivate func removeDuplicates(
        by f: @escaping @Sendable (Output, Output) -> Bool, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("removeDuplicates")
        return removeDuplicates(by: f)
    }

    fileprivate func tryRemoveDuplicates(
        by f: @escaping @Sendable (Output, Output) throws -> Bool, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("tryRemoveDuplicates")
        return tryRemoveDuplicates(by: f)
    }

    fileprivate func removeDuplicates(log: OverloadLog? = nil) -> some Publisher where Output: Equatable {
        log?.add("removeDuplicates")
        return removeDuplicates()
    }

    fileprivate func collect(log: OverloadLog? = nil) -> some Publisher {
        log?.add("collect")
        return collect()
    }

    fileprivate func collect(_ count: Int, log: OverloadLog? = nil) -> some Publisher {
        log?.add("collect")
        return collect(count)
    }

    fileprivate func count(log: OverloadLog? = nil) -> some Publisher {
        log?.add("count")
        return count()
    }

    fileprivate func ignoreOutput(log: OverloadLog? = nil) -> some Publisher {
        log?.add("ignoreOutput")
        return ignoreOutput()
    }

    fileprivate func contains(_ value: Output, log: OverloadLog? = nil) -> some Publisher
    where Output: Equatable {
        log?.add("contains")
        return contains(value)
    }

    fileprivate func contains(where f: @escaping @Sendable (Output) -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("contains")
        return contains(where: f)
    }

    fileprivate func tryContains(
        where f: @escaping @Sendable (Output) throws -> Bool, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("tryContains")
        return tryContains(where: f)
    }

    fileprivate func allSatisfy(_ f: @escaping @Sendable (Output) -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("allSatisfy")
        return allSatisfy(f)
    }

    fileprivate func tryAllSatisfy(_ f: @escaping @Sendable (Output) throws -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("tryAllSatisfy")
        return tryAllSatisfy(f)
    }

    fileprivate func min(by f: @escaping @Sendable (Output, Output) -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("min")
        return min(by: f)
    }

    fileprivate func max(by f: @escaping @Sendable (Output, Output) -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("max")
        return max(by: f)
    }

    fileprivate func tryMin(
        by f: @escaping @Sendable (Output, Output) throws -> Bool, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("tryMin")
        return tryMin(by: f)
    }

    fileprivate func tryMax(
        by f: @escaping @Sendable (Output, Output) throws -> Bool, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("tryMax")
        return tryMax(by: f)
    }

    fileprivate func min(log: OverloadLog? = nil) -> some Publisher where Output: Comparable {
        log?.add("min")
        return min()
    }

    fileprivate func max(log: OverloadLog? = nil) -> some Publisher where Output: Comparable {
        log?.add("max")
        return max()
    }

    fileprivate func first(log: OverloadLog? = nil) -> some Publisher {
        log?.add("first")
        return first()
    }

    fileprivate func first(where f: @escaping @Sendable (Output) -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("first")
        return first(where: f)
    }

    fileprivate func tryFirst(where f: @escaping @Sendable (Output) throws -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("tryFirst")
        return tryFirst(where: f)
    }

    fileprivate func last(log: OverloadLog? = nil) -> some Publisher {
        log?.add("last")
        return last()
    }

    fileprivate func last(where f: @escaping @Sendable (Output) -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("last")
        return last(where: f)
    }

    fileprivate func tryLast(where f: @escaping @Sendable (Output) throws -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("tryLast")
        return tryLast(where: f)
    }

    fileprivate func prefix(_ n: Int, log: OverloadLog? = nil) -> some Publisher {
        log?.add("prefix")
        return prefix(n)
    }

    fileprivate func prefix(while f: @escaping @Sendable (Output) -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("prefix")
        return prefix(while: f)
    }

    fileprivate func tryPrefix(while f: @escaping @Sendable (Output) throws -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("tryPrefix")
        return tryPrefix(while: f)
    }

    fileprivate func prefix<P: Publisher>(untilOutputFrom other: P, log: OverloadLog? = nil) -> some Publisher
    {
        log?.add("prefix")
        return prefix(untilOutputFrom: other)
    }

    fileprivate func dropFirst(_ n: Int, log: OverloadLog? = nil) -> some Publisher {
        log?.add("dropFirst")
        return dropFirst(n)
    }

    fileprivate func drop(while f: @escaping @Sendable (Output) -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("drop")
        return drop(while: f)
    }

    fileprivate func tryDrop(while f: @escaping @Sendable (Output) throws -> Bool, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("tryDrop")
        return tryDrop(while: f)
    }

    fileprivate func drop<P: Publisher>(untilOutputFrom other: P, log: OverloadLog? = nil) -> some Publisher
    where P.Failure == Failure {
        log?.add("drop")
        return drop(untilOutputFrom: other)
    }

    fileprivate func output(at n: Int, log: OverloadLog? = nil) -> some Publisher {
        log?.add("output")
        return output(at: n)
    }

    fileprivate func output<R: RangeExpression<Int> & Sendable>(in r: R, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("output")
        return output(in: r)
    }

    fileprivate func merge<P: Publisher>(with other: P, log: OverloadLog? = nil) -> some Publisher
    where P.Output == Output, P.Failure == Failure {
        log?.add("merge")
        return merge(with: other)
    }

    fileprivate func zip<P: Publisher>(_ other: P, log: OverloadLog? = nil) -> some Publisher
    where P.Failure == Failure {
        log?.add("zip")
        return zip(other)
    }

    fileprivate func combineLatest<P: Publisher>(_ other: P, log: OverloadLog? = nil) -> some Publisher
    where P.Failure == Failure {
        log?.add("combineLatest")
        return combineLatest(other)
    }

    fileprivate func flatMap<P: Publisher>(_ f: @escaping @Sendable (Output) -> P, log: OverloadLog? = nil)
        -> some Publisher where P.Failure == Failure
    {
        log?.add("flatMap")
        return flatMap(f)
    }

    fileprivate func switchToLatest(log: OverloadLog? = nil) -> some Publisher
    where Output: Publisher, Output.Failure == Failure {
        log?.add("switchToLatest")
        return switchToLatest()
    }

    fileprivate func `catch`<P: Publisher>(_ f: @escaping @Sendable (Failure) -> P, log: OverloadLog? = nil)
        -> some Publisher where P.Output == Output
    {
        log?.add("catch")
        return self.catch(f)
    }

    fileprivate func tryCatch<P: Publisher>(
        _ f: @escaping @Sendable (Failure) throws -> P, log: OverloadLog? = nil
    ) -> some Publisher where P.Output == Output {
        log?.add("tryCatch")
        return tryCatch(f)
    }

    fileprivate func mapError<E: Error>(_ f: @escaping @Sendable (Failure) -> E, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("mapError")
        return mapError(f)
    }

    fileprivate func setFailureType<E: Error>(to type: E.Type, log: OverloadLog? = nil) -> some Publisher
    where Failure == Never {
        log?.add("setFailureType")
        return setFailureType(to: type)
    }

    fileprivate func assertNoFailure(log: OverloadLog? = nil) -> some Publisher {
        log?.add("assertNoFailure")
        return assertNoFailure("")
    }

    fileprivate func retry(_ n: Int, log: OverloadLog? = nil) -> some Publisher {
        log?.add("retry")
        return retry(n)
    }

    fileprivate func share(log: OverloadLog? = nil) -> some Publisher {
        log?.add("share")
        return share()
    }

    fileprivate func multicast<S: Subject>(subject: S, log: OverloadLog? = nil) -> some Publisher
    where S.Output == Output, S.Failure == Failure {
        log?.add("multicast")
        return multicast(subject: subject).autoconnect()
    }

    fileprivate func makeConnectable(log: OverloadLog? = nil) -> some Publisher where Failure == Never {
        log?.add("makeConnectable")
        return makeConnectable().autoconnect()
    }

    fileprivate func buffer(size: Int, log: OverloadLog? = nil) -> some Publisher {
        log?.add("buffer")
        return buffer(size: size, prefetch: .keepFull, whenFull: .dropNewest)
    }

    fileprivate func handleEvents(receiveOutput f: (@Sendable (Output) -> Void)?, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("handleEvents")
        return handleEvents(receiveOutput: f, receiveCompletion: nil)
    }

    fileprivate func breakpointOnError(log: OverloadLog? = nil) -> some Publisher {
        log?.add("breakpointOnError")
        return breakpointOnError()
    }

    fileprivate func encode<C: TopLevelEncoder>(encoder: C, log: OverloadLog? = nil) -> some Publisher
    where Output: Encodable {
        log?.add("encode")
        return encode(encoder: encoder)
    }

    fileprivate func receive<S: Scheduler>(on scheduler: S, log: OverloadLog? = nil) -> some Publisher {
        log?.add("receive")
        return receive(on: scheduler)
    }

    fileprivate func subscribe<S: Scheduler>(on scheduler: S, log: OverloadLog? = nil) -> some Publisher {
        log?.add("subscribe")
        return subscribe(on: scheduler)
    }

    fileprivate func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("delay")
        return delay(for: interval, tolerance: nil, scheduler: scheduler)
    }

    fileprivate func debounce<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("debounce")
        return debounce(for: interval, scheduler: scheduler)
    }

    fileprivate func throttle<S: Scheduler>(
        for interval: Duration, scheduler: S, latest: Bool, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("throttle")
        return throttle(for: interval, scheduler: scheduler, latest: latest)
    }

    fileprivate func timeout<S: Scheduler>(_ interval: Duration, scheduler: S, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("timeout")
        return timeout(interval, scheduler: scheduler, customError: nil)
    }

    fileprivate func measureInterval<S: Scheduler>(using scheduler: S, log: OverloadLog? = nil)
        -> some Publisher
    {
        log?.add("measureInterval")
        return measureInterval(using: scheduler)
    }

    fileprivate func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("collect")
        return collect(strategy)
    }

    fileprivate func print(_ prefix: String, log: OverloadLog? = nil) -> some Publisher {
        log?.add("print")
        return print(prefix, to: nil)
    }

    fileprivate func breakpoint(
        receiveOutput f: (@Sendable (Output) -> Bool)?, log: OverloadLog? = nil
    ) -> some Publisher {
        log?.add("breakpoint")
        return breakpoint(receiveSubscription: nil, receiveOutput: f)
    }

    fileprivate func decode<T: Decodable & Sendable, C: TopLevelDecoder & Sendable>(
        type: T.Type, decoder: C, log: OverloadLog? = nil
    ) -> some Publisher where Output == C.Input {
        log?.add("decode")
        return decode(type: type, decoder: decoder)
    }

    fileprivate func merge<B: Publisher, C: Publisher>(with b: B, _ c: C, log: OverloadLog? = nil)
        -> some Publisher
    where B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure {
        log?.add("merge3")
        return merge(with: b, c)
    }

    fileprivate func zip<B: Publisher, C: Publisher>(_ b: B, _ c: C, log: OverloadLog? = nil)
        -> some Publisher
    where B.Failure == Failure, C.Failure == Failure {
        log?.add("zip3")
        return zip(b, c)
    }

    fileprivate func combineLatest<B: Publisher, C: Publisher>(
        _ b: B, _ c: C, log: OverloadLog? = nil
    ) -> some Publisher
    where B.Failure == Failure, C.Failure == Failure {
        log?.add("combineLatest3")
        return combineLatest(b, c)
    }

    fileprivate func multicast<S: Subject>(
        _ makeSubject: @escaping @Sendable () -> S, log: OverloadLog? = nil
    ) -> some Publisher where S.Output == Output, S.Failure == Failure {
        log?.add("multicast closure")
        return multicast(makeSubject)
    }

    fileprivate func subscribe<S: Subject>(_ subject: S, log: OverloadLog? = nil) -> AnyCancellable
    where S.Output == Output, S.Failure == Failure {
        log?.add("subscribe subject")
        return subscribe(subject)
    }

    // The two whose own overloads the compiler prefers to the operators: they name the module.

    fileprivate func append<P: Publisher>(_ publisher: P, log: OverloadLog? = nil) -> some Publisher
    where P.Output == Output, P.Failure == Failure {
        log?.add("append")
        return self.Streams::append(publisher)
    }

    fileprivate func prepend<P: Publisher>(_ publisher: P, log: OverloadLog? = nil) -> some Publisher
    where P.Output == Output, P.Failure == Failure {
        log?.add("prepend")
        return self.Streams::prepend(publisher)
    }

    fileprivate func eraseToAnyPublisher(log: OverloadLog? = nil) -> some Publisher {
        log?.add("eraseToAnyPublisher")
        return eraseToAnyPublisher()
    }

    fileprivate func sink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void, log: OverloadLog? = nil
    ) -> AnyCancellable {
        log?.add("sink")
        return sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    }

    fileprivate func run() {
        withExtendedLifetime(sink(receiveCompletion: { _ in }, receiveValue: { _ in })) {}
    }
}

extension Publisher where Failure == Never {
    fileprivate func sink(
        receiveValue: @escaping @Sendable (Output) -> Void, log: OverloadLog? = nil
    ) -> AnyCancellable {
        log?.add("sink(receiveValue:)")
        return sink(receiveValue: receiveValue)
    }

    fileprivate func assign<Root: AnyObject & Sendable>(
        to keyPath: ReferenceWritableKeyPath<Root, Output> & Sendable, on root: Root, log: OverloadLog? = nil
    ) -> AnyCancellable {
        log?.add("assign")
        return assign(to: keyPath, on: root)
    }
}

private enum TestError: Error {
    case boom
}

private nonisolated final class Target: @unchecked Sendable {
    // Sendable: only one thread uses it.
    var value = 0
}

extension ConnectablePublisher {
    fileprivate func autoconnect(log: OverloadLog? = nil) -> some Publisher {
        log?.add("autoconnect")
        return autoconnect()
    }
}

@Suite struct OwnOverloadsProbe {
    /// An overload that called itself would overflow the stack, or add its name again.
    @Test func overloadsWithMoreParametersCallTheOperators() {
        let log = OverloadLog()
        let time = VirtualTimeScheduler()
        let numbers = [1, 2, 3].publisher.prepend(0)
        let failing = Fail<Int, TestError>(error: .boom)
        let optionals = [1, nil, 3].publisher
        numbers.map({ $0 + 1 }, log: log).run()
        numbers.tryMap({ $0 + 1 }, log: log).run()
        numbers.compactMap({ $0 + 1 }, log: log).run()
        numbers.tryCompactMap({ $0 + 1 }, log: log).run()
        numbers.filter({ $0 > 0 }, log: log).run()
        numbers.tryFilter({ $0 > 0 }, log: log).run()
        numbers.scan(1, { $0 + $1 }, log: log).run()
        numbers.tryScan(1, { $0 + $1 }, log: log).run()
        numbers.reduce(1, { $0 + $1 }, log: log).run()
        numbers.tryReduce(1, { $0 + $1 }, log: log).run()
        optionals.replaceNil(with: 1, log: log).run()
        numbers.replaceEmpty(with: 1, log: log).run()
        numbers.replaceError(with: 1, log: log).run()
        numbers.removeDuplicates(by: { _, _ in false }, log: log).run()
        numbers.tryRemoveDuplicates(by: { _, _ in false }, log: log).run()
        numbers.removeDuplicates(log: log).run()
        numbers.collect(log: log).run()
        numbers.collect(1, log: log).run()
        numbers.count(log: log).run()
        numbers.ignoreOutput(log: log).run()
        numbers.contains(1, log: log).run()
        numbers.contains(where: { $0 > 0 }, log: log).run()
        numbers.tryContains(where: { $0 > 0 }, log: log).run()
        numbers.allSatisfy({ $0 > 0 }, log: log).run()
        numbers.tryAllSatisfy({ $0 > 0 }, log: log).run()
        numbers.min(by: { _, _ in false }, log: log).run()
        numbers.max(by: { _, _ in false }, log: log).run()
        numbers.tryMin(by: { _, _ in false }, log: log).run()
        numbers.tryMax(by: { _, _ in false }, log: log).run()
        numbers.min(log: log).run()
        numbers.max(log: log).run()
        numbers.first(log: log).run()
        numbers.first(where: { $0 > 0 }, log: log).run()
        numbers.tryFirst(where: { $0 > 0 }, log: log).run()
        numbers.last(log: log).run()
        numbers.last(where: { $0 > 0 }, log: log).run()
        numbers.tryLast(where: { $0 > 0 }, log: log).run()
        numbers.prefix(1, log: log).run()
        numbers.prefix(while: { $0 > 0 }, log: log).run()
        numbers.tryPrefix(while: { $0 > 0 }, log: log).run()
        numbers.prefix(untilOutputFrom: Just(1), log: log).run()
        numbers.dropFirst(1, log: log).run()
        numbers.drop(while: { $0 > 0 }, log: log).run()
        numbers.tryDrop(while: { $0 > 0 }, log: log).run()
        numbers.drop(untilOutputFrom: Just(1), log: log).run()
        numbers.output(at: 1, log: log).run()
        numbers.output(in: 0..<2, log: log).run()
        numbers.merge(with: Just(1), log: log).run()
        numbers.zip(Just(1), log: log).run()
        numbers.combineLatest(Just(1), log: log).run()
        numbers.flatMap({ _ in Just(3) }, log: log).run()
        numbers.map { Just($0) }.switchToLatest(log: log).run()
        failing.catch({ _ in Just(3) }, log: log).run()
        failing.tryCatch({ _ in Just(3) }, log: log).run()
        failing.mapError({ _ in TestError.boom }, log: log).run()
        numbers.setFailureType(to: TestError.self, log: log).run()
        numbers.assertNoFailure(log: log).run()
        numbers.retry(1, log: log).run()
        numbers.share(log: log).run()
        numbers.multicast(subject: PassthroughSubject<Int, Never>(), log: log).run()
        numbers.makeConnectable(log: log).run()
        numbers.buffer(size: 1, log: log).run()
        numbers.handleEvents(receiveOutput: { _ in }, log: log).run()
        numbers.breakpointOnError(log: log).run()
        numbers.encode(encoder: JSONEncoder(), log: log).run()
        numbers.receive(on: time, log: log).run()
        numbers.subscribe(on: time, log: log).run()
        numbers.delay(for: 0.1, scheduler: time, log: log).run()
        numbers.debounce(for: 0.1, scheduler: time, log: log).run()
        numbers.throttle(for: .seconds(1), scheduler: time, latest: true, log: log).run()
        numbers.timeout(.seconds(1), scheduler: time, log: log).run()
        numbers.measureInterval(using: time, log: log).run()
        numbers.collect(.byTime(time, .seconds(1)), log: log).run()
        numbers.collect(.byTimeOrCount(time, .seconds(1), 2), log: log).run()
        numbers.print("overload", log: log).run()
        numbers.breakpoint(receiveOutput: { _ in false }, log: log).run()
        Just(Data("1".utf8)).decode(type: Int.self, decoder: JSONDecoder(), log: log).run()
        numbers.merge(with: Just(1), Just(2), log: log).run()
        numbers.zip(Just(1), Just(2), log: log).run()
        numbers.combineLatest(Just(1), Just(2), log: log).run()
        numbers.multicast({ PassthroughSubject<Int, Never>() }, log: log).run()
        numbers.share().subscribe(PassthroughSubject<Int, Never>(), log: log).cancel()
        numbers.makeConnectable().autoconnect(log: log).run()
        numbers.append(Just(1), log: log).run()
        numbers.prepend(Just(1), log: log).run()
        numbers.eraseToAnyPublisher(log: log).run()
        numbers.sink(receiveCompletion: { _ in }, receiveValue: { _ in }, log: log).cancel()
        numbers.sink(receiveValue: { _ in }, log: log).cancel()
        let target = Target()
        numbers.assign(to: \.value, on: target, log: log).cancel()
        time.run()
        #expect(log.all.count == 89)
        #expect(target.value == 3)
    }
}
