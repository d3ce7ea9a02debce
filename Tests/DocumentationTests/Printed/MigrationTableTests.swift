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

    /// The rows that tests name, in a comment `// row: …` above the test.
    private static func testedRows() throws -> [Substring] {
        try SourceFile.all(in: "Tests/", kind: "swift").flatMap { file in
            file.lines.indices.compactMap { index in
                let line = file.lines[index].trimming(" ")
                guard line.hasPrefix(marker) else { return nil }
                // Lines with the other rows of the test may follow.
                let next = file.lines[index...].first { !$0.trimming(" ").hasPrefix("//") }
                return next?.trimming(" ").hasPrefix("@Test") == true ? line.dropFirst(marker.count) : nil
            }
        }
    }

    private static let marker = "// row: "

    @Test func eachRowHasATest() throws {
        let rows = try Self.rows()
        #expect(rows.count > 60)
        #expect(Set(rows).count == rows.count)
        let tested = Set(try Self.testedRows())
        for row in rows where !tested.contains(row) { Issue.record("No test has the row \(row)") }
        for row in tested.subtracting(rows) { Issue.record("No row is \(row)") }
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        var text = drop { $0 == character }
        while text.last == character { text.removeLast() }
        return text
    }
}
