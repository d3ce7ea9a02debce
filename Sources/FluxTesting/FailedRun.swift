import FluxTimeline
import Foundation
import PagingOperators

/// Writes the timelines of tests that have failed.
enum FailedRun {
    /// Where files and lines are written.
    struct Output: Sendable {
        /// The folder of the files.
        var folder =
            ProcessInfo.processInfo.environment["FLUX_TIMELINES"].map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory
        /// Prints a line.
        var print = PageLog.standardError
    }

    /// The output of this task; another one in the tests of this module.
    @TaskLocal static var output = Output()

    /// Writes a timeline to a file of its own, and prints its path.
    ///
    /// - Returns: The file; `nil` if it could not be written.
    @discardableResult
    static func write(_ timeline: Timeline, of name: String) -> URL? {
        let output = output
        let file = output.folder.appending(path: "flux-\(name)-\(UUID().uuidString.prefix(8)).html")
        do {
            try FileManager.default.createDirectory(at: output.folder, withIntermediateDirectories: true)
            try timeline.write(to: file)
            output.print("The timeline of the failed \(name) is at \(file.path)")
            return file
        } catch {
            output.print("The timeline of the failed \(name) was not written: \(error)")
            return nil
        }
    }
}
