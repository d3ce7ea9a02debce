import Flux
import Foundation

/// The file of `--resume`: the position at which the next run continues.
struct ResumeFile: Sendable {
    private struct Content: Codable {
        /// The list in words, without secrets.
        let list: String
        let place: ItemsPlace
    }

    let path: String
    /// The list that the options describe.
    let list: String

    private var location: URL { URL(filePath: path) }

    /// Returns the place that an earlier run has kept; `nil` if there is no file. Fails if the next one could
    /// not be kept, for which the file is replaced.
    func place() throws(UsageError) -> ItemsPlace? {
        if !FileManager.default.isWritableFile(atPath: target.deletingLastPathComponent().path) {
            throw UsageError("--resume: '\(path)' cannot be written to its folder")
        }
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: location)
        } catch {
            let reason = error.systemError.map { ": \(String(cString: strerror($0)))" } ?? ""
            throw UsageError("--resume: '\(path)' cannot be read\(reason)")
        }
        let content: Content
        do {
            content = try JSONDecoder().decode(Content.self, from: data)
        } catch {
            throw UsageError("--resume: '\(path)' is not a file that --resume has written")
        }
        guard content.list == list else {
            throw UsageError("--resume: '\(path)' is of another list: \(content.list)")
        }
        return content.place
    }

    /// Keeps a place for the next run, in the file that a symbolic link names, with the permissions that it
    /// has.
    ///
    /// - Throws: Why that failed.
    func keep(_ place: ItemsPlace) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var data = try encoder.encode(Content(list: list, place: place))
        data.append(UInt8(ascii: "\n"))
        let file = target
        let permissions = try? FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        try data.write(to: file, options: .atomic)
        if let permissions {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
        }
    }

    /// The file that a symbolic link names, which need not exist.
    private var target: URL {
        var file = location
        // As many links as the system follows.
        for _ in 0..<40 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path) else {
                break
            }
            file = URL(filePath: target, relativeTo: file.deletingLastPathComponent()).absoluteURL
        }
        return file
    }

    /// Removes the file, as the list was read to its end.
    func remove() throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.removeItem(at: location)
    }
}
