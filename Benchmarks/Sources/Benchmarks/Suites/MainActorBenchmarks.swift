import Flux
import Foundation
import Synchronization

extension Benchmark {
    /// A subject whose values are sent on the main actor, to closures of the main actor.
    static func mainActorChain() -> Benchmark {
        Benchmark(
            name: "main-actor-chain", baselineName: "Mutex, check of the thread, closures on the main actor",
            elements: 500_000
        ) { sends in
            Sides(
                subject: {
                    MainActor.assumeIsolated {
                        let tally = Tally()
                        let subject = PassthroughSubject<Int, Never>()
                        let subscription = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }
                            .receive(on: .main)
                            .map { $0 &+ tally.offset }
                            .sink { tally.total &+= $0 }
                        for value in 0..<sends { subject.send(value) }
                        subscription.cancel()
                        return tally.total
                    }
                },
                baseline: {
                    MainActor.assumeIsolated {
                        let tally = Tally()
                        let scale = Opaque<Int, Int> { $0 &* 3 }
                        let isEven = Opaque<Int, Bool> { $0 & 1 == 0 }
                        let shift = Opaque<Int, Int> { value in
                            MainActor.assumeIsolated { value &+ tally.offset }
                        }
                        let receive = Opaque<Int, Void> { value in
                            MainActor.assumeIsolated { tally.total &+= value }
                        }
                        let lock = Mutex(())
                        for value in 0..<sends {
                            lock.withLock { _ in
                                let value = scale.call(value)
                                guard isEven.call(value), Thread.isMainThread else { return }
                                receive.call(shift.call(value))
                            }
                        }
                        return tally.total
                    }
                })
        }
    }

    /// A published property that is assigned to, and observed.
    static func published() -> Benchmark {
        Benchmark(
            name: "published", baselineName: "two Mutexes around values, two around closures",
            elements: 500_000
        ) { sends in
            Sides(
                subject: {
                    let total = Total()
                    let model = Model()
                    model.number.map { $0 &+ 1 }.assign(to: &model.$shown)
                    let subscription = model.$shown.map { $0 &* 3 }.sink { total.value &+= $0 }
                    for value in 0..<sends { model.number.send(value) }
                    subscription.cancel()
                    return total.value
                },
                baseline: {
                    let total = Total()
                    let add = Opaque<Int, Int> { $0 &+ 1 }
                    let scale = Opaque<Int, Int> { $0 &* 3 }
                    let receive = Opaque.adding(to: total)
                    let number = Mutex(0)
                    let shown = Mutex(0)
                    let delivery = Mutex(())
                    let observation = Mutex(())
                    let send = { (value: Int) in
                        number.withLock { $0 = value }
                        delivery.withLock { _ in
                            let value = add.call(value)
                            shown.withLock { $0 = value }
                            observation.withLock { _ in receive.call(scale.call(value)) }
                        }
                    }
                    send(0)
                    for value in 0..<sends { send(value) }
                    return total.value
                })
        }
    }
}

@MainActor
private final class Tally {
    var total = 0
    var offset = 1
}

private final class Model: @unchecked Sendable {
    // Sendable: the property is protected by its wrapper.
    let number = CurrentValueSubject<Int, Never>(0)
    @Published var shown = 0
}
