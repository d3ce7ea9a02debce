import Foundation

/// The width of a terminal.
enum TerminalWidth {
    /// The number of columns that the terminal of standard error has now; 80 if it is unknown.
    static var ofStandardError: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, request, &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    #if canImport(Darwin)
        // TIOCGWINSZ, a macro that is not imported.
        private static let request: UInt = 0x4008_7468
    #else
        private static let request = UInt(TIOCGWINSZ)
    #endif
}
