/// Whether stored bytes may be shown (RFC 9111 §4.2).
public enum Freshness: Hashable, Sendable {
    /// They may be shown.
    case fresh

    /// They may be shown while they are validated (RFC 5861 §3).
    case staleWhileRevalidate

    /// They may be shown once they are validated, or if no server responds, or it fails (RFC 9111 §4.2.4).
    case stale

    /// They may be shown once they are validated.
    case mustRevalidate

    /// They are ignored, as if nothing was stored. What is downloaded replaces them.
    case unusable
}
