import Flux
import Foundation

/// Writes items, or some of their fields, as lines of JSON.
struct ItemLines {
    /// The number of bytes that are written together, so that the lines of a large page need little memory.
    static let usualBatchSize = 64 * 1024

    /// The number of bytes that a pipe takes together or not at all: `PIPE_BUF` of the system. If the program
    /// ends while it waits for a pipe that is not read, the pipe has nothing of a batch of this size. Of a
    /// longer line it may have a part; a socket may have a part of any batch.
    static let pipeBatchSize: Int = {
        #if canImport(Darwin)
            return 512
        #else
            return 4096
        #endif
    }()

    /// The number of bytes of a batch, unless a single line is longer.
    private let batchSize: Int
    /// The paths of the fields, and the beginning of each in a line: its name and a colon.
    private let fields: [(path: JSONPath, prefix: [UInt8])]

    /// Makes lines.
    ///
    /// - Parameters:
    ///   - fields: The paths of the fields to print, by these as names; empty for the items themselves.
    ///     Missing ones are null.
    ///   - batchSize: The number of bytes that are written together.
    init(fields: [JSONPath], batchSize: Int = ItemLines.usualBatchSize) {
        self.batchSize = batchSize
        self.fields = fields.map { ($0, Array("\($0.label.jsonLiteral):".utf8)) }
    }

    /// Writes the lines of items.
    ///
    /// - Parameters:
    ///   - items: The items' JSON, which is copied but for line breaks, which become spaces, and characters
    ///     that could control a terminal, which become escapes.
    ///   - write: Writes lines of a number of items.
    func write(_ items: some Sequence<JSONText>, to write: (_ lines: Data, _ count: Int) -> Void) {
        var lines: [UInt8] = []
        var count = 0
        for item in items {
            let end = lines.count
            append(item, to: &lines)
            if end > 0, lines.count > batchSize {
                write(Data(lines[..<end]), count)
                lines.removeSubrange(..<end)
                count = 0
            }
            count += 1
        }
        if !lines.isEmpty { write(Data(lines), count) }
    }

    private func append(_ item: JSONText, to lines: inout [UInt8]) {
        let start = lines.count
        if fields.isEmpty {
            item.appendLine(to: &lines)
        } else {
            appendFields(of: item, to: &lines)
        }
        if lines[start...].contains(where: { $0 >= 0x7F }) {
            let line = String(decoding: lines[start...], as: UTF8.self)
            lines.replaceSubrange(start..., with: line.jsonTerminalSafe.utf8)
        }
        lines.append(UInt8(ascii: "\n"))
    }

    private func appendFields(of item: JSONText, to lines: inout [UInt8]) {
        lines.append(UInt8(ascii: "{"))
        for (index, field) in fields.enumerated() {
            if index > 0 { lines.append(UInt8(ascii: ",")) }
            lines += field.prefix
            if let value = try? item.value(at: field.path) {
                value.appendLine(to: &lines)
            } else {
                lines += "null".utf8
            }
        }
        lines.append(UInt8(ascii: "}"))
    }
}

extension JSONPath {
    /// The path without the backslashes of its text.
    fileprivate var label: String { steps.joined(separator: ".") }
}
