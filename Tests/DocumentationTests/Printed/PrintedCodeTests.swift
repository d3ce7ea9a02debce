import Testing

/// The README, the articles and the documentation of symbols print code that is compiled.
///
/// It stands in sources of the tests, line for line, between `// snippet: begin` and `// snippet: end`, and
/// most of it is run there, too.
struct PrintedCodeTests {
    @Test func everyPrintedBlockIsCompiled() throws {
        let marked = Set(try CodeBlock.marked())
        for text in try PrintedText.all() {
            for block in text.code {
                // Not in the expectation, which would print all of them.
                let isMarked = marked.contains(block)
                #expect(isMarked, "\(text) prints code that no test has:\n\(block)")
            }
        }
    }

    @Test func everyMarkedBlockIsPrinted() throws {
        let printed = Set(try PrintedText.all().flatMap(\.code))
        for block in try CodeBlock.marked() {
            let isPrinted = printed.contains(block)
            #expect(isPrinted, "This is printed nowhere:\n\(block)")
        }
    }

    @Test(arguments: [
        "/README.md", "/CONTRIBUTING.md", "/Sources/Streams/Streams.docc/Streams.md",
        "/Sources/Streams/Internal/README.md",
        "/Sources/FluxTesting/FluxTesting.docc/FluxTesting.md",
        "/Sources/PagingOperators/PagingOperators.docc/Showing-changes.md",
        "/Sources/PagingOperators/Screens/PagingModel.swift",
    ])
    func codeOfATextIsFound(path: String) throws {
        #expect(try PrintedText.all().contains { $0.path == path })
    }
}
