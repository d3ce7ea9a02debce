import Flux
import Foundation

/// An item, or some of its fields, as one line of JSON.
struct ItemLine {
    /// The line with its end.
    let bytes: Data

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - item: The item's JSON, which is copied but for white space and characters that could control a terminal.
    ///   - fields: The paths of the fields to print, by these as names; empty for the item itself. Missing ones are null.
    init(_ item: JSONText, fields: [JSONPath]) throws {
        var line: [UInt8] = []
        if fields.isEmpty {
            item.appendLine(to: &line)
        } else {
            line += "{".utf8
            for (index, path) in fields.enumerated() {
                if index > 0 { line += ",".utf8 }
                line += try JSONEncoder().encode("\(path)") + ":".utf8
                if let value = try? item.value(at: path) {
                    value.appendLine(to: &line)
                } else {
                    line += "null".utf8
                }
            }
            line += "}".utf8
        }
        if line.contains(where: { $0 >= 0x7F }) {
            line = Array(String(decoding: line, as: UTF8.self).jsonTerminalSafe.utf8)
        }
        bytes = Data(line + "\n".utf8)
    }
}
