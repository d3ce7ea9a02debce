import Foundation

/// A value that is only reached while a lock is held.
///
/// Keep the body short: it must not call code that might come back for the same value.
final class Locked<Value>: @unchecked Sendable {  // `value` is touched only while `lock` is held
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
