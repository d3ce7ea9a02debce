import Foundation

/// A load of ``TestImages``.
public struct TestImageLoad: Sendable, Hashable {
    /// The outcome of a load.
    public enum Outcome: Sendable, Hashable {
        /// The load has not completed.
        case running

        /// The load delivered bytes.
        case answered

        /// The load failed.
        case failed

        /// The load was cancelled before it completed.
        case cancelled
    }

    /// The URL of the image.
    public let url: URL

    /// The header fields of the request.
    public let headers: [String: String]

    /// The time of the request, in the scheduler's time.
    public let start: Duration

    /// The time at which the load completed or was cancelled, in the scheduler's time.
    public internal(set) var end: Duration?

    /// The outcome of the load.
    public internal(set) var outcome = Outcome.running
}
