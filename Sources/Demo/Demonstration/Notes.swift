import Foundation

/// Messages about a run that are no failures, on standard error.
struct Notes: Sendable {
    private let isWritten: Bool

    /// Makes what writes notes.
    ///
    /// - Parameters:
    ///   - isQuiet: Whether none is written.
    ///   - isForced: Whether they are written to a terminal, too, on which a pager may show the output.
    init(isQuiet: Bool, isForced: Bool = false) {
        isWritten = !isQuiet && (isForced || !(StandardError.isTerminal && StandardOutput.isPipe))
    }

    @Sendable func write(_ note: String) {
        if isWritten { StandardError.write(note) }
    }
}
