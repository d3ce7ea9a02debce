@testable import Demo

/// A terminal as far as the browser needs one: it interprets bytes, and shows cells.
struct TerminalScreen {
    private(set) var size: ScreenSize
    /// The text of the cells, line by line, with an empty one for the second column of a wide character.
    private(set) var texts: [[String]]
    /// The last style sequence of each cell.
    private(set) var styles: [[String]]
    private(set) var isSecondScreen = false
    private(set) var showsCursor = true
    /// How often the first screen was shown again.
    private(set) var returns = 0
    private(set) var wrapsLines = true
    /// The bytes that were no sequence that this terminal knows.
    private(set) var unknown: [String] = []
    /// Whether characters that are not ASCII take a column more than others think.
    var disagreesOnWidths = false

    /// The images that are shown.
    var pictures = TerminalPictures()
    /// The number of questions about graphics.
    private(set) var questionCount = 0

    private var line = 0
    private var column = 0
    private var style = "\u{1B}[0m"
    private var sequence: String?
    /// The kind of a string that has not ended, and its bytes.
    private var string: Unicode.Scalar?
    private var content: [UInt8] = []
    /// The bytes of a character that is not complete.
    private var incomplete: [UInt8] = []

    init(_ size: ScreenSize) {
        self.size = size
        texts = Array(repeating: Array(repeating: " ", count: size.columns), count: size.lines)
        styles = Array(repeating: Array(repeating: "\u{1B}[0m", count: size.columns), count: size.lines)
    }

    /// The lines without the blanks at their end.
    var lines: [String] {
        texts.map { cells in
            let line = cells.joined()
            return String(
                line.prefix(
                    upTo: line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex))
        }
    }

    var text: String { lines.joined(separator: "\n") }

    /// Shows bytes, which may begin and end within a sequence, or a character.
    mutating func receive(_ bytes: some Sequence<UInt8>) {
        let all = incomplete + bytes
        let start = all.suffix(3).lastIndex { $0 >= 0xC0 }
        let length = start.map { all[$0] >= 0xF0 ? 4 : all[$0] >= 0xE0 ? 3 : 2 } ?? 0
        let end = start.map { $0 + length > all.count ? $0 : all.count } ?? all.count
        incomplete = Array(all[end...])
        for scalar in String(decoding: all[..<end], as: UTF8.self).unicodeScalars { receive(scalar) }
    }

    private mutating func receive(_ scalar: Unicode.Scalar) {
        if let string {
            take(scalar, ofString: string)
            return
        }
        if let begun = sequence {
            sequence = begun + String(scalar)
            let isFinal = 0x40...0x7E ~= scalar.value && begun != "\u{1B}"
            if begun == "\u{1B}", scalar == "_" || scalar == "P" {
                (sequence, string) = (nil, scalar)
                content = []
            } else if isFinal || (begun == "\u{1B}" && scalar != "[") {
                sequence = nil
                obey(begun + String(scalar))
            }
            return
        }
        switch scalar.value {
        case 0x1B: sequence = "\u{1B}"
        case 0x0D: column = 0
        case 0x0A: line = min(line + 1, size.lines - 1)
        case ..<0x20, 0x7F..<0xA0: unknown.append("\(scalar.value)")
        default: put(scalar)
        }
    }

    /// Takes a scalar of a string that `ESC \` ends: a command of kitty's protocol, or sixels.
    private mutating func take(_ scalar: Unicode.Scalar, ofString kind: Unicode.Scalar) {
        if content.last != 0x1B || scalar != "\\" {
            content.append(UInt8(truncatingIfNeeded: scalar.value))
            return
        }
        string = nil
        let text = String(decoding: content.dropLast(), as: UTF8.self)
        if kind == "P" {
            pictures.draw(sixels: text, line: line, column: column)
            // The cursor may be anywhere.
            (line, column) = (size.lines - 1, 0)
        } else if text.hasPrefix("G") {
            if text.contains("a=q") { questionCount += 1 }
            pictures.obey(text.dropFirst(), line: line, column: column)
        } else {
            unknown.append(text)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = scalar.columns
        if width == 0 {
            var last = column - 1
            if last >= 0, texts[line][last].isEmpty { last -= 1 }
            if last >= 0 { texts[line][last].unicodeScalars.append(scalar) }
            return
        }
        // Without line wrap the last column is written again.
        column = min(column, size.columns - width)
        set(column, String(scalar))
        if width == 2 { set(column + 1, "") }
        column += width
        if disagreesOnWidths, !scalar.isASCII, !(0x2500...0x259F ~= scalar.value) { column += 1 }
    }

    private mutating func set(_ column: Int, _ text: String) {
        // Half of a wide character cannot stay.
        if texts[line][column].isEmpty, !text.isEmpty, column > 0 { texts[line][column - 1] = " " }
        if column + 1 < size.columns, texts[line][column + 1].isEmpty { texts[line][column + 1] = " " }
        texts[line][column] = text
        pictures.erase(line: line, column: column)
        styles[line][column] = style
    }

    private mutating func obey(_ sequence: String) {
        let numbers = sequence.dropFirst(2).dropLast().split(separator: ";", omittingEmptySubsequences: false)
            .map { Int($0) }
        switch (sequence.last, sequence) {
        case (_, "\u{1B}[2J"):
            self = with(TerminalScreen(size))
        case ("H", _):
            line = min(size.lines, numbers.first.flatMap(\.self) ?? 1) - 1
            column = min(size.columns, (numbers.count > 1 ? numbers[1] : nil) ?? 1) - 1
        case (_, "\u{1B}[K"): for column in column..<size.columns { set(column, " ") }
        case (_, "\u{1B}[16t"), (_, "\u{1B}[c"): questionCount += 1
        case (_, "\u{1B}\\"): break
        case ("m", _): style = sequence
        case (_, "\u{1B}[?1049h"): isSecondScreen = true
        case (_, "\u{1B}[?1049l"):
            isSecondScreen = false
            returns += 1
        case (_, "\u{1B}[?25h"): showsCursor = true
        case (_, "\u{1B}[?25l"): showsCursor = false
        case (_, "\u{1B}[?7h"): wrapsLines = true
        case (_, "\u{1B}[?7l"): wrapsLines = false
        case (_, "\u{1B}[?2026h"), (_, "\u{1B}[?2026l"), (_, "\u{1B}[?2004h"), (_, "\u{1B}[?2004l"): break
        default: unknown.append(sequence)
        }
    }

    /// An empty screen in the modes of this one.
    private func with(_ blank: TerminalScreen) -> TerminalScreen {
        var screen = blank
        screen.isSecondScreen = isSecondScreen
        screen.showsCursor = showsCursor
        screen.wrapsLines = wrapsLines
        screen.unknown = unknown
        screen.returns = returns
        screen.disagreesOnWidths = disagreesOnWidths
        screen.style = style
        screen.questionCount = questionCount
        screen.pictures = pictures
        screen.pictures.eraseAll()
        return screen
    }
}
