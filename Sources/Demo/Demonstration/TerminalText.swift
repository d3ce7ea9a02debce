extension String {
    /// The text with everything that could control a terminal as escapes: control characters of C0 and C1,
    /// DEL, the marks and overrides of bidirectional text, line and paragraph separators, and other format
    /// characters.
    ///
    /// - Complexity: O(*n*), the length of the text.
    var terminalSafe: String {
        guard unicodeScalars.contains(where: \.isUnsafeInTerminal) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isUnsafeInTerminal {
                text += scalar.escape
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Returns the text, safe for a terminal, cut to a number of characters; the last one shows that it was
    /// cut.
    func terminalSafe(width: Int) -> String {
        // Combining marks don't count as characters, so that the number of scalars needs a limit as well.
        let scalars = unicodeScalars.prefix(width * 4)
        let safe = String(scalars).terminalSafe
        if safe.count <= width, scalars.count == unicodeScalars.count { return safe }
        return safe.prefix(max(0, width - 1)) + "…"
    }

    /// JSON text with the characters that a terminal could obey as `\u` escapes, which mean the same in JSON.
    ///
    /// White space of JSON stays: within strings JSON has control characters of ASCII as escapes only.
    var jsonTerminalSafe: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isUnsafeInTerminal, scalar.value >= 0x20 {
                for unit in scalar.utf16 { text += "\\u" + unit.hexadecimal(digits: 4) }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isUnsafeInTerminal: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        // Joiners form letters and emoji, and control nothing.
        if value == 0x200C || value == 0x200D { return false }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The escape sequence of the character, such as `\n`, `\u{1B}`.
    fileprivate var escape: String {
        switch self {
        case "\n": #"\n"#
        case "\r": #"\r"#
        case "\t": #"\t"#
        default: #"\u{\#(value.hexadecimal(digits: 2))}"#
        }
    }
}

extension FixedWidthInteger {
    fileprivate func hexadecimal(digits: Int) -> String {
        let text = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
