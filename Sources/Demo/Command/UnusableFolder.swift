import Flux
import Foundation

/// The error of a folder of an option that files cannot be written to.
struct UnusableFolder: Error, CustomStringConvertible {
    let option: String
    let path: String
    let reason: String

    var description: String { "\(option): \(path.terminalSafe(width: 400)): \(reason)" }

    /// Checks that files can be written to a folder, which is created if it does not exist.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - path: Its path as it was given.
    ///   - option: The name of the option.
    static func check(_ folder: URL, at path: String, of option: String) throws(UnusableFolder) {
        let probe = folder.appending(path: "probe-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
        } catch {
            throw UnusableFolder(option: option, path: path, reason: Self.reason(of: error))
        }
    }

    private static func reason(of error: any Error) -> String {
        let cause = (error as? CocoaError)?.underlying as? POSIXError
        return cause.map { String(cString: strerror($0.code.rawValue)) } ?? "it cannot be written to"
    }
}
