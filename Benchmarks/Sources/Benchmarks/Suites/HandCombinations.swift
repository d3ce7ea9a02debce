import Synchronization

/// What a combination of two senders keeps when it is written by hand.
protocol HandCombination: Sendable {
    associatedtype Output

    init()

    /// Takes a value of the one sender; returns what is sent on.
    mutating func takeOne(_ value: Int) -> Output?

    /// Takes a value of the other sender; returns what is sent on.
    mutating func takeOther(_ value: Int) -> Output?
}

struct MergedByHand: HandCombination {
    mutating func takeOne(_ value: Int) -> Int? { value }
    mutating func takeOther(_ value: Int) -> Int? { value }
}

struct RacedByHand: HandCombination {
    private var oneHasWon: Bool?

    mutating func takeOne(_ value: Int) -> Int? { wins(true) ? value : nil }
    mutating func takeOther(_ value: Int) -> Int? { wins(false) ? value : nil }

    private mutating func wins(_ isOne: Bool) -> Bool {
        if oneHasWon == nil { oneHasWon = isOne }
        return oneHasWon == isOne
    }
}

struct LatestByHand: HandCombination {
    private var one: Int?
    private var other: Int?

    mutating func takeOne(_ value: Int) -> (Int, Int)? {
        one = value
        return other.map { (value, $0) }
    }

    mutating func takeOther(_ value: Int) -> (Int, Int)? {
        other = value
        return one.map { ($0, value) }
    }
}

struct SampledByHand: HandCombination {
    private var other: Int?

    mutating func takeOne(_ value: Int) -> (Int, Int)? { other.map { (value, $0) } }

    mutating func takeOther(_ value: Int) -> (Int, Int)? {
        other = value
        return nil
    }
}

struct ZippedByHand: HandCombination {
    private var ones = HandQueue()
    private var others = HandQueue()

    mutating func takeOne(_ value: Int) -> (Int, Int)? {
        if let other = others.popFirst() { return (value, other) }
        ones.append(value)
        return nil
    }

    mutating func takeOther(_ value: Int) -> (Int, Int)? {
        if let one = ones.popFirst() { return (one, value) }
        others.append(value)
        return nil
    }
}

/// A queue in an array that starts again when it has run empty.
struct HandQueue {
    private var values: [Int] = []
    private var head = 0

    mutating func append(_ value: Int) { values.append(value) }

    mutating func popFirst() -> Int? {
        guard head < values.count else { return nil }
        let value = values[head]
        head += 1
        if head == values.count {
            values.removeAll(keepingCapacity: true)
            head = 0
        }
        return value
    }
}

/// Sends values in turn through the locks of two senders and that of a combination.
func sendInTurn<Hand: HandCombination>(
    _ sends: Int, through hand: Hand.Type, to receive: Opaque<Hand.Output, Void>
) {
    let one = Mutex(())
    let other = Mutex(())
    let combination = Mutex(Hand())
    for value in 0..<sends {
        one.withLock { _ in
            combination.withLock { if let output = $0.takeOne(value) { receive.call(output) } }
        }
        other.withLock { _ in
            combination.withLock { if let output = $0.takeOther(value) { receive.call(output) } }
        }
    }
}

/// Sends values in turn through the locks of four senders and that of their latest values.
func sendFourInTurn(_ sends: Int, to receive: Opaque<(Int, Int, Int, Int), Void>) {
    let a = Mutex(())
    let b = Mutex(())
    let c = Mutex(())
    let d = Mutex(())
    let combination = Mutex(FourLatest())
    for value in 0..<sends {
        a.withLock { _ in
            combination.withLock { latest in
                latest.a = value
                latest.send(to: receive)
            }
        }
        b.withLock { _ in
            combination.withLock { latest in
                latest.b = value
                latest.send(to: receive)
            }
        }
        c.withLock { _ in
            combination.withLock { latest in
                latest.c = value
                latest.send(to: receive)
            }
        }
        d.withLock { _ in
            combination.withLock { latest in
                latest.d = value
                latest.send(to: receive)
            }
        }
    }
}

private struct FourLatest {
    var a: Int?
    var b: Int?
    var c: Int?
    var d: Int?

    func send(to receive: Opaque<(Int, Int, Int, Int), Void>) {
        if let a, let b, let c, let d { receive.call((a, b, c, d)) }
    }
}
