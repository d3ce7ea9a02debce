import Explorer
import Streams

// The value 1 of the first publisher starts the second, any other a publisher that is over soon.
private let flattenings = [
    Joined("flatMap") { a, b in
        a.flatMap { $0 == 1 ? b : Just($0 * 10).eraseToAnyPublisher() }.eraseToAnyPublisher()
    },
    Joined("flatMap(maxPublishers: 1)") { a, b in
        a.flatMap(maxPublishers: .max(1)) { $0 == 1 ? b : [20, 21].publisher.eraseToAnyPublisher() }
            .eraseToAnyPublisher()
    },
    Joined("switchToLatest") { a, b in
        a.map { $0 == 1 ? b : [20, 21].publisher.eraseToAnyPublisher() }.switchToLatest()
            .eraseToAnyPublisher()
    },
    Joined("switchToLatest, the same again") { a, b in
        a.map { value in b.map { value * 10 + $0 } }.switchToLatest().eraseToAnyPublisher()
    },
    Joined("concatMap") { a, b in
        a.concatMap { $0 == 1 ? b : Just($0 * 10).eraseToAnyPublisher() }.eraseToAnyPublisher()
    },
    Joined("exhaustMap") { a, b in
        a.exhaustMap { $0 == 1 ? b : Just($0 * 10).eraseToAnyPublisher() }.eraseToAnyPublisher()
    },
]

let flatteningPrograms = flattenings.flatMap(\.programs)
