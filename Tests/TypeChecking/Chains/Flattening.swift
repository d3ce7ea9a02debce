import Flux
import Foundation

// Chains with `flatMap` and similar operators in the middle, as people write them: untyped closures, tuples,
// interpolation, literals. Where the time of OpenCombine 0.14 for the same chain is known, it stands above
// the function.

func joinedNames(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.map { $0.joined() }.flatMap { s in Just(s) }.map { $0.count * 2 + 1 }.filter { $0 > 3 }
        .map { "\($0)" + "x" }.sink { print($0) }  // OpenCombine: 180 ms
}

func namesOneByOne(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in names.publisher }.map { $0.count * 2 + 1 }.filter { $0 > 3 }
        .map { "\($0)" + "x" }.sink { print($0) }  // OpenCombine: 140 ms
}

func tuplesFlatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in names.publisher.map { ($0, $0.count * 2 + 1) } }
        .compactMap { name, n in n > 3 ? "\(name): \(n)" : nil }
        .sink { print($0) }  // OpenCombine: 1,300 ms
}

func optionalsFlatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in Just(names.first) }
        .compactMap { $0 }
        .map { $0.uppercased() }
        .removeDuplicates()
        .scan("") { "\($0), \($1)" }
        .sink { print($0) }
}

func nestedFlatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in names.publisher.flatMap { name in Just((name, name.count)) }.collect() }
        .map { pairs in pairs.map { $0.0 } }
        .filter { !$0.isEmpty }
        .sink { print($0.joined(separator: "-")) }
}

func dictionariesFlatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in Just(Dictionary(grouping: names, by: { $0.count })) }
        .map { groups in groups.mapValues { $0.count } }
        .map { $0.max { $0.value < $1.value }?.key ?? 0 }
        .sink { print("longest group: \($0)") }
}

func ternariesFlatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in names.isEmpty ? Just("none") : Just(names[0]) }
        .map { $0.count > 4 ? String($0.prefix(4)) : $0 }
        .sink { print($0) }
}

func requestsFlatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in Future { try await search(names[0]) }.catch { _ in Just([]) } }
        .map { $0.count }
        .scan(0) { $0 + $1 }
        .filter { $0 > 0 }
        .sink { print("\($0) found") }
}

func delayedFlatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in names.publisher.delay(for: .seconds(1), scheduler: DispatchQueue.main) }
        .map { (name: $0, length: $0.count) }
        .filter { $0.length > 2 && $0.name.hasPrefix("a") }
        .map(\.name)
        .sink { print($0) }
}

func zippedFlatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in names.publisher.zip(names.dropFirst().publisher) }
        .map { "\($0)\($1)".count }
        .reduce(0) { $0 + $1 }
        .sink { print($0) }
}

func combinedFlatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in Just(names.count).combineLatest(Just(2)) }
        .map { $0 * $1 }
        .filter { $0 > 1 }
        .map { "\($0)" }
        .sink { print($0) }
}

func mergedFlatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMap { names in Just(names).merge(with: Just(["b"])) }
        .map { $0.sorted() }
        .map { $0.first ?? "" }
        .filter { $0 != "" }
        .sink { print($0) }
}

func tuplesFlatMapLatest(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMapLatest { names in names.publisher.map { ($0, $0.count * 2 + 1) } }
        .compactMap { name, n in n > 3 ? "\(name): \(n)" : nil }
        .sink { print($0) }
}

func optionalsFlatMapLatest(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMapLatest { names in Just(names.first) }
        .compactMap { $0 }
        .map { $0.uppercased() }
        .removeDuplicates()
        .scan("") { "\($0), \($1)" }
        .sink { print($0) }
}

func nestedFlatMapLatest(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMapLatest { names in names.publisher.flatMap { name in Just((name, name.count)) }.collect() }
        .map { pairs in pairs.map { $0.0 } }
        .filter { !$0.isEmpty }
        .sink { print($0.joined(separator: "-")) }
}

func dictionariesFlatMapLatest(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMapLatest { names in Just(Dictionary(grouping: names, by: { $0.count })) }
        .map { groups in groups.mapValues { $0.count } }
        .map { $0.max { $0.value < $1.value }?.key ?? 0 }
        .sink { print("longest group: \($0)") }
}

func ternariesFlatMapLatest(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMapLatest { names in names.isEmpty ? Just("none") : Just(names[0]) }
        .map { $0.count > 4 ? String($0.prefix(4)) : $0 }
        .sink { print($0) }
}

func requestsFlatMapLatest(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMapLatest { names in Future { try await search(names[0]) }.catch { _ in Just([]) } }
        .map { $0.count }
        .scan(0) { $0 + $1 }
        .filter { $0 > 0 }
        .sink { print("\($0) found") }
}

