import Flux
import Foundation

/// Shows the progress of a run on standard error.
final class ItemsProgress: Sendable {
    /// How progress is shown.
    enum Display {
        case none
        /// In one line of a terminal.
        case line
        /// In a line of its own for each step.
        case lines

        /// Returns the display for standard error, where a pager may show the output.
        ///
        /// - Parameters:
        ///   - isQuiet: Whether nothing is shown.
        ///   - isForced: Whether progress is shown in any case.
        static func suitable(isQuiet: Bool, isForced: Bool) -> Display {
            if isQuiet { return .none }
            if isForced { return StandardError.isTerminal ? .line : .lines }
            return StandardError.isTerminal && !StandardOutput.isPipe ? .line : .none
        }
    }

    private struct Counts {
        var pages = 0
        var items = 0
    }

    private let counts = Locked(Counts())
    private let start = ContinuousClock.now
    private let display: Display

    init(_ display: Display = .none) {
        self.display = display
    }

    /// Draws the line again when the terminal has another width, or shows this program again.
    ///
    /// - Returns: An object to be retained.
    func followTerminal() -> SignalObserver {
        SignalObserver(display == .line ? [SIGWINCH, SIGCONT] : []) { _ in StandardError.redrawLine() }
    }

    /// Sets the counts and shows them, and that the next page is waited for.
    func report(pages: Int, items: Int) {
        counts.withLock { $0 = Counts(pages: pages, items: items) }
        show { "waiting for page \($0)" }
    }

    /// Sets the counts and shows them, after the last page.
    func reportLast(pages: Int, items: Int) {
        counts.withLock { $0 = Counts(pages: pages, items: items) }
        show()
    }

    /// Shows that a page failed to load and is requested again.
    @Sendable func reportRetry() {
        show { "page \($0) failed, waiting for its retry" }
    }

    /// Shows the counts and what is waited for.
    ///
    /// - Parameter wait: Describes the wait for the page of a number; `nil` after the last.
    private func show(_ wait: ((Int) -> String)? = nil) {
        if display == .none { return }
        let counts = counts.withLock { $0 }
        let seconds = max(0.001, (ContinuousClock.now - start) / .seconds(1))
        let rate = Int(Double(counts.items) / seconds)
        let read =
            "\(Self.counted(counts.pages, "page")), \(Self.counted(counts.items, "item")), \(rate) a second"
        let parts = [counts.pages == 0 ? nil : read, wait?(counts.pages + 1)]
        let text = parts.compactMap(\.self).joined(separator: "; ")
        switch display {
        case .none: break
        case .line: StandardError.replaceLine(text)
        case .lines: StandardError.write("Demo: \(text)")
        }
    }

    /// Removes what is shown before items are written to the same terminal.
    func hide() {
        if display == .line, isatty(STDOUT_FILENO) == 1 { StandardError.replaceLine("") }
    }

    /// Removes what is shown.
    @Sendable func finish() {
        if display == .line { StandardError.replaceLine("") }
    }

    /// How far the run is.
    ///
    /// - Parameter items: The number of items that were printed, also those of a page in part.
    func summary(items: Int) -> String {
        let counts = counts.withLock { $0 }
        let pages = counts.pages + (items > counts.items ? 1 : 0)
        let verb = items == 1 ? "was" : "were"
        return "\(Self.counted(items, "item")) of \(Self.counted(pages, "page")) \(verb) printed"
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
