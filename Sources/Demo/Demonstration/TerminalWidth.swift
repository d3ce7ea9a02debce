import Foundation

/// The width of a terminal.
enum TerminalWidth {
    /// The number of columns that the terminal of standard error has now; 80 if it is unknown.
    static var ofStandardError: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, request, &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The number of columns of the terminal of standard output; 80 if it goes elsewhere.
    static var ofStandardOutput: Int { screenSize.columns }

    /// The size of the terminal of standard output; of 24 lines with 80 columns if it is unknown.
    static var screenSize: ScreenSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, request, &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return ScreenSize(lines: 24, columns: 80)
        }
        return ScreenSize(lines: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// The size of a cell of the terminal of standard output; `nil` if it is unknown.
    static var cellPixels: CellPixels? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, request, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return CellPixels(
            statedWidth: Int(size.ws_xpixel) / Int(size.ws_col),
            height: Int(size.ws_ypixel) / Int(size.ws_row))
    }

    #if canImport(Darwin)
        // TIOCGWINSZ, a macro that is not imported.
        private static let request: UInt = 0x4008_7468
    #else
        private static let request = UInt(TIOCGWINSZ)
    #endif
}
