import Flux
import Foundation

/// Says on standard error how far a run is.
final class ItemsProgress: Sendable {
    private struct Counts {
        var pages = 0
        var items = 0
    }

    private let counts = Locked(Counts())
    private let start = ContinuousClock.now
    private let isShown = isatty(STDERR_FILENO) == 1

    /// Counts a page, and shows the counts if standard error is a terminal.
    func report(pages: Int, items: Int) {
        counts.withLock { $0 = Counts(pages: pages, items: items) }
        guard isShown else { return }
        let seconds = max(0.001, (ContinuousClock.now - start) / .seconds(1))
        let rate = Int(Double(items) / seconds)
        StandardError.replaceLine(
            "\(Self.counted(pages, "page")), \(Self.counted(items, "item")), \(rate) a second; "
                + "waiting for page \(pages + 1)")
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
            "\(Self.counted($0.items, "item")) of \(Self.counted($0.pages, "page")) were printed"
        }
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
