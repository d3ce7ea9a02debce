import Foundation

/// What options may name: environment variables, files, and standard input.
struct CommandInput {
    var environment = ProcessInfo.processInfo.environment
    /// Reads the file at a path; standard input at `-`.
    var read: (String) throws -> Data = { path in
        path == "-"
            ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: URL(filePath: path))
    }

    /// Returns the bytes of a text, of the file after `@`, or of standard input for `-`.
    func data(_ text: String) throws(UsageError) -> Data {
        do {
            if text == "-" { return try read(text) }
            return text.hasPrefix("@") ? try read(String(text.dropFirst())) : Data(text.utf8)
        } catch {
            throw UsageError("--data: '\(text)' could not be read")
        }
    }
}
