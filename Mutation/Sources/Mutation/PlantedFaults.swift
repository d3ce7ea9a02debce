import Foundation

/// Faults that are planted by hand, each of which a program of Explore must find.
///
/// An entry of the list is a paragraph: the file's path, `- ` and each line as it is, `+ ` and each line that
/// it becomes, the name of the program, and what is wrong. `PLANTED` in the new lines stands for the
/// condition that the fault is active.
struct PlantedFaults {
    struct Fault {
        var mutant: Mutant
        /// The name of the program that finds it.
        var program: String
    }

    private(set) var faults: [Fault] = []

    /// - Parameters:
    ///   - list: The list.
    ///   - package: The folder that the paths are in.
    init(contentsOf list: URL, in package: URL) throws {
        let paragraphs = try String(contentsOf: list, encoding: .utf8).components(separatedBy: "\n\n")
        var files: [String: SourceFile] = [:]
        for paragraph in paragraphs where !paragraph.hasPrefix("#") {
            let lines = paragraph.split(separator: "\n").map(String.init)
            guard let path = lines.first else { continue }
            let old = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2).description.onOneLine }
            let new = lines.filter { $0.hasPrefix("+ ") }.map { $0.dropFirst(2).description }
            let rest = lines.dropFirst(1 + old.count + new.count)
            guard !old.isEmpty, !new.isEmpty, rest.count > 1, let program = rest.first else {
                throw MutationError("\(list.lastPathComponent): not an entry:\n\(paragraph)")
            }
            let file = try files[path] ?? SourceFile(path: path, in: package)
            files[path] = file
            let mutant = try Self.mutant(
                of: file, from: old, to: new, kind: rest.dropFirst().joined(separator: " "))
            faults.append(Fault(mutant: mutant, program: program))
        }
    }

    private static func mutant(
        of file: SourceFile, from old: [String], to new: [String], kind: String
    ) throws -> Mutant {
        let lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let texts = lines.map { String(decoding: $0, as: UTF8.self).onOneLine }
        let starts = texts.indices.filter { texts[$0...].starts(with: old) }
        guard let start = starts.first, starts.count == 1 else {
            throw MutationError("\(file.path): in \(starts.count) places:\n\(old.joined(separator: "\n"))")
        }
        let text = new.joined(separator: "\n")
        return Mutant(
            file: file, range: lines[start].startIndex..<lines[start + old.count - 1].endIndex,
            line: start + 1, kind: kind, original: old.joined(separator: " "), mutated: text.onOneLine,
            replacement: { text.replacingOccurrences(of: "PLANTED", with: $0) })
    }
}

extension SourceFile {
    convenience init(path: String, in package: URL) throws {
        let data = try Data(contentsOf: package.appendingPathComponent(path))
        self.init(path: path, bytes: Array(data))
    }
}
