import Testing

/// The tables of "Coming from Nuke or Kingfisher": what each row says is tested.
struct MigrationTableTests {
    /// The first cells of the rows, which are the names of other libraries.
    private static func rows() throws -> [Substring] {
        let article = try #require(
            SourceFile.all(in: "Sources/FluxImages/FluxImages.docc", kind: "md").first {
                $0.path.hasSuffix("Coming-from-Nuke-or-Kingfisher.md")
            })
        return article.lines.compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimming(" ") }
            return line.hasPrefix("|") && cells.first?.hasPrefix("`") == true ? cells.first : nil
        }
    }

    /// The rows that tests name, in comments above them: `// row: …`, several after each other, wrapped as
    /// comments are.
    private static func testedRows() throws -> [String] {
        try SourceFile.all(in: "Tests/", kind: "swift").flatMap { file in
            let lines = file.lines.map { $0.trimming(" ") }
            return lines.indices.filter { lines[$0].hasPrefix("// row: ") }.flatMap { first in
                let comment = lines[first...].prefix { $0.hasPrefix("// ") }
                guard comment.endIndex < lines.endIndex, lines[comment.endIndex].hasPrefix("@Test") else {
                    return [String]()
                }
                return comment.map { $0.dropFirst(3) }.joined(separator: " ").split(separator: "row: ").map {
                    String($0.trimming(" "))
                }
            }
        }
    }

    @Test func eachRowHasATest() throws {
        let rows = try Self.rows()
        #expect(rows.count > 60)
        #expect(Set(rows).count == rows.count)
        let tested = Set(try Self.testedRows())
        for row in rows where !tested.contains(String(row)) { Issue.record("No test has the row \(row)") }
        for row in tested.subtracting(rows.map(String.init)) { Issue.record("No row is \(row)") }
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        var text = drop { $0 == character }
        while text.last == character { text.removeLast() }
        return text
    }
}
