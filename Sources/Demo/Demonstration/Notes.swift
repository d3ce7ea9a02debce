import Foundation

/// Messages about a run that are no failures, on standard error.
struct Notes: Sendable {
    private let send: @Sendable (String) -> Void

    /// Makes what passes notes on.
    init(to send: @escaping @Sendable (String) -> Void) {
        self.send = send
    }

    /// Makes what writes notes.
    ///
    /// - Parameters:
    ///   - isQuiet: Whether none is written.
    ///   - isForced: Whether they are written to a terminal, too, on which a pager may show the output.
    init(isQuiet: Bool, isForced: Bool = false) {
        let isWritten = !isQuiet && (isForced || !(StandardError.isTerminal && StandardOutput.isPipe))
        send = { note in
            if isWritten { StandardError.write(note) }
        }
    }

    @Sendable func write(_ note: String) { send(note) }
}
