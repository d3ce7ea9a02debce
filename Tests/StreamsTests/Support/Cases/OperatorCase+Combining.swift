import Streams
import TestSupport

extension OperatorCase {
    /// The operators that combine, race and flatten publishers.
    static let joiningAndFlattening: [OperatorCase] = zipping + latest + merging + racing + mapping

    private typealias Ints = Publishers.Sequence<[Int], TestError>

    /// More values than any test sends.
    private static let naturals = Ints(sequence: Array(0..<64))

    private static let zero = Just(0).setFailureType(to: TestError.self)

    private static let zipping: [OperatorCase] = [
        OperatorCase("zip, second side") { source, token, _ in
            naturals.zip(source) { token.pass($0 * 0 + $1) }
        },
        OperatorCase("zip, first side", failsAtOnce: true) { source, token, _ in
            source.map { token.pass($0) }.zip(naturals).map { $0.0 }
        },
        OperatorCase("zip of three") { source, token, _ in
            naturals.zip(naturals, source) { token.pass($0 - $1 + $2) }
        },
        OperatorCase("zip of four") { source, token, _ in
            naturals.zip(naturals, Publishers.Sequence(sequence: Array(repeating: 0, count: 64)), source) {
                token.pass($0 - $1 + $2 + $3)
            }
        },
        OperatorCase("zip of many") { source, token, _ in
            [naturals.eraseToAnyPublisher(), naturals.eraseToAnyPublisher(), source].zipped()
                .map { token.pass($0[2] + $0[0] - $0[1]) }
        },
    ]

    private static let latest: [OperatorCase] = [
        OperatorCase("combineLatest of three") { source, token, _ in
            zero.combineLatest(zero, source) { token.pass($0 + $1 + $2) }
        },
        OperatorCase("combineLatest of four") { source, token, _ in
            zero.combineLatest(zero, zero, source) { token.pass($0 + $1 + $2 + $3) }
        },
        OperatorCase("combineLatest of many") { source, token, _ in
            [zero.eraseToAnyPublisher(), zero.eraseToAnyPublisher(), source].combinedLatest()
                .map { token.pass($0.reduce(0, +)) }
        },
        OperatorCase("withLatestFrom") { source, token, _ in
            source.withLatestFrom(zero) { token.pass($0 + $1) }
        },
    ]

    private static let merging: [OperatorCase] = [
        OperatorCase("merge of three", failsAtOnce: true) { source, token, _ in
            none.merge(with: none, source.map { token.pass($0) })
        },
        OperatorCase("merge of four", failsAtOnce: true) { source, token, _ in
            none.merge(with: source.map { token.pass($0) }, none, none)
        },
        OperatorCase("merge of five", failsAtOnce: true) { source, token, _ in
            source.map { token.pass($0) }.merge(with: none, none, none, none)
        },
        OperatorCase("merge of six", failsAtOnce: true) { source, token, _ in
            none.merge(with: none, none, none, none, source.map { token.pass($0) })
        },
        OperatorCase("merge of seven", failsAtOnce: true) { source, token, _ in
            none.merge(with: none, none, none, none, none, source.map { token.pass($0) })
        },
        OperatorCase("merge of eight", failsAtOnce: true) { source, token, _ in
            none.merge(with: none, none, none, none, none, none, source.map { token.pass($0) })
        },
    ]

    private static let none = Empty<Int, TestError>()
    private static let silent = Empty<Int, TestError>(completeImmediately: false)

    private static let racing: [OperatorCase] = [
        OperatorCase("race") { source, token, _ in
            silent.race(with: source.map { token.pass($0) })
        },
        OperatorCase("race of many") { source, token, _ in
            [source.map { token.pass($0) }.eraseToAnyPublisher(), silent.eraseToAnyPublisher()].raced()
        },
    ]

    private static let mapping: [OperatorCase] = [
        OperatorCase("flatMapLatest", dropsUnwanted: true, values: \.negated) { source, token, _ in
            source.flatMapLatest { Just(token.pass(-$0)) }
        },
        OperatorCase("concatMap", failsAtOnce: true, values: \.withNegatives) {
            source, token, _ in
            source.concatMap { Ints(sequence: token.pass([$0, -$0])) }
        },
        OperatorCase("exhaustMap", failsAtOnce: true, values: \.negated) { source, token, _ in
            source.exhaustMap { Just(token.pass(-$0)) }
        },
        OperatorCase("flatMap to streams that cannot fail", failsAtOnce: true, values: \.negated) {
            source, token, _ in
            source.flatMap { Just(token.pass(-$0)) }
        },
        OperatorCase(
            "switchToLatest of streams that cannot fail", dropsUnwanted: true, values: \.negated
        ) { source, token, _ in
            source.map { Just(token.pass(-$0)) }.switchToLatest()
        },
    ]
}

extension [Int] {
    fileprivate var negated: [Int] { map { -$0 } }
    fileprivate var withNegatives: [Int] { flatMap { [$0, -$0] } }
}
