import Dispatch
import Foundation

/// Observes SIGINT and SIGTERM, and makes a write to a closed pipe fail instead of ending the program.
final class EndingSignals {
    private let sources: [any DispatchSourceSignal]

    /// Starts to observe the signals.
    ///
    /// - Parameter handler: Called on another thread with the number of a signal.
    init(handler: @escaping @Sendable (Int32) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { handler(number) }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Returns the exit status of a program that a signal ended.
    static func status(of signal: Int32) -> Int32 { 128 + signal }
}
