import FluxTimeline
import Foundation
import PagingOperators

/// Writes the timelines of tests that have failed.
enum FailedRun {
    /// The folder of the files.
    static var folder: URL {
        ProcessInfo.processInfo.environment["FLUX_TIMELINES"].map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory
    }

    /// Writes a timeline to a file of its own, and prints its path.
    ///
    /// - Returns: The file; `nil` if it could not be written.
    @discardableResult
    static func write(_ timeline: Timeline, of name: String, to folder: URL = folder) -> URL? {
        let file = folder.appending(path: "flux-\(name)-\(UUID().uuidString.prefix(8)).html")
        do {
            try timeline.write(to: file)
            PageLog.standardError("The timeline of the failed \(name) is at \(file.path)")
            return file
        } catch {
            PageLog.standardError("The timeline of the failed \(name) was not written: \(error)")
            return nil
        }
    }
}
