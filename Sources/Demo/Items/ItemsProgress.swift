import Flux
import Foundation

/// Shows the progress of a run on standard error.
final class ItemsProgress: Sendable {
    private struct Counts {
        var pages = 0
        var items = 0
    }

    private let counts = Locked(Counts())
    private let start = ContinuousClock.now
    private let isShown = isatty(STDERR_FILENO) == 1

    /// Sets the counts, and shows them if standard error is a terminal.
    func report(pages: Int, items: Int) {
        counts.withLock { $0 = Counts(pages: pages, items: items) }
        show { "waiting for page \($0)" }
    }

    /// Shows that a page failed to load and is requested again.
    @Sendable func reportRetry() {
        show { "page \($0) failed, waiting for its retry" }
    }

    /// Shows the counts and what is waited for, if standard error is a terminal.
    ///
    /// - Parameter wait: Describes the wait for the page of a number.
    private func show(_ wait: (Int) -> String) {
        guard isShown else { return }
        let counts = counts.withLock { $0 }
        let seconds = max(0.001, (ContinuousClock.now - start) / .seconds(1))
        let rate = Int(Double(counts.items) / seconds)
        let read =
            "\(Self.counted(counts.pages, "page")), \(Self.counted(counts.items, "item")), \(rate) a second; "
        StandardError.replaceLine((counts.pages == 0 ? "" : read) + wait(counts.pages + 1))
    }

    /// Removes what is shown before items are written to the same terminal.
    func hide() {
        if isShown, isatty(STDOUT_FILENO) == 1 { StandardError.replaceLine("") }
    }

    /// Removes what is shown.
    func finish() {
        if isShown { StandardError.replaceLine("") }
    }

    /// How far the run is.
    var summary: String {
        counts.withLock {
            "\(Self.counted($0.items, "item")) of \(Self.counted($0.pages, "page")) \($0.items == 1 ? "was" : "were") printed"
        }
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
