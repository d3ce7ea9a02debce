import Foundation

extension JSONText {
    /// The text of a string; `nil` for other values, and for a string with a lone surrogate, which is no
    /// text.
    package var string: String? {
        guard kind == .string else { return nil }
        return withBytes { Self.unescape(Self.content(of: $0)) }
    }

    /// The value of a boolean.
    package var boolean: Bool? {
        kind == .boolean ? document.bytes[range.lowerBound] == UInt8(ascii: "t") : nil
    }

    /// The number, exactly as it was received.
    package var number: JSONNumber? {
        kind == .number ? withBytes { JSONNumber(literal: String(decoding: $0, as: UTF8.self)) } : nil
    }

    /// A whole number in the range of `Int`, also in a string, as some servers send it.
    package var integer: Int? {
        number?.integer ?? string.flatMap { Int($0) }
    }

    /// The identifier that a number or text is.
    package var identifier: JSONIdentifier? {
        number.map { .number($0) } ?? string.map { .text($0) }
    }

    /// Returns whether this is a string of the same code points.
    func isString(_ text: String) -> Bool {
        withBytes { bytes in
            let content = Self.content(of: bytes)
            guard content.contains(UInt8(ascii: "\\")) else {
                return content.count == text.utf8.count && content.elementsEqual(text.utf8)
            }
            return Self.unescape(content)?.utf8.elementsEqual(text.utf8) ?? false
        }
    }

    /// Appends the value as one line: a line break between its tokens becomes a space. Strings have none. A
    /// sequence of values becomes their array.
    package func appendLine(to line: inout [UInt8]) {
        if isSequence {
            line.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { line.append(UInt8(ascii: ",")) }
                element.appendLine(to: &line)
            }
            line.append(UInt8(ascii: "]"))
            return
        }
        withBytes { bytes in
            let start = line.count
            line.append(contentsOf: bytes)
            guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return }
            for index in start..<line.count where line[index] == 0x0A || line[index] == 0x0D {
                line[index] = 0x20
            }
        }
    }

    /// What is between the quotation marks of a string.
    private static func content(of string: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: string.dropFirst().dropLast())
    }

    /// Replaces the escapes of a validated string; `nil` if it has a lone surrogate.
    private static func unescape(_ content: UnsafeRawBufferPointer) -> String? {
        guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
        var units: [UInt8] = []
        units.reserveCapacity(content.count)
        var rest = content[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                units.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"):
                guard let scalar = popScalar(&rest) else { return nil }
                units.append(contentsOf: UTF8.encode(scalar)!)  // every scalar has a UTF-8 form
            default: units.append(escape)
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    /// Reads four hexadecimal digits, and a second escape after a high surrogate.
    private static func popScalar(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Unicode.Scalar? {
        let unit = popUnit(&rest)
        guard 0xD800...0xDBFF ~= unit else { return Unicode.Scalar(unit) }
        guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u") else { return nil }
        let low = popUnit(&rest)
        guard 0xDC00...0xDFFF ~= low else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    private static func popUnit(_ rest: inout Slice<UnsafeRawBufferPointer>) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 { unit = unit << 4 | UInt32(rest.popFirst()?.hexadecimalValue ?? 0) }
        return unit
    }
}
