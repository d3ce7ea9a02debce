import Dispatch

/// Observes signals until it is released.
final class SignalObserver {
    private let sources: [any DispatchSourceSignal]

    /// Starts to observe signals.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of the signals.
    ///   - handler: Called on another thread with the number of a signal.
    init(_ numbers: [Int32], handler: @escaping @Sendable (Int32) -> Void) {
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { handler(number) }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