func delayedFlatMapLatest(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMapLatest { names in names.publisher.delay(for: .seconds(1), scheduler: DispatchQueue.main) }
        .map { (name: $0, length: $0.count) }
        .filter { $0.length > 2 && $0.name.hasPrefix("a") }
        .map(\.name)
        .sink { print($0) }
}

func zippedFlatMapLatest(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMapLatest { names in names.publisher.zip(names.dropFirst().publisher) }
        .map { "\($0)\($1)".count }
        .reduce(0) { $0 + $1 }
        .sink { print($0) }
}

func combinedFlatMapLatest(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMapLatest { names in Just(names.count).combineLatest(Just(2)) }
        .map { $0 * $1 }
        .filter { $0 > 1 }
        .map { "\($0)" }
        .sink { print($0) }
}

func mergedFlatMapLatest(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.flatMapLatest { names in Just(names).merge(with: Just(["b"])) }
        .map { $0.sorted() }
        .map { $0.first ?? "" }
        .filter { $0 != "" }
        .sink { print($0) }
}

func tuplesConcatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.concatMap { names in names.publisher.map { ($0, $0.count * 2 + 1) } }
        .compactMap { name, n in n > 3 ? "\(name): \(n)" : nil }
        .sink { print($0) }
}

func optionalsConcatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.concatMap { names in Just(names.first) }
        .compactMap { $0 }
        .map { $0.uppercased() }
        .removeDuplicates()
        .scan("") { "\($0), \($1)" }
        .sink { print($0) }
}

func nestedConcatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.concatMap { names in names.publisher.flatMap { name in Just((name, name.count)) }.collect() }
        .map { pairs in pairs.map { $0.0 } }
        .filter { !$0.isEmpty }
        .sink { print($0.joined(separator: "-")) }
}

func dictionariesConcatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.concatMap { names in Just(Dictionary(grouping: names, by: { $0.count })) }
        .map { groups in groups.mapValues { $0.count } }
        .map { $0.max { $0.value < $1.value }?.key ?? 0 }
        .sink { print("longest group: \($0)") }
}

func ternariesConcatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.concatMap { names in names.isEmpty ? Just("none") : Just(names[0]) }
        .map { $0.count > 4 ? String($0.prefix(4)) : $0 }
        .sink { print($0) }
}

func requestsConcatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.concatMap { names in Future { try await search(names[0]) }.catch { _ in Just([]) } }
        .map { $0.count }
        .scan(0) { $0 + $1 }
        .filter { $0 > 0 }
        .sink { print("\($0) found") }
}

func delayedConcatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.concatMap { names in names.publisher.delay(for: .seconds(1), scheduler: DispatchQueue.main) }
        .map { (name: $0, length: $0.count) }
        .filter { $0.length > 2 && $0.name.hasPrefix("a") }
        .map(\.name)
        .sink { print($0) }
}

func zippedConcatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.concatMap { names in names.publisher.zip(names.dropFirst().publisher) }
        .map { "\($0)\($1)".count }
        .reduce(0) { $0 + $1 }
        .sink { print($0) }
}

func combinedConcatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.concatMap { names in Just(names.count).combineLatest(Just(2)) }
        .map { $0 * $1 }
        .filter { $0 > 1 }
        .map { "\($0)" }
        .sink { print($0) }
}

func mergedConcatMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.concatMap { names in Just(names).merge(with: Just(["b"])) }
        .map { $0.sorted() }
        .map { $0.first ?? "" }
        .filter { $0 != "" }
        .sink { print($0) }
}

func tuplesExhaustMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.exhaustMap { names in names.publisher.map { ($0, $0.count * 2 + 1) } }
        .compactMap { name, n in n > 3 ? "\(name): \(n)" : nil }
        .sink { print($0) }
}

func optionalsExhaustMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.exhaustMap { names in Just(names.first) }
        .compactMap { $0 }
        .map { $0.uppercased() }
        .removeDuplicates()
        .scan("") { "\($0), \($1)" }
        .sink { print($0) }
}

func nestedExhaustMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.exhaustMap { names in names.publisher.flatMap { name in Just((name, name.count)) }.collect() }
        .map { pairs in pairs.map { $0.0 } }
        .filter { !$0.isEmpty }
        .sink { print($0.joined(separator: "-")) }
}

func dictionariesExhaustMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.exhaustMap { names in Just(Dictionary(grouping: names, by: { $0.count })) }
        .map { groups in groups.mapValues { $0.count } }
        .map { $0.max { $0.value < $1.value }?.key ?? 0 }
        .sink { print("longest group: \($0)") }
}

func ternariesExhaustMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.exhaustMap { names in names.isEmpty ? Just("none") : Just(names[0]) }
        .map { $0.count > 4 ? String($0.prefix(4)) : $0 }
        .sink { print($0) }
}

func requestsExhaustMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.exhaustMap { names in Future { try await search(names[0]) }.catch { _ in Just([]) } }
        .map { $0.count }
        .scan(0) { $0 + $1 }
        .filter { $0 > 0 }
        .sink { print("\($0) found") }
}

func delayedExhaustMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.exhaustMap { names in names.publisher.delay(for: .seconds(1), scheduler: DispatchQueue.main) }
        .map { (name: $0, length: $0.count) }
        .filter { $0.length > 2 && $0.name.hasPrefix("a") }
        .map(\.name)
        .sink { print($0) }
}

func zippedExhaustMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.exhaustMap { names in names.publisher.zip(names.dropFirst().publisher) }
        .map { "\($0)\($1)".count }
        .reduce(0) { $0 + $1 }
        .sink { print($0) }
}

func combinedExhaustMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.exhaustMap { names in Just(names.count).combineLatest(Just(2)) }
        .map { $0 * $1 }
        .filter { $0 > 1 }
        .map { "\($0)" }
        .sink { print($0) }
}

func mergedExhaustMap(_ n: AnyPublisher<[String], Never>) -> AnyCancellable {
    n.exhaustMap { names in Just(names).merge(with: Just(["b"])) }
        .map { $0.sorted() }
        .map { $0.first ?? "" }
        .filter { $0 != "" }
        .sink { print($0) }
}

func failingChildren(_ ids: AnyPublisher<Int, APIError>, client: Client) -> AnyCancellable {
    ids.flatMap { id in client.search("\(id)") }.map { ($0.first?.title ?? "", $0.count) }.filter {
        $0.1 > 3
    }
    .map { "\($0.0): \($0.1)" }.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}

func childrenThatFailAlone(_ ids: AnyPublisher<Int, Never>, client: Client) -> AnyCancellable {
    ids.flatMap { id in client.search("\(id)") }.map { $0.count * 2 }.filter { $0 > 3 }
        .sink(receiveCompletion: { _ in }, receiveValue: { print("\($0)") })
}

func upstreamThatFailsAlone(_ ids: AnyPublisher<Int, APIError>) -> AnyCancellable {
    ids.flatMap { id in Just(id * 2) }.map { $0 + 1 }.filter { $0 > 3 }
        .sink(receiveCompletion: { _ in }, receiveValue: { print("\($0)") })
}

func limitedChildren(_ ids: [Int], client: Client) -> AnyCancellable {
    ids.publisher.flatMap(maxPublishers: .max(2)) { id in client.search("\(id)").map { ($0, id + 1) } }
        .map { user, next in "\(user.count) then \(next)" }
        .replaceError(with: "failed")
        .collect()
        .sink { print($0.joined(separator: ", ")) }
}

func mergedSubjects(_ a: PassthroughSubject<Int, Never>, _ b: PassthroughSubject<String, Never>)
    -> AnyCancellable
{
    a.map { "\($0 + 1)" }.merge(with: b.filter { $0.count > 2 }.map { $0 + "!" }).flatMap { s in
        [s, s + s].publisher
    }
    .scan("") { $0 + $1 }.sink { print($0) }
}

func zippedSubjects(_ a: PassthroughSubject<Int, Never>, _ b: PassthroughSubject<String, Never>)
    -> AnyCancellable
{
    a.zip(b).map { ($0 * 2, $1 + "!") }.flatMap { n, s in Just(String(repeating: s, count: n)) }
        .filter { $0.count > 3 }.map { $0.count }.sink { print($0) }
}

func formState(
    _ name: CurrentValueSubject<String, Never>, _ age: CurrentValueSubject<Int, Never>
) -> AnyCancellable {
    name.combineLatest(age).map { !$0.isEmpty && $1 >= 18 }.removeDuplicates().flatMap { ok in
        Just(ok ? 1 : 0)
    }
    .scan(0) { $0 + $1 }.map { "valid \($0) times" }.sink { print($0) }
}

func pricesWithTax(_ prices: [Double]) -> AnyCancellable {
    prices.publisher.map { $0 * 1.19 + 0.5 }.filter { $0 > 10 }.flatMap { p in Just(p.rounded())
    }
    .reduce(0) { $0 + $1 }.map { "total \($0)" }.sink { print($0) }
}

func retriedChildren(_ n: AnyPublisher<String, Never>) -> AnyCancellable {
    n.removeDuplicates()
        .map { q in
            Future { try await search(q) }.retry(.exponential(from: .milliseconds(250), attempts: 4))
                .replaceError(with: [])
        }
        .switchToLatest().map { $0.count * 2 }.filter { $0 > 3 }.sink { print("\($0)") }
}
