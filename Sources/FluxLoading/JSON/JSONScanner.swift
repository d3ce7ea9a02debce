/// Validates JSON (RFC 8259), value by value, without building a tree.
///
/// The stack is bounded: nested values need one bit each, and more than ``maximumDepth`` of them are refused.
struct JSONScanner {
    /// The limit of `JSONDecoder`.
    static var maximumDepth: Int { 512 }

    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position: Int
    private let end: Int
    /// The number of containers around the values that are scanned.
    private var outerDepth = 0

    /// Makes a scanner of a part of the bytes.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position == end }

    func isNext(_ byte: UInt8) -> Bool {
        position < end && bytes[position] == byte
    }

    @inline(__always)
    mutating func skipSpace() {
        // Most tokens follow each other, and all that are printed are above the space.
        if position < end, bytes[position] > 0x20 { return }
        while position < end, bytes[position].isJSONSpace { position += 1 }
    }

    /// Skips white space between the values of a sequence.
    ///
    /// - Returns: Whether it separates values: there is a line break, or the control character that JSON text
    ///   sequences begin each value with (RFC 7464).
    mutating func skipSeparator() -> Bool {
        var isSeparator = false
        while position < end, bytes[position].isJSONSpace || bytes[position] == 0x1E {
            if bytes[position] == 0x0A || bytes[position] == 0x1E { isSeparator = true }
            position += 1
        }
        return isSeparator
    }

    /// Skips a byte if it is next.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard isNext(byte) else { return false }
        position += 1
        return true
    }

    /// Skips white space and a value.
    ///
    /// - Returns: The range of the value.
    mutating func skipValue() throws(JSONSyntaxError) -> Range<Int> {
        skipSpace()
        let start = position
        var containers = OpenContainers()
        repeat {
            try skipBeginning(in: &containers)
            while let innermost = containers.innermost, try ends(innermost) { containers.close() }
        } while containers.innermost != nil
        return start..<position
    }

    /// Skips white space and an array, element by element.
    ///
    /// - Parameters:
    ///   - depth: The number of containers around the array.
    ///   - receive: Called with the range of each element.
    /// - Returns: The range of the array; `nil`, without skipping it, if it does not begin with an object.
    mutating func skipObjects(
        at depth: Int, _ receive: (Range<Int>) -> Void
    ) throws(JSONSyntaxError) -> Range<Int>? {
        skipSpace()
        let start = position
        guard skip(UInt8(ascii: "[")) else { return nil }
        skipSpace()
        guard isNext(UInt8(ascii: "{")) else {
            position = start
            return nil
        }
        outerDepth = depth + 1
        defer { outerDepth = 0 }
        repeat {
            receive(try skipValue())
            skipSpace()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw failure("expected ',' or ']'") }
        return start..<position
    }

    /// Skips white space, the name of a member, and the colon.
    ///
    /// - Returns: The range of the name with its quotes.
    mutating func skipName() throws(JSONSyntaxError) -> Range<Int> {
        skipSpace()
        let start = position
        guard isNext(UInt8(ascii: "\"")) else { throw failure("expected a name") }
        try skipString()
        let name = start..<position
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { throw failure("expected ':'") }
        return name
    }

    func failure(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(
            byte: position, reason: position < end ? reason : "\(reason), found the end of the body")
    }

    /// Skips a scalar, an empty container, or the beginning of a container up to its first value.
    private mutating func skipBeginning(in containers: inout OpenContainers) throws(JSONSyntaxError) {
        while true {
            skipSpace()
            guard position < end else { throw failure("expected a value") }
            switch bytes[position] {
            case UInt8(ascii: "{"):
                try open(.object, in: &containers)
                if skip(UInt8(ascii: "}")) { return containers.close() }
                _ = try skipName()
            case UInt8(ascii: "["):
                try open(.array, in: &containers)
                if skip(UInt8(ascii: "]")) { return containers.close() }
            case UInt8(ascii: "\""): return try skipString()
            case UInt8(ascii: "-"), 0x30...0x39: return try skipNumber()
            case UInt8(ascii: "t"): return try skip("true")
            case UInt8(ascii: "f"): return try skip("false")
            case UInt8(ascii: "n"): return try skip("null")
            default: throw failure("expected a value")
            }
        }
    }

    private mutating func open(
        _ container: OpenContainers.Container, in containers: inout OpenContainers
    ) throws(JSONSyntaxError) {
        guard outerDepth + containers.count < Self.maximumDepth else {
            throw failure("more than \(Self.maximumDepth) nested values")
        }
        position += 1
        containers.open(container)
        skipSpace()
    }

    /// Skips what follows a value: the end of its container, or a comma and the next name.
    private mutating func ends(_ container: OpenContainers.Container) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        if skip(UInt8(ascii: ",")) {
            if container == .object { _ = try skipName() }
            return false
        }
        switch container {
        case .array:
            guard skip(UInt8(ascii: "]")) else { throw failure("expected ',' or ']'") }
        case .object:
            guard skip(UInt8(ascii: "}")) else { throw failure("expected ',' or '}'") }
        }
        return true
    }

    private mutating func skip(_ literal: StaticString) throws(JSONSyntaxError) {
        for index in 0..<literal.utf8CodeUnitCount where !skip(literal.utf8Start[index]) {
            throw failure("expected '\(literal)'")
        }
    }

    private mutating func skipNumber() throws(JSONSyntaxError) {
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try skipDigits() }
        if skip(UInt8(ascii: ".")) { try skipDigits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "-")) { _ = skip(UInt8(ascii: "+")) }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(JSONSyntaxError) {
        var index = position
        while index < end, 0x30...0x39 ~= bytes[index] { index += 1 }
        guard index > position else { throw failure("expected a digit") }
        position = index
    }

    /// Skips a string, eight bytes at a time while they stand for themselves.
    private mutating func skipString() throws(JSONSyntaxError) {
        position += 1
        skipPlainWords()
        if skip(UInt8(ascii: "\"")) { return }
        try skipRestOfString()
    }

    private mutating func skipRestOfString() throws(JSONSyntaxError) {
        while position < end {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"): try skipEscape()
            case 0..<0x20: throw failure("control character in a string")
            case 0x80...: try skipScalar(byte)
            default:
                position += 1
                skipPlainWords()
            }
        }
        throw failure("expected '\"'")
    }

    /// Skips bytes of a string that stand for themselves, eight at a time.
    @inline(__always)
    private mutating func skipPlainWords() {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
        var index = position
        while index + 8 <= end {
            let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            let special = word.highBitsOfSpecialBytes
            if special != 0 {
                index += special.trailingZeroBitCount / 8
                break
            }
            index += 8
        }
        position = index
    }

    private mutating func skipEscape() throws(JSONSyntaxError) {
        position += 1
        guard position < end else { throw failure("expected an escape") }
        switch bytes[position] {
        case UInt8(ascii: "u"):
            position += 1
            for _ in 0..<4 {
                guard position < end, bytes[position].hexadecimalValue != nil else {
                    throw failure("expected a hexadecimal digit")
                }
                position += 1
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        default: throw failure("unknown escape")
        }
    }

    /// Skips a character of several bytes by the table of well-formed sequences (Unicode, table 3-7).
    private mutating func skipScalar(_ first: UInt8) throws(JSONSyntaxError) {
        let (count, second): (Int, ClosedRange<UInt8>)
        switch first {
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        default: throw failure("invalid UTF-8")
        }
        guard position + count <= end, second ~= bytes[position + 1] else { throw failure("invalid UTF-8") }
        for offset in 2..<max(2, count) where bytes[position + offset] & 0xC0 != 0x80 {
            throw failure("invalid UTF-8")
        }
        position += count
    }
}

