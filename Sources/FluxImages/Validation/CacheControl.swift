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
        for directive in Self.split(field.utf8) {
            let end = directive.firstIndex(of: UInt8(ascii: "=")) ?? directive.endIndex
            let name = Self.text(directive[..<end].trimming { $0 == .space || $0 == .tab }).lowercased()
            let value = directive[end...].dropFirst().trimming { $0 == .space || $0 == .tab }
            let argument = value.isEmpty ? nil : Self.text(value.trimming { $0 == UInt8(ascii: "\"") })
            switch name {
            case "no-store": noStore = true
            // With a list of fields it restricts those fields only.
            case "no-cache": noCache = noCache || argument == nil
            case "must-revalidate": mustRevalidate = true
            case "public", "private": mayBeStored = true
            // Of two conflicting values the shorter.
            case "max-age": maxAge = min(maxAge ?? .seconds(Int64.max), Self.seconds(argument))
            case "stale-while-revalidate": staleWhileRevalidate = Self.seconds(argument)
            default: break
            }
        }
    }

    /// A time in seconds; a number that is too large counts as 2³¹ seconds (RFC 9111 §1.2.2).
    static func seconds(_ text: String?) -> Duration {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return .zero }
        return .seconds(min(Int64(text) ?? 1 << 31, 1 << 31))
    }

    // By bytes: a response is parsed for each image that is read from the disk, and Foundation's functions
    // for strings take ten times as long.

    /// Splits at commas outside quotation marks.
    private static func split(_ field: String.UTF8View) -> [Substring.UTF8View] {
        var isQuoted = false
        return field.split { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
    }

    private static func text(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }
}

extension Substring.UTF8View {
    /// Without the bytes at both ends that satisfy a predicate.
    fileprivate func trimming(_ isTrimmed: (UInt8) -> Bool) -> Self {
        guard let first = firstIndex(where: { !isTrimmed($0) }),
            let last = lastIndex(where: { !isTrimmed($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }
}

extension UInt8 {
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let tab = UInt8(ascii: "\t")
}
