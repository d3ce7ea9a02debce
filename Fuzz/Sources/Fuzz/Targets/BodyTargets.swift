import Foundation

@testable import FluxImages
@testable import FluxLoading
@testable import PagingOperators

extension FuzzTarget {
    static let dataURL = FuzzTarget(text: "data-url") { text in
        guard let url = DataURL(text) else { return }
        expect(url.body.count <= text.utf8.count, "\(url.body.count) bytes")
    }

    static let json = FuzzTarget("json") { data in
        for isLines in [false, true] {
            guard let body = try? JSONText(data, isLines: isLines) else { continue }
            visit(body, depth: 0)
            if body.document.isSequence { continue }
            var line: [UInt8] = []
            body.appendLine(to: &line)
            guard let copy = try? JSONText(Data(line)) else { fatalError("a line is no JSON") }
            expect(copy.kind == body.kind, "a line of another type")
        }
    }

    /// Reads everything of a value.
    private static func visit(_ text: JSONText, depth: Int) {
        switch text.kind {
        case .array:
            for element in text.elements where depth < 3 { visit(element, depth: depth + 1) }
        case .object:
            for (name, value) in text.members where depth < 3 {
                expect(text[name] != nil, "no member '\(name)'")
                visit(value, depth: depth + 1)
            }
        case .string: _ = text.integer
        case .number: check(text)
        case .null, .boolean: expect(text.boolean != nil || text.kind == .null, "no boolean")
        }
        if let identifier = text.identifier {
            expect(identifier == text.identifier, "'\(identifier)' is not equal to itself")
            expect((try? JSONEncoder().encode(identifier)) != nil, "'\(identifier)' is not encoded")
        }
    }

    private static func check(_ text: JSONText) {
        guard let number = text.number else { fatalError("no number") }
        let same = JSONNumber(literal: number.literal.uppercased())
        expect(number == same && number.hashValue == same.hashValue, "\(number) is not equal to itself")
        guard let integer = number.integer else { return }
        expect(JSONNumber(literal: "\(integer)") == number, "\(number) is read as \(integer)")
    }

    static let number = FuzzTarget(text: "number") { literal in
        guard let text = try? JSONText(Data(literal.utf8)), text.kind == .number else { return }
        check(text)
    }

    /// A path in the first line, and a body in which it is looked up. Steps of a path are names as in bodies.
    static let path = FuzzTarget("path") { data in
        let (lines, rest) = data.cutLines(1)
        if let path = JSONPath(lines[0]) {
            expect(JSONPath(path.description) == path, "'\(path)' is read as another path")
            if let body = try? JSONText(rest) { _ = try? body.value(at: path) }
        }
        let steps = lines[0].split(separator: "/").map(String.init)
        guard !steps.isEmpty else { return }
        let path = JSONPath(steps: steps)
        expect(JSONPath(path.description) == path, "'\(path)' is read as another path than \(steps)")
    }

    /// A path in the first line, a text in the second, and a body in which the text is set at the path.
    static let setting = FuzzTarget("setting") { data in
        let (lines, rest) = data.cutLines(2)
        // A longer path would nest deeper than bodies may be.
        guard let path = JSONPath(lines[0]), path.steps.count <= 8, let body = try? JSONText(rest) else {
            return
        }
        guard let set = try? body.setting(path, to: lines[1].jsonLiteral) else {
            expect(lastValue(of: body, at: path) == nil, "'\(path)' is there and is not set")
            return
        }
        guard let text = try? JSONText(set) else { fatalError("a body with a member set is no JSON") }
        let value = lastValue(of: text, at: path)?.string
        expect(value.map { $0.utf8.elementsEqual(lines[1].utf8) } ?? false, "'\(path)' has another text")
        for member in body.members where !member.name.utf8.elementsEqual(path.steps[0].utf8) {
            let copies = text.members.filter { $0.name.utf8.elementsEqual(member.name.utf8) }
            expect(
                copies.contains { bytes(of: $0.value) == bytes(of: member.value) }, "'\(member.name)' differs"
            )
        }
    }

    /// Returns the value at a path of names. Of members with the same name the last counts.
    private static func lastValue(of body: JSONText, at path: JSONPath) -> JSONText? {
        path.steps.reduce(body) { value, step in
            value?.members.last { $0.name.utf8.elementsEqual(step.utf8) }?.value
        }
    }

    private static func bytes(of text: JSONText) -> [UInt8] { text.withBytes { Array($0) } }

    static let serverMessage = FuzzTarget("server-message") { data in
        guard let message = ServerMessage.text(in: data) else { return }
        expect(message.count <= 200, "a message of \(message.count) characters")
        let isSafe = message.unicodeScalars.allSatisfy {
            ![.control, .format].contains($0.properties.generalCategory)
        }
        expect(isSafe, "control characters in a message")
    }

    /// A file of the disk cache, also with its checksum corrected, since hardly any input has the right one.
    static let diskRecord = FuzzTarget("disk-record") { data in
        for bytes in [[UInt8](data), DiskRecord.corrected([UInt8](data))] {
            guard let record = DiskRecord(FileBytes(bytes)) else { continue }
            let copy = DiskRecord(FileBytes(record.makeHead() + record.entry.data))
            expect(copy?.key == record.key && copy?.entry == record.entry, "a record is read as another")
            expect(
                copy?.stored.timeIntervalSince1970.bitPattern
                    == record.stored.timeIntervalSince1970.bitPattern
                    || record.stored.timeIntervalSince1970.isNaN, "another time")
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            _ = record.isExpired(at: now, after: .seconds(3600))
            if let response = StoredResponse(metadata: record.entry.metadata) { judge(response) }
        }
    }
}

extension DiskRecord {
    /// Returns the content of a file with the right checksum, if it is long enough to have one.
    fileprivate static func corrected(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= fixedCount else { return bytes }
        var copy = bytes
        let lengths = [(24, 4), (28, 4)].map { offset, count in
            copy[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let headCount = min(copy.count, fixedCount + lengths[0] + lengths[1])
        let dataCount = UInt64(copy.count - headCount)
        withUnsafeBytes(of: dataCount.littleEndian) { copy.replaceSubrange(32..<40, with: $0) }
        let checksum = copy.withUnsafeBytes { all in
            DiskChecksum.sum(
                of: UnsafeRawBufferPointer(rebasing: all[headCount...]),
                seed: XXHash64.hash(UnsafeRawBufferPointer(rebasing: all[16..<headCount])))
        }
        withUnsafeBytes(of: checksum.littleEndian) { copy.replaceSubrange(8..<16, with: $0) }
        return copy
    }
}
