import Foundation

/// The list of mutants that change nothing that a test could see, by source text, so that it outlives moved
/// lines.
///
/// An entry is a paragraph: the file's name and, where the lines occur in several functions, that of the
/// function, `- ` and the lines as they are, `+ ` and what they become, and the reason.
struct EquivalentMutants {
    private struct Entry: Hashable {
        /// The file, or the file and a function.
        var place: String
        var original: String
        var mutated: String
    }

    private var entries: Set<Entry> = []

    init(contentsOf file: URL) throws {
        let paragraphs = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n\n")
        for paragraph in paragraphs where !paragraph.hasPrefix("#") {
            let lines = paragraph.split(separator: "\n").map(String.init)
            if lines.isEmpty { continue }
            guard lines.count >= 4, lines[1].hasPrefix("- "), lines[2].hasPrefix("+") else {
                throw MutationError("\(file.lastPathComponent): not an entry:\n\(paragraph)")
            }
            entries.insert(
                Entry(
                    place: lines[0], original: lines[1].dropFirst().description.onOneLine,
                    mutated: lines[2].dropFirst().description.onOneLine))
        }
    }

    func contains(_ mutant: Mutant) -> Bool {
        let file = mutant.file.name
        let function = mutant.file.function(at: mutant.range.lowerBound)
        return [file, "\(file) \(function ?? "")"].contains { place in
            entries.contains(Entry(place: place, original: mutant.original, mutated: mutant.mutated))
        }
    }
}

struct MutationError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
