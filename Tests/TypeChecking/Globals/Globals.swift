import Foundation

// Calls of global functions in an extension, where a member of the type's with the same name would hide them.
// The script `.ci/hidden` compiles the same extension of other types.

extension Sequence {
    func calledZip() -> Int { zip([1], [2]).underestimatedCount }
    func calledMin() -> Int { min(1, 2) }
    func calledMax() -> Int { max(1, 2) }
    func calledAbs() -> Int { abs(-1) }
    func calledPrint() { print("a", "b", separator: "") }
    func calledDebugPrint() { debugPrint("a") }
    func calledDump() { dump("a") }
    func calledRepeatElement() -> Int { repeatElement(1, count: 2).count }
    func calledSequence() -> Int { sequence(first: 1) { $0 < 9 ? $0 + 1 : nil }.underestimatedCount }
    func calledSequenceWithState() -> Int { sequence(state: 1) { $0 == 0 ? nil : $0 }.underestimatedCount }
    func calledStride() -> Int { stride(from: 0, to: 9, by: 2).underestimatedCount }
    func calledStrideThrough() -> Int { stride(from: 0, through: 9, by: 2).underestimatedCount }
    func calledType() -> Any.Type { type(of: 1) }
    func calledNumericCast() -> Int { numericCast(Int8(1)) }
    func calledReadLine() -> String? { readLine() }
    func calledAssert() { assert(true) }
    func calledAssertionFailure() { assertionFailure("a") }
    func calledPrecondition() { precondition(true) }
    func calledPreconditionFailure() -> Never { preconditionFailure("a") }
    func calledFatalError() -> Never { fatalError("a") }
    func calledUnsafeBitCast() -> UInt { unsafeBitCast(1, to: UInt.self) }
    func calledUnsafeDowncast(_ object: AnyObject) -> NSObject { unsafeDowncast(object, to: NSObject.self) }
    func calledWithExtendedLifetime() -> Int { withExtendedLifetime(1) { 2 } }
    func calledWithoutActuallyEscaping(_ body: () -> Void) { withoutActuallyEscaping(body) { $0() } }
    func calledPointwiseMin() -> Int { pointwiseMin(SIMD2(1, 2), SIMD2(2, 1)).x }
    func calledPointwiseMax() -> Int { pointwiseMax(SIMD2(1, 2), SIMD2(2, 1)).x }
    func calledAny() -> Bool { any(SIMD2(1, 2) .== SIMD2(1, 2)) }
    func calledAll() -> Bool { all(SIMD2(1, 2) .== SIMD2(1, 2)) }

    func calledSwap() -> Int {
        var values = (1, 2)
        var other = 3
        swap(&values.0, &other)
        return other
    }

    func calledExchange() -> Int {
        var value = 1
        return exchange(&value, with: 2)
    }

    func calledWithUnsafeBytes() -> Int {
        let value = 1
        return withUnsafeBytes(of: value) { $0.count }
    }

    func calledWithUnsafeMutableBytes() -> Int {
        var value = 1
        return withUnsafeMutableBytes(of: &value) { $0.count }
    }

    func calledWithUnsafePointer() -> Int {
        let value = 1
        return withUnsafePointer(to: value) { $0.pointee }
    }

    func calledWithUnsafeMutablePointer() -> Int {
        var value = 1
        return withUnsafeMutablePointer(to: &value) { $0.pointee }
    }

    func calledIsKnownUniquelyReferenced(_ object: NSObject) -> Bool {
        var object = object
        return isKnownUniquelyReferenced(&object)
    }

    func calledWithUnsafeTemporaryAllocation() -> Int {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 1) { $0.count }
    }

    func calledPow() -> Double { pow(2.0, 3.0) }
    func calledSqrt() -> Double { sqrt(2.0) }
    func calledFloor() -> Double { floor(2.5) }
    func calledCeil() -> Double { ceil(2.5) }
    func calledRound() -> Double { round(2.5) }
    func calledLog() -> Double { log(2.5) }
    func calledExp() -> Double { exp(2.5) }
    func calledSin() -> Double { sin(2.5) }
    func calledRandom() -> Int { Int(random()) }
    func calledTime() -> Int { time(nil) }
    func calledSleep() -> UInt32 { sleep(0) }
    func calledGetenv() -> Bool { getenv("HOME") == nil }
    func calledExit() -> Never { exit(0) }
    func calledRename() -> Int32 { rename("a", "b") }
    func calledRemove() -> Int32 { remove("a") }
    func calledSystem() -> Int32 { close(3) }

    func calledWithTaskGroup() async -> Int { await withTaskGroup(of: Int.self) { _ in 1 } }
    func calledWithCheckedContinuation() async -> Int {
        await withCheckedContinuation { $0.resume(returning: 1) }
    }

    func calledWithTaskCancellationHandler() async -> Int {
        await withTaskCancellationHandler {
            1
        } onCancel: {
        }
    }

    func calledNSLocalizedString() -> String { NSLocalizedString("a", comment: "b") }
    func calledNSLog() { NSLog("a") }
}
