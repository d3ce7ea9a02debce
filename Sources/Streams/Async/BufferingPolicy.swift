/// What becomes of the values that an asynchronous loop has not taken yet.
public enum AsyncBufferingPolicy: Sendable, Hashable {
    /// Everything is kept; upstream is asked for everything. The default: nothing is ever lost.
    case unbounded

    /// The newest values are kept, and the older ones dropped. The number is one or more.
    case bufferingNewest(Int)

    /// The oldest values are kept, and what comes while the buffer is full is dropped. The number is one or more.
    case bufferingOldest(Int)

    /// Nothing is kept: upstream is asked for one value whenever the loop waits for one. For upstreams that wait
    /// for demand, endless ones among them; a subject drops what it sends meanwhile.
    case onDemand
}