/// The containers around a value, a bit each.
private struct OpenContainers {
    enum Container { case array, object }

    private(set) var count = 0
    /// `nil` outside of all containers.
    private(set) var innermost: Container?
    /// The bits of objects are set.
    private var objects = SIMD8<UInt64>()

    mutating func open(_ container: Container) {
        let bit: UInt64 = 1 << UInt64(count % 64)
        switch container {
        case .array: objects[count / 64] &= ~bit
        case .object: objects[count / 64] |= bit
        }
        count += 1
        innermost = container
    }

    mutating func close() {
        count -= 1
        guard count > 0 else {
            innermost = nil
            return
        }
        let index = count - 1
        innermost = objects[index / 64] & 1 << UInt64(index % 64) == 0 ? .array : .object
    }
}

extension UInt8 {
    package var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

extension UInt64 {
    private static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The high bit of each byte that is a control character, a quotation mark, a backslash or no ASCII.
    ///
    /// The lowest of these bits is exact. Bits above it may be set for other bytes, because a subtraction
    /// borrows.
    fileprivate var highBitsOfSpecialBytes: UInt64 {
        let quote = self ^ .repeating(UInt8(ascii: "\""))
        let backslash = self ^ .repeating(UInt8(ascii: "\\"))
        let isControl = (self &- .repeating(0x20)) & ~self
        let isQuote = (quote &- .repeating(0x01)) & ~quote
        let isBackslash = (backslash &- .repeating(0x01)) & ~backslash
        return (self | isControl | isQuote | isBackslash) & .repeating(0x80)
    }
}
