/// Whether stored bytes may be shown (RFC 9111 §4.2).
public enum Freshness: Hashable, Sendable {
    /// The stored bytes may be shown.
    case fresh

    /// The stored bytes may be shown while they are validated (RFC 5861 §3).
    case staleWhileRevalidate

    /// The stored bytes may be shown once they are validated, or if no server responds, or it fails (RFC 9111
    /// §4.2.4).
    case stale

    /// The stored bytes may be shown once they are validated.
    case mustRevalidate

    /// The stored bytes are ignored, as if nothing was stored. What is downloaded replaces them.
    case unusable
}
