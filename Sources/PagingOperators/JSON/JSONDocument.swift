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

    init(_ data: Data, isLines: Bool) throws(JSONSyntaxError) {
        bytes = try JSONEncodingForm(of: data).utf8(data.startIndex == 0 ? data : Data(data))
        var members: [Member] = []
        values = try Self.scan(bytes) { (scanner) throws(JSONSyntaxError) in
            try Self.values(&scanner, members: &members)
        }
        isSequence = isLines || values.count > 1
        outermost = isSequence ? [] : members
        if values.isEmpty && !isLines { throw JSONSyntaxError(byte: 0, reason: "the body is empty") }
    }

    /// Returns the elements of a validated array.
    func elements(in range: Range<Int>) -> [Range<Int>] {
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
        return try? Self.scan(bytes, range) { (scanner) throws(JSONSyntaxError) in
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
    }

    /// Scans all values. The members of the first are recorded on the way.
    private static func values(
        _ scanner: inout JSONScanner, members: inout [Member]
    ) throws(JSONSyntaxError) -> [Range<Int>] {
        var values: [Range<Int>] = []
        while true {
            let isSeparated = scanner.skipSeparator()
            if scanner.isAtEnd { return values }
            guard values.isEmpty || isSeparated else { throw scanner.failure("expected the end of the body") }
            let start = scanner.position
            if values.isEmpty, scanner.isNext(UInt8(ascii: "{")) {
                members = try Self.members(&scanner)
                values.append(start..<scanner.position)
            } else {
                values.append(try scanner.skipValue())
            }
        }
    }

    private static func members(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> [Member] {
        var members: [Member] = []
        _ = scanner.skip(UInt8(ascii: "{"))
        scanner.skipSpace()
        if scanner.skip(UInt8(ascii: "}")) { return members }
        repeat {
            let name = try scanner.skipName()
            members.append((name, try scanner.skipValue()))
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
