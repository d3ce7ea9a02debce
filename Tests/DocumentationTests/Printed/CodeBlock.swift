/// A run of lines of code, as a text prints it or as a source has it between two markers.
struct CodeBlock: Hashable, Sendable, CustomStringConvertible {
    /// The lines, without the indentation that they have in common.
    let lines: [String]

    init(_ lines: some Sequence<Substring>) {
        let indented = lines.map { String($0) }
        let indentation =
            indented.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        self.lines = indented.map { String($0.dropFirst(indentation)) }
    }

    var description: String { lines.joined(separator: "\n") }

    /// The blocks between two kinds of lines.
    static func blocks(
        of lines: [Substring], from isStart: (Substring) -> Bool, to isEnd: (Substring) -> Bool
    ) -> [CodeBlock] {
        var blocks: [CodeBlock] = []
        var rest = lines[...]
        while let start = rest.firstIndex(where: isStart) {
            let body = rest[(start + 1)...].prefix { !isEnd($0) }
            blocks.append(CodeBlock(body))
            rest = rest[body.endIndex...].dropFirst()
        }
        return blocks
    }

    /// The blocks that sources of the tests mark, all of which are compiled.
    static func marked() throws -> [CodeBlock] {
        try SourceFile.all(in: "Tests", kind: "swift").flatMap { file in
            blocks(
                of: file.lines,
                from: { $0.hasSuffix("// snippet: begin") }, to: { $0.hasSuffix("// snippet: end") })
        }
    }
}
