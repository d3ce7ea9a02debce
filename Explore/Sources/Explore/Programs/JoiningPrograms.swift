import Explorer
import Streams

private let joinings = [
    Joined("merge") { a, b in a.merge(with: b).eraseToAnyPublisher() },
    Joined("combineLatest") { a, b in a.combineLatest(b) { $0 * 10 + $1 }.eraseToAnyPublisher() },
    Joined("zip") { a, b in a.zip(b) { $0 * 10 + $1 }.eraseToAnyPublisher() },
    Joined("withLatestFrom") { a, b in
        a.withLatestFrom(b) { $0 * 10 + $1 }.eraseToAnyPublisher()
    },
    Joined("race") { a, b in a.race(with: b).eraseToAnyPublisher() },
    Joined("prefix(untilOutputFrom:)") { a, b in a.prefix(untilOutputFrom: b).eraseToAnyPublisher() },
    Joined("drop(untilOutputFrom:)") { a, b in a.drop(untilOutputFrom: b).eraseToAnyPublisher() },
    Joined("append") { a, b in a.append(b).eraseToAnyPublisher() },
]

let joiningPrograms = joinings.flatMap { $0.programs + [$0.sendsAfterSubscription, $0.loop] }
