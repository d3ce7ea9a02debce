import Foundation

/// A page of the documentation's catalogue.
struct Article: Sendable, CustomStringConvertible {
    let name: String
    let lines: [Substring]

    /// The pages of the catalogue, by name.
    static func all() throws -> [Article] {
        let folder = root.appending(path: "Sources/PagingOperators/PagingOperators.docc")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "md" }
            .sorted { $0.path < $1.path }
            .map { file in
                let text = try String(contentsOf: file, encoding: .utf8)
                return Article(
                    name: file.lastPathComponent,
                    lines: text.split(separator: "\n", omittingEmptySubsequences: false))
            }
    }

    var description: String { name }

    /// The blocks of Swift, without their indentation.
    var code: [CodeBlock] {
        CodeBlock.blocks(of: lines, from: { $0 == "```swift" }, to: { $0 == "```" })
    }

    /// The folder of the package.
    static var root: URL {
        var folder = URL(filePath: #filePath)
        while folder.lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
        return folder.deletingLastPathComponent()
    }
}
