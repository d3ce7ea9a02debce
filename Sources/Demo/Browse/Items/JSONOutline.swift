import Flux

/// The lines of a JSON value, each with one of its values, which can be folded.
struct JSONOutline {
    /// A value.
    struct Line {
        /// The number of values that contain it.
        let depth: Int
        /// The name of the value in an object, or its index in an array.
        let label: String?
        let value: JSONText
        /// The number of members or elements.
        let count: Int
        /// The line after those of its members.
        fileprivate(set) var end: Int

        var isContainer: Bool { count > 0 }
    }

    /// The largest number of lines: those of an item that is larger are not all shown.
    static let maximumLines = 100_000

    private(set) var lines: [Line] = []
    /// Whether there are more values than lines.
    private(set) var isCut = false

    /// - Complexity: O(*n* *d*) for a value of *n* bytes and of depth *d*.
    init(_ value: JSONText) {
        add(value, label: nil, depth: 0)
    }

    private mutating func add(_ value: JSONText, label: String?, depth: Int) {
        guard lines.count < Self.maximumLines else {
            isCut = true
            return
        }
        let index = lines.count
        switch value.kind {
        case .object:
            let members = value.members
            append(value, label, depth, members.count)
            for (name, member) in members { add(member, label: name, depth: depth + 1) }
        case .array:
            let elements = value.elements
            append(value, label, depth, elements.count)
            for (index, element) in elements.enumerated() {
                add(element, label: "\(index)", depth: depth + 1)
            }
        case .null, .boolean, .number, .string: append(value, label, depth, 0)
        }
        lines[index].end = lines.count
    }

    private mutating func append(_ value: JSONText, _ label: String?, _ depth: Int, _ count: Int) {
        lines.append(Line(depth: depth, label: label, value: value, count: count, end: 0))
    }

    /// The lines of objects and arrays that are within another one: folded at first.
    var nestedContainers: Set<Int> {
        Set(lines.indices.filter { lines[$0].depth > 0 && lines[$0].isContainer })
    }

    /// The line of the value that contains the one of a line.
    func parent(of index: Int) -> Int? {
        let depth = lines[index].depth
        return lines[..<index].lastIndex { $0.depth < depth }
    }
}

extension JSONText {
    /// The beginning of the value on one line, without white space between its tokens.
    ///
    /// - Parameter length: The number of bytes that are read at most.
    /// - Complexity: O(*length*)
    func compactText(length: Int) -> String {
        withBytes { bytes in
            var text: [UInt8] = []
            var (isInString, isEscaped) = (false, false)
            for byte in bytes.prefix(length) {
                if isInString {
                    if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
                    isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                } else if byte <= 0x20 {
                    continue
                } else if byte == UInt8(ascii: "\"") {
                    isInString = true
                }
                text.append(byte)
                if !isInString, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") { text.append(0x20) }
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// A string without escapes in quotes, and any other value as it was received.
    ///
    /// - Parameter length: The number of bytes of an object, or an array, that are read at most.
    func shownText(length: Int) -> String {
        if kind == .object || kind == .array {
            let isEmpty = kind == .object ? members.isEmpty : elements.isEmpty
            return isEmpty ? kind == .object ? "{}" : "[]" : compactText(length: length)
        }
        if let string { return "\"\(string)\"" }
        return withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
