import Flux
import FluxTimeline
import Foundation

/// The timeline of a run, for `--timeline`.
final class Recording: Sendable {
    let timeline = Timeline()
    private let file: String
    private let isWritten = Locked(false)

    /// - Parameter file: The path of the file; `nil` to record nothing.
    init?(_ file: String?) {
        guard let file else { return nil }
        self.file = file
    }

    /// Reads the path of the option.
    static func path(_ text: String) throws(UsageError) -> String {
        if text.isEmpty { throw UsageError("--timeline takes a file, not ''") }
        return text
    }

    /// Writes the file, at the end of the run; once.
    func write() {
        if isWritten.exchange(true) { return }
        do {
            try timeline.write(to: URL(filePath: file))
        } catch {
            StandardError.write("Demo: --timeline: '\(file)' was not written: \(error.shellText)")
        }
    }
}
