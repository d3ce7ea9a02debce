/// The directives of a `Cache-Control` field of a response (RFC 9111 §5.2.2) that concern a private cache.
struct CacheControl: Equatable, Sendable {
    var noStore = false
    var noCache = false
    var mustRevalidate = false
    /// Whether the response may be stored whatever its status is: by `public` or `private`.
    var mayBeStored = false
    /// How long the response is fresh.
    var maxAge: Duration?
    /// How long the response may be shown, while it is stale, if it is validated meanwhile (RFC 5861 §3).
    var staleWhileRevalidate: Duration?

    /// Parses a field. Unknown and malformed directives are ignored, except that a malformed age counts as
    /// zero: such a response is stale (RFC 9111 §4.2.1).
    init(_ field: String = "") {
        var field = field
        // By bytes, and without strings of the parts: a response is parsed for each image that is read from
        // the disk.
        field.withUTF8 { bytes in
            var isQuoted = false
            for part in bytes.split(whereSeparator: { byte in
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                return byte == UInt8(ascii: ",") && !isQuoted
            }) {
                take(part)
            }
        }
    }

    private mutating func take(_ directive: Slice<UnsafeBufferPointer<UInt8>>) {
        let end = directive.firstIndex(of: UInt8(ascii: "=")) ?? directive.endIndex
        let name = directive[..<end].trimming { $0 == .space || $0 == .tab }
        let value = directive[end...].dropFirst().trimming { $0 == .space || $0 == .tab }
        var age: Duration { Self.seconds(value.trimming { $0 == UInt8(ascii: "\"") }) }
        if name.isText("max-age") {
            // Of two conflicting values the shorter.
            maxAge = min(maxAge ?? .seconds(Int64.max), age)
        } else if name.isText("no-store") {
            noStore = true
        } else if name.isText("no-cache") {
            // With a list of fields it restricts those fields only.
            noCache = noCache || value.isEmpty
        } else if name.isText("must-revalidate") {
            mustRevalidate = true
        } else if name.isText("public") || name.isText("private") {
            mayBeStored = true
        } else if name.isText("stale-while-revalidate") {
            staleWhileRevalidate = age
        }
    }

    /// A time in seconds; zero if it is no number. One that is too large counts as 2³¹ seconds
    /// (RFC 9111 §1.2.2).
    private static func seconds(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Duration {
        let limit: Int64 = 1 << 31
        var seconds: Int64 = 0
        for digit in digits {
            guard 48...57 ~= digit else { return .zero }
            seconds = min(limit, seconds * 10 + Int64(digit - 48))
        }
        return .seconds(seconds)
    }

    /// A time in seconds; zero if there is none.
    static func seconds(_ text: String?) -> Duration {
        guard var text else { return .zero }
        return text.withUTF8 { seconds($0[...]) }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Without the bytes at both ends that satisfy a predicate.
    fileprivate func trimming(_ isTrimmed: (UInt8) -> Bool) -> Self {
        guard let first = firstIndex(where: { !isTrimmed($0) }),
            let last = lastIndex(where: { !isTrimmed($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }

    /// Whether the bytes are those of a text in lower case, or in upper case.
    fileprivate func isText(_ text: StaticString) -> Bool {
        let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return count == text.count
            && zip(self, text).allSatisfy { byte, expected in
                byte == expected || 65...90 ~= byte && byte | 32 == expected
            }
    }
}

extension UInt8 {
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let tab = UInt8(ascii: "\t")
}
