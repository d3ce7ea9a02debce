import Dispatch
import Foundation

/// Ends the program at SIGINT and SIGTERM with status 130 and 143, after a line that says how far it was.
final class EndingSignals {
    private let sources: [any DispatchSourceSignal]

    /// Starts to observe the signals.
    ///
    /// - Parameter summary: Says how far the program is. Called on another thread.
    init(summary: @escaping @Sendable () -> String) {
        signal(SIGPIPE, SIG_IGN)  // a closed pipe fails the write instead, which is reported
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                StandardError.write("Demo: stopped by a signal; \(summary())")
                exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
