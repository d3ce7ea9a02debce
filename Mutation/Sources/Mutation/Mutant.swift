/// One change of a source file.
struct Mutant {
    var file: SourceFile
    /// The bytes that are written anew.
    var range: Range<Int>
    var line: Int
    var kind: String
    /// The source lines that change, as one.
    var original: String
    /// What they become, as one.
    var mutated: String
    /// The text that stands in place of the range, given the expression that says whether the mutant is
    /// active.
    var replacement: (_ isActive: String) -> String

    /// Whether it lets other threads go on where nothing else may happen.
    var isOfThreads: Bool { kind == "no lock" || kind == "not atomic" }
}

/// A source file and where it can be changed.
final class SourceFile {
    /// Relative to the package.
    let path: String
    let bytes: [UInt8]
    let finder: SiteFinder

    var name: String { String(path.split(separator: "/").last ?? "") }

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        finder = SiteFinder(Tokenizer.tokens(of: bytes))
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The whole lines on which a range is.
    func lines(around range: Range<Int>) -> Range<Int> {
        let end = UInt8(ascii: "\n")
        let start = bytes[..<range.lowerBound].lastIndex(of: end).map { $0 + 1 } ?? 0
        return start..<(bytes[range.upperBound...].firstIndex(of: end) ?? bytes.count)
    }

    /// The name of the last function declared before an offset.
    func function(at offset: Int) -> String? {
        let words = text(0..<offset).split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return words.lastIndex(of: "func").flatMap { words.dropFirst($0 + 1).first.map(String.init) }
    }

    func line(at offset: Int) -> Int {
        1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
    }

    /// The source with some mutants built in, which must not overlap.
    ///
    /// - Returns: The text, and the lines on which each mutant stands.
    func text(with mutants: [(number: Int, mutant: Mutant)]) -> (text: String, lines: [Int: ClosedRange<Int>])
    {
        var text = ""
        var lines: [Int: ClosedRange<Int>] = [:]
        var position = 0
        var line = 1
        func add(_ more: String) {
            text += more
            line += more.utf8.count { $0 == UInt8(ascii: "\n") }
        }
        for (number, mutant) in mutants.sorted(by: { $0.mutant.range.lowerBound < $1.mutant.range.lowerBound }
        ) {
            add(self.text(position..<mutant.range.lowerBound))
            let start = line
            add(mutant.replacement("mutantIsActive(\(number))"))
            lines[number] = start...line
            position = mutant.range.upperBound
        }
        add(self.text(position..<bytes.count))
        return (text, lines)
    }
}

extension String {
    /// The text with each run of white space as one space.
    var onOneLine: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
