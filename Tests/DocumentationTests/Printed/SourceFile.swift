import Foundation

/// A file of the package.
struct SourceFile: Sendable {
    /// Its path in the package.
    let path: String
    let lines: [Substring]

    /// The files of a kind, by their paths.
    ///
    /// - Parameters:
    ///   - paths: Files, and folders with all that is in them.
    ///   - kind: What the names of the files end with, after the dot.
    static func all(in paths: String..., kind: String) throws -> [SourceFile] {
        var files: [URL] = []
        for path in paths {
            let url = root.appending(path: path)
            if !url.hasDirectoryPath { files.append(url) }
            let contents = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
            files += contents?.compactMap { $0 as? URL } ?? []
        }
        return try files.filter { $0.pathExtension == kind }.sorted { $0.path < $1.path }.map(SourceFile.init)
    }

    private init(_ url: URL) throws {
        path = String(url.path.dropFirst(SourceFile.root.path.count))
        lines = try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The lines of documentation, without what marks them as such; an empty line stands for all others.
    var documentation: [Substring] {
        lines.map { line in
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("///") else { return "" }
            return text.dropFirst(text.hasPrefix("/// ") ? 4 : 3)
        }
    }

    /// The folder of the package.
    private static let root: URL = {
        var folder = URL(filePath: #filePath)
        while folder.lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
        return folder.deletingLastPathComponent()
    }()
}
