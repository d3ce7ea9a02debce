import Foundation

/// A text that prints code: the README, a page of a catalog, or the documentation in a source.
struct PrintedText: Sendable, CustomStringConvertible {
    /// Its path in the package.
    let path: String

    /// The blocks of Swift in it.
    let code: [CodeBlock]

    var description: String { path }

    /// All texts that print Swift.
    static func all() throws -> [PrintedText] { try found.get() }

    private static let found = Result { try find() }

    private static func find() throws -> [PrintedText] {
        let pages = try SourceFile.all(
            in: "Sources", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", kind: "md"
        )
        .map { PrintedText(path: $0.path, code: code(in: $0.lines)) }
        let comments = try SourceFile.all(in: "Sources", kind: "swift")
            .map { PrintedText(path: $0.path, code: code(in: $0.documentation)) }
        return (pages + comments).filter { !$0.code.isEmpty }
    }

    private static func code(in lines: [Substring]) -> [CodeBlock] {
        CodeBlock.blocks(of: lines, from: { $0 == "```swift" }, to: { $0 == "```" })
    }
}
