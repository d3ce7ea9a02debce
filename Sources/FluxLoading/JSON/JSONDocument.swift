import Foundation

/// The bytes of a validated body in UTF-8, and the ranges of its outermost values.
final class JSONDocument: Sendable {
    typealias Member = (name: Range<Int>, value: Range<Int>)

    /// Begins at index zero.
    let bytes: Data
    /// The values of a sequence, or the one value of the body.
    let values: [Range<Int>]
    /// Whether the body is a sequence of values, such as NDJSON.
    let isSequence: Bool
    /// The members of a body that is an object, so that a field beside a long array is found without a scan.
    private let outermost: [Member]
    /// The elements of the outermost array of objects that has most of them, which are usually the items of a
    /// page.
    private let longest: (range: Range<Int>, elements: [Range<Int>])

    init(_ data: Data, isLines: Bool) throws(JSONSyntaxError) {
        bytes = try JSONEncodingForm(of: data).utf8(data.startIndex == 0 ? data : Data(data))
        var outermost = Outermost()
        values = try Self.scan(bytes) { (scanner) throws(JSONSyntaxError) in
            try Self.values(&scanner, &outermost)
        }
        isSequence = isLines || values.count > 1
        self.outermost = isSequence ? [] : outermost.members
        longest = outermost.longest
        if values.isEmpty && !isLines { throw JSONSyntaxError(byte: 0, reason: "the body is empty") }
    }

    /// Returns the elements of a validated array.
    func elements(in range: Range<Int>) -> [Range<Int>] {
        if range == longest.range { return longest.elements }
        var elements: [Range<Int>] = []
        try? Self.scan(bytes, range) { (scanner) throws(JSONSyntaxError) in
            guard scanner.skip(UInt8(ascii: "[")) else { return }
            scanner.skipSpace()
            if scanner.skip(UInt8(ascii: "]")) { return }
            repeat {
                elements.append(try scanner.skipValue())
                scanner.skipSpace()
            } while scanner.skip(UInt8(ascii: ","))
        }
        return elements
    }

    /// Returns the members of a validated object.
    func members(in range: Range<Int>) -> [Member] {
        if !isSequence, range == values[0] { return outermost }
        return
            (try? Self.scan(bytes, range) { (scanner) throws(JSONSyntaxError) in try Self.members(&scanner) })
            ?? []
    }

    /// Returns the value of the first member of a validated object whose name a closure accepts.
    func value(in range: Range<Int>, of isName: (Range<Int>) -> Bool) -> Range<Int>? {
        if !isSequence, range == values[0] { return outermost.first { isName($0.name) }?.value }
        return bytes.withUnsafeBytes { raw in
            try? Self.value(in: range, of: raw.bindMemory(to: UInt8.self), isName)
        }
    }

    private static func value(
        in range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ isName: (Range<Int>) -> Bool
    ) throws(JSONSyntaxError) -> Range<Int>? {
        var scanner = JSONScanner(bytes, range)
        guard scanner.skip(UInt8(ascii: "{")) else { return nil }
        scanner.skipSpace()
        if scanner.skip(UInt8(ascii: "}")) { return nil }
        repeat {
            let isFound = isName(try scanner.skipName())
            let value = try scanner.skipValue()
            if isFound { return value }
            scanner.skipSpace()
        } while scanner.skip(UInt8(ascii: ","))
        return nil
    }

    /// What the first scan records, so that the items of a page need no second one.
    private struct Outermost {
        var members: [Member] = []
        var longest: (range: Range<Int>, elements: [Range<Int>]) = (0..<0, [])

        /// Skips a value, and records it if it is an array of objects.
        mutating func skipValue(
            _ scanner: inout JSONScanner, at depth: Int
        ) throws(JSONSyntaxError) -> Range<Int> {
            var elements: [Range<Int>] = []
            guard let range = try scanner.skipObjects(at: depth, { elements.append($0) }) else {
                return try scanner.skipValue()
            }
            if elements.count > longest.elements.count { longest = (range, elements) }
            return range
        }
    }

    /// Calls a closure with the bytes of each value, or of the first member with a name of those that are
    /// objects and have one.
    ///
    /// - Parameter name: The name in UTF-8, without anything to escape.
    func forEachBytes(
        of values: some Collection<Range<Int>>, member name: [UInt8]?,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        bytes.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            for value in values {
                let member = name.flatMap { name in
                    try? Self.value(in: value, of: bytes) {
                        bytes[$0].dropFirst().dropLast().elementsEqual(name)
                    }
                }
                body(UnsafeRawBufferPointer(rebasing: raw[member ?? value]))
            }
        }
    }

    /// Scans all values. The members of the first are recorded.
    private static func values(
        _ scanner: inout JSONScanner, _ outermost: inout Outermost
    ) throws(JSONSyntaxError) -> [Range<Int>] {
        var values: [Range<Int>] = []
        while true {
            let isSeparated = scanner.skipSeparator()
            if scanner.isAtEnd { return values }
            guard values.isEmpty || isSeparated else { throw scanner.failure("expected the end of the body") }
            let start = scanner.position
            if !values.isEmpty {
                values.append(try scanner.skipValue())
            } else if scanner.isNext(UInt8(ascii: "{")) {
                let members = try Self.members(&scanner) { (scanner) throws(JSONSyntaxError) in
                    try outermost.skipValue(&scanner, at: 1)
                }
                outermost.members = members
                values.append(start..<scanner.position)
            } else {
                values.append(try outermost.skipValue(&scanner, at: 0))
            }
        }
    }

    private static func members(
        _ scanner: inout JSONScanner,
        _ skipValue: (inout JSONScanner) throws(JSONSyntaxError) -> Range<Int> = {
            (scanner) throws(JSONSyntaxError) in try scanner.skipValue()
        }
    ) throws(JSONSyntaxError) -> [Member] {
        var members: [Member] = []
        _ = scanner.skip(UInt8(ascii: "{"))
        scanner.skipSpace()
        if scanner.skip(UInt8(ascii: "}")) { return members }
        repeat {
            let name = try scanner.skipName()
            members.append((name, try skipValue(&scanner)))
            scanner.skipSpace()
        } while scanner.skip(UInt8(ascii: ","))
        guard scanner.skip(UInt8(ascii: "}")) else { throw scanner.failure("expected ',' or '}'") }
        return members
    }

    private static func scan<Result>(
        _ data: Data, _ range: Range<Int>? = nil,
        _ body: (inout JSONScanner) throws(JSONSyntaxError) -> Result
    ) throws(JSONSyntaxError) -> Result {
        let result: Swift.Result<Result, JSONSyntaxError> = data.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            var scanner = JSONScanner(bytes, range ?? 0..<bytes.count)
            do throws(JSONSyntaxError) {
                return .success(try body(&scanner))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
