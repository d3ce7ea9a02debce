import Foundation

extension Data {
    /// The text of a body with everything that could control a terminal, except for line breaks and tabs, as
    /// escapes.
    var terminalSafe: Data {
        var lines = [""]
        for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
            if scalar == "\n" || scalar == "\t" {
                lines.append(contentsOf: [String(scalar), ""])
            } else {
                lines[lines.count - 1].unicodeScalars.append(scalar)
            }
        }
        let safe = lines.map { $0 == "\n" || $0 == "\t" ? $0 : $0.terminalSafe }
        return Data(safe.joined().utf8)
    }

    /// The same text with a line break at its end: the progress replaces the line at which the cursor is.
    var terminalLines: Data {
        let text = terminalSafe
        return text.last == UInt8(ascii: "\n") ? text : text + Data("\n".utf8)
    }
}
