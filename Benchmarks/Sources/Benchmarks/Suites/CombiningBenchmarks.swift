import Flux

extension Benchmark {
    /// Two subjects that send in turn, merged.
    static func merge() -> Benchmark {
        combining("merge", MergedByHand.self, receive: { $0 }) { one, other, total in
            one.merge(with: other).sink { total.value &+= $0 }
        }
    }

    /// Four subjects that send in turn, merged by a chain, which is one merge. Beside it, merges of merges.
    static func mergeChain() -> Benchmark {
        Benchmark(
            name: "merge-chain", baselineName: "a merge of a merge of a merge", elements: 2_000_000
        ) { elements in
            func send(_ merge: (_ subjects: [Numbers]) -> AnyCancellable) {
                let subjects = (0..<4).map { _ in Numbers() }
                let subscription = merge(subjects)
                for value in 0..<elements / 4 {
                    for subject in subjects { subject.send(value) }
                }
                subscription.cancel()
            }
            return Sides(
                subject: {
                    let total = Total()
                    send { a in
                        a[0].merge(with: a[1]).merge(with: a[2]).merge(with: a[3])
                            .sink { total.value &+= $0 }
                    }
                    return total.value
                },
                baseline: {
                    let total = Total()
                    send { a in
                        Publishers.Merge(Publishers.Merge(Publishers.Merge(a[0], a[1]), a[2]), a[3])
                            .sink { total.value &+= $0 }
                    }
                    return total.value
                })
        }
    }

    /// Two subjects that send in turn, paired.
    static func zip() -> Benchmark {
        combining("zip", ZippedByHand.self, receive: { $0 &- 3 &* $1 }) { one, other, total in
            one.zip(other).sink { total.value &+= $0.0 &- 3 &* $0.1 }
        }
    }

    /// Two subjects that send in turn; the latest of each, joined.
    static func combineLatest() -> Benchmark {
        combining("combine-latest", LatestByHand.self, receive: { $0 &- 3 &* $1 }) { one, other, total in
            one.combineLatest(other).sink { total.value &+= $0.0 &- 3 &* $0.1 }
        }
    }

    /// Two subjects that send in turn, of which one takes the latest of the other.
    static func withLatestFrom() -> Benchmark {
        combining("with-latest-from", SampledByHand.self, receive: { $0 &- 3 &* $1 }) { one, other, total in
            one.withLatestFrom(other) { $0 &- 3 &* $1 }.sink { total.value &+= $0 }
        }
    }

    /// Two subjects that send in turn, of which one has won.
    static func race() -> Benchmark {
        combining("race", RacedByHand.self, receive: { $0 }) { one, other, total in
            one.race(with: other).sink { total.value &+= $0 }
        }
    }

    /// Four subjects that send in turn; the latest of each, joined.
    static func combineLatest4() -> Benchmark {
        Benchmark(
            name: "combine-latest-4", baselineName: "two Mutexes around each value", elements: 2_000_000
        ) { elements in
            let sends = elements / 4
            return Sides(
                subject: {
                    let total = Total()
                    let senders = (0..<4).map { _ in Numbers() }
                    let (a, b, c, d) = (senders[0], senders[1], senders[2], senders[3])
                    let subscription = a.combineLatest(b, c, d).sink {
                        total.value &+= $0.0 &- 3 &* $0.1 &+ 5 &* $0.2 &- 7 &* $0.3
                    }
                    for value in 0..<sends {
                        a.send(value)
                        b.send(value)
                        c.send(value)
                        d.send(value)
                    }
                    subscription.cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    sendFourInTurn(
                        sends,
                        to: Opaque { total.value &+= $0.0 &- 3 &* $0.1 &+ 5 &* $0.2 &- 7 &* $0.3 })
                    return total.value
                })
        }
    }

    /// Two subjects that send in turn. By hand, a value goes through the lock of its sender and that of the
    /// combination, which keeps what the operator keeps.
    private static func combining<Hand: HandCombination>(
        _ name: String, _ hand: Hand.Type,
        receive: @escaping @Sendable (Hand.Output) -> Int,
        subscribe: @escaping (_ one: Numbers, _ other: Numbers, _ total: Total) -> AnyCancellable
    ) -> Benchmark {
        Benchmark(
            name: name, baselineName: "two Mutexes around each value", elements: 2_000_000
        ) { elements in
            let sends = elements / 2
            return Sides(
                subject: {
                    let total = Total()
                    let (one, other) = (Numbers(), Numbers())
                    let subscription = subscribe(one, other, total)
                    for value in 0..<sends {
                        one.send(value)
                        other.send(value)
                    }
                    subscription.cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    sendInTurn(sends, through: hand, to: .adding(to: total, receive))
                    return total.value
                })
        }
    }
}

private typealias Numbers = PassthroughSubject<Int, Never>
