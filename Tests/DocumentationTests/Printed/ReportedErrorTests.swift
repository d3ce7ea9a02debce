import Foundation
import Testing

/// The page for those who come from Combine quotes errors in the compiler's words.
struct ReportedErrorTests {
    /// An error is quoted in the heading of its entry, with "…" for what differs. Of each,
    /// `Tests/TypeChecking` has a program for which the compiler reports it, as `.ci/typecheck` finds.
    @Test func everyQuotedErrorIsReported() throws {
        let page = try #require(
            try SourceFile.all(in: "Sources/Streams/Streams.docc/", kind: "md")
                .first { $0.path.hasSuffix("/Coming-from-Combine.md") })
        let quoted = page.lines.filter { $0.hasPrefix("### \"") }.map { $0.dropFirst(5).dropLast() }
        let reported = try SourceFile.all(in: "Tests/TypeChecking/", kind: "swift").flatMap { file in
            file.lines.compactMap { line in
                line.firstRange(of: "// error: ").map { line[$0.upperBound...] }
            }
        }
        #expect(quoted.count > 20)
        for error in quoted where !Self.unreported.contains(String(error)) {
            #expect(reported.contains { Self.matches($0, error) }, "No program has the error \"\(error)\"")
        }
    }

    /// Reported where another module is imported, or after seconds.
    private static let unreported: Set = [
        "'Published' is ambiguous for type lookup in this context",
        "the compiler is unable to type-check this expression in reasonable time",
    ]

    /// Whether a message has the parts of a quotation, one after the other.
    private static func matches(_ message: Substring, _ quoted: Substring) -> Bool {
        let parts = quoted.split(separator: "…", omittingEmptySubsequences: false)
        guard message.hasPrefix(parts[0]) else { return false }
        var rest = message.dropFirst(parts[0].count)
        for part in parts.dropFirst() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
