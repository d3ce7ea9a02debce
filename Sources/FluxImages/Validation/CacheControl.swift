import Foundation

/// The directives of a `Cache-Control` field of a response (RFC 9111 §5.2.2) that concern a private cache.
struct CacheControl: Equatable, Sendable {
    var noStore = false
    var noCache = false
    var mustRevalidate = false
    var immutable = false
    /// How long the response is fresh.
    var maxAge: Duration?
    /// How long the response may be shown, while it is stale, if it is validated meanwhile (RFC 5861 §3).
    var staleWhileRevalidate: Duration?

    /// Parses a field. Unknown and malformed directives are ignored, except that a malformed age counts as
    /// zero: such a response is stale (RFC 9111 §4.2.1).
    init(_ field: String = "") {
        for directive in Self.split(field) {
            let parts = directive.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard let name = parts.first?.lowercased() else { continue }
            let argument = parts.count > 1 ? parts[1].trimmingCharacters(in: ["\""]) : nil
            switch name {
            case "no-store": noStore = true
            // With a list of fields it restricts those fields only.
            case "no-cache": noCache = noCache || argument == nil
            case "must-revalidate": mustRevalidate = true
            case "immutable": immutable = true
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

    /// Splits at commas outside quotation marks.
    private static func split(_ field: String) -> [Substring] {
        var isQuoted = false
        return field.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }
}
