import Streams

/// Records what a test prints.
package final class Transcript: TextOutputStream, Sendable {
    private let log = Log<String>()
    private let onWrite: @Sendable () -> Void

    /// Makes a transcript.
    ///
    /// - Parameter onWrite: Called with each write, before it is recorded.
    package init(onWrite: @escaping @Sendable () -> Void = {}) {
        self.onWrite = onWrite
    }

    /// All writes, in order.
    package var writes: [String] { log.entries }

    package func write(_ string: String) {
        onWrite()
        log.append(string)
    }
}
