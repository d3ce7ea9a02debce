import Foundation

/// Observes the signals that end a program, and makes a write to a closed pipe fail instead of ending it.
final class EndingSignals {
    private let observer: SignalObserver

    /// Starts to observe SIGINT and SIGTERM, and SIGHUP unless it is ignored, as `nohup` has it.
    ///
    /// - Parameter handler: Called on another thread with the number of a signal.
    init(handler: @escaping @Sendable (Int32) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        let numbers = [SIGINT, SIGTERM, SIGHUP].filter { number in
            let wasIgnored = Self.isIgnored(signal(number, SIG_IGN))
            return number != SIGHUP || !wasIgnored
        }
        observer = SignalObserver(numbers, handler: handler)
    }

    #if canImport(Darwin)
        private typealias Handler = sig_t
    #else
        private typealias Handler = __sighandler_t
    #endif

    private static func isIgnored(_ handler: Handler?) -> Bool {
        // A number in place of a function, which cannot be compared.
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN as Handler?, to: Int.self)
    }

    /// Returns the exit status of a program that a signal ended.
    static func status(of signal: Int32) -> Int32 { 128 + signal }
}
