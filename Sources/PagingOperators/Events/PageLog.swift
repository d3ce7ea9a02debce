import Foundation
import Streams

/// Writes the events of a list as lines. See ``Streams/ExtraPublishers/Paginate/log(_:scheduler:to:)``.
public enum PageLog {
    /// Writes a line to standard error.
    public static let standardError: @Sendable (String) -> Void = { line in
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Returns a closure that writes each event as a line: the name, the time since the first event in
    /// seconds, and the text of the event.
    ///
    /// The name has the number of the session from the second one on.
    static func lines(
        _ name: String, to write: @escaping @Sendable (String) -> Void
    ) -> @Sendable (PageEvent) -> Void {
        let start = Locked<Duration?>(nil)
        return { event in
            let first = start.withLock { start in
                start = start ?? event.time
                return start ?? event.time
            }
            let session = event.session > 1 ? "#\(event.session)" : ""
            write("\(name)\(session) \((event.time - first).inLog)  \(event)")
        }
    }
}

extension Duration {
    /// The duration in seconds, with three digits after the point.
    fileprivate var inLog: String {
        let (seconds, attoseconds) = components
        let thousandths = abs(attoseconds) / 1_000_000_000_000_000
        return (self < .zero ? "-" : "") + "\(abs(seconds)).\(String(1000 + thousandths).dropFirst())"
    }
}
