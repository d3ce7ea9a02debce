/// The priority of an image: how soon it is needed. A fetch has the highest priority of its observers.
///
/// A fetch, a look-up on disk and a decoding of higher priority begin before all of lower priority; of equal
/// priority, the one that was requested first begins first. Lists whose rows have equal priority take turns.
public enum ImagePriority: Int, Comparable, CaseIterable, Sendable {
    /// The image may be needed later.
    case prefetch

    /// The row is near those in view, behind them in the direction of travel.
    case nearBehind

    /// The row is near those in view, in the direction of travel.
    case nearAhead

    /// The image is in view.
    case shown

    public static func < (lhs: ImagePriority, rhs: ImagePriority) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
