import Flux
import FluxTimeline
import Foundation

/// The timeline of a run, for `--timeline`.
final class Recording: Sendable {
    let timeline = Timeline()
    private let file: String
    private let isWritten = Locked(false)

    /// - Parameter file: The path of the file; `nil` to record nothing.
    /// - Throws: `UnwritableTimeline`, before the run.
    init?(_ file: String?) throws(UnwritableTimeline) {
        guard let file else { return nil }
        self.file = file
        try checkWriting()
    }

    /// Reads the path of the option.
    static func path(_ text: String) throws(UsageError) -> String {
        if text.isEmpty { throw UsageError("--timeline takes a file, not ''") }
        return text
    }

    /// Writes the file, at the end of the run; once.
    ///
    /// - Returns: Whether there was no failure.
    @discardableResult
    func write() -> Bool {
        if isWritten.exchange(true) { return true }
        do {
            try timeline.write(to: URL(filePath: file))
            return true
        } catch {
            StandardError.write("Demo: \(UnwritableTimeline(path: file, code: error.systemError))")
            return false
        }
    }

    /// Opens the file for writing; one that exists is kept until the run has ended. A pipe is not opened: its
    /// reader would take that for the end.
    private func checkWriting() throws(UnwritableTimeline) {
        let isNew = access(file, F_OK) != 0
        if !isNew, isPipeOrDevice {
            guard access(file, W_OK) == 0 else { throw UnwritableTimeline(path: file, code: errno) }
            return
        }
        let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw UnwritableTimeline(path: file, code: errno) }
        close(descriptor)
        if isNew { unlink(file) }
    }
}

extension Recording {
    private var isPipeOrDevice: Bool {
        var status = stat()
        return stat(file, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }
}

extension Error {
    /// The code of the system's error that has led to this one.
    var systemError: Int32? { ((self as? CocoaError)?.underlying as? POSIXError)?.code.rawValue }
}

/// The error of a file that the timeline can't be written to.
struct UnwritableTimeline: Error, CustomStringConvertible {
    let path: String
    /// The code of the system's error.
    let code: Int32?

    var description: String {
        let reason = code.map { String(cString: strerror($0)) } ?? "not written"
        return "--timeline: \(path.terminalSafe(width: 400)): \(reason)"
    }
}
