// Checks that comments are wrapped at the width of the code: `swift .ci/comments.swift [--fix] PATH…`.
//
// A paragraph of a comment has to be wrapped again if one of its lines exceeds the formatter's line length,
// or if it takes more lines than necessary. Code, tables, headings and lines with a meaning of their own,
// such as `// snippet: begin`, stay as they are. With `--fix` the files are changed.
import Foundation

struct FormatterConfiguration: Decodable {
    let lineLength: Int
}

/// Consecutive lines of a comment that are one text.
struct Paragraph {
    let start: Int
    /// What precedes the text in its first line, and in the others.
    let first: String
    var rest: String
    var words: [Substring]
    var lines: [String]
    /// Whether the lines are aligned, so that they stay as they are.
    var isAligned = false

    /// The lines after wrapping; `nil` if one of them would have another meaning at the beginning of a line.
    func wrapped(at width: Int) -> [String]? {
        var lines: [String] = []
        var line = first
        var isEmpty = true
        for word in joined() {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                (line, isEmpty) = (rest, true)
                if word.prefixMatch(of: #/([-*+]|\d+\.|#+|>)$/#) != nil { return nil }
            }
            line += isEmpty ? word : " " + word
            isEmpty = false
        }
        return lines + [line]
    }

    /// The words; a code span is one of them.
    private func joined() -> [String] {
        var words: [String] = []
        var span: String?
        for word in self.words {
            let isOdd = word.filter { $0 == "`" }.count % 2 == 1
            switch (span, isOdd) {
            case (nil, false): words.append(String(word))
            case (nil, true): span = String(word)
            case (let text?, false): span = text + " " + word
            case (let text?, true):
                words.append(text + " " + word)
                span = nil
            }
        }
        return words + (span.map { $0.split(separator: " ").map(String.init) } ?? [])
    }
}

/// The paragraphs of the comments of a file.
func paragraphs(of lines: [String]) -> [Paragraph] {
    let fixed = #/(snippet:|error:|MARK:|swift-format|swift-tools|\||#|@|<)/#
    var found: [Paragraph] = []
    var current: Paragraph?
    var isCode = false
    var isText = false
    func end() {
        if let current { found.append(current) }
        current = nil
    }
    for (index, line) in lines.enumerated() {
        let code = line.drop { $0 == " " }
        guard code.hasPrefix("//"), !isText else {
            if code.contains("\"\"\""),
                code.split(separator: "\"\"\"", omittingEmptySubsequences: false).count == 2
            {
                isText.toggle()
            }
            isCode = false
            end()
            continue
        }
        let slashes = code.hasPrefix("///") ? "///" : "//"
        let comment = code.dropFirst(slashes.count).drop { $0 == " " }
        let mark = line.prefix(line.count - code.count) + slashes + " "
        let indent = String(repeating: " ", count: max(0, code.count - slashes.count - comment.count - 1))
        let text = comment
        if text.hasPrefix("```") { isCode.toggle() }
        if isCode || text.isEmpty || text.hasPrefix("```") || text.prefixMatch(of: fixed) != nil {
            end()
            continue
        }
        let words = text.split(separator: " ")
        let isAligned = text.contains(#/\S  +\S/#)
        if let item = text.prefixMatch(of: #/([-*+]|\d+\.) +/#) {
            end()
            current = Paragraph(
                start: index, first: mark + indent + item.0,
                rest: mark + indent + String(repeating: " ", count: item.0.count),
                words: text[item.range.upperBound...].split(separator: " "), lines: [line],
                isAligned: isAligned)
            continue
        }
        if var paragraph = current, paragraph.rest == mark + indent {
            paragraph.words += words
            paragraph.lines.append(line)
            paragraph.isAligned = paragraph.isAligned || isAligned
            current = paragraph
        } else {
            end()
            current = Paragraph(
                start: index, first: mark + indent, rest: mark + indent, words: words, lines: [line],
                isAligned: isAligned || indent.count >= 4)
        }
    }
    end()
    return found
}

let fixes = CommandLine.arguments.contains("--fix")
let configuration = try Data(contentsOf: URL(filePath: ".swift-format"))
let width = try JSONDecoder().decode(FormatterConfiguration.self, from: configuration).lineLength
var count = 0
for path in CommandLine.arguments.dropFirst() where path != "--fix" {
    let files =
        path.hasSuffix(".swift")
        ? [path] : try FileManager.default.subpathsOfDirectory(atPath: path).map { "\(path)/\($0)" }
    for file in files.sorted() where file.hasSuffix(".swift") {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for paragraph in paragraphs(of: lines).reversed() where !paragraph.isAligned {
            guard let wrapped = paragraph.wrapped(at: width), wrapped != paragraph.lines else { continue }
            let longest = paragraph.lines.map(\.count).max() ?? 0
            guard
                wrapped.count < paragraph.lines.count
                    || longest > width && wrapped.count > paragraph.lines.count
                    || longest > width && (wrapped.map(\.count).max() ?? 0) <= width
            else { continue }
            count += 1
            if fixes {
                lines.replaceSubrange(
                    paragraph.start..<paragraph.start + paragraph.lines.count, with: wrapped)
            } else {
                print("\(file):\(paragraph.start + 1): this comment has to be wrapped at \(width) columns")
            }
        }
        let fixed = lines.joined(separator: "\n")
        if fixes, fixed != text {
            // A link stays a link.
            let file = URL(filePath: file).resolvingSymlinksInPath()
            try fixed.write(to: file, atomically: true, encoding: .utf8)
        }
    }
}
if !fixes, count > 0 { exit(1) }
