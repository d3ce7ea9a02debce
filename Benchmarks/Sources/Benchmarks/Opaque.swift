/// Hides a value from the optimizer, which removes calls of functions that it finds to have no effect.
@inline(never)
@_optimize(none)
func blackHole<T>(_ value: T) {}

/// A total that closures add to. Every benchmark touches it from one thread at a time.
final class Total: @unchecked Sendable {
    // Sendable: a benchmark touches it from one thread at a time.
    @exclusivity(unchecked) var value = 0
}

/// A closure behind a reference that the optimizer cannot see through.
///
/// It is stored as a generic type stores a closure, the way operators and every collection of closures do.
struct Opaque<Input, Output>: Sendable {
    let call: @Sendable (Input) -> Output

    @inline(never)
    init(_ call: @escaping @Sendable (Input) -> Output) {
        self.call = call
    }
}

extension Opaque where Output == Void {
    /// Adds a number made from what it gets to a total.
    static func adding(to total: Total, _ number: @escaping @Sendable (Input) -> Int) -> Opaque {
        Opaque { total.value &+= number($0) }
    }
}

extension Opaque<Int, Void> {
    /// Adds what it gets to a total.
    static func adding(to total: Total) -> Opaque {
        Opaque { total.value &+= $0 }
    }
}

/// The three closures of the chains.
struct ChainClosures {
    let transform: Opaque<Int, Int>
    let isIncluded: Opaque<Int, Bool>
    let receive: Opaque<Int, Void>

    init(factor: Int, total: Total) {
        transform = Opaque { $0 &* factor }
        isIncluded = Opaque { $0 & 1 == 0 }
        receive = .adding(to: total)
    }

    @inline(__always)
    func take(_ value: Int) {
        let output = transform.call(value)
        if isIncluded.call(output) { receive.call(output) }
    }
}
