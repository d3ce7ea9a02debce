/// How values are buffered that an asynchronous loop has not taken yet.
public enum AsyncBufferingPolicy: Sendable, Hashable {
    /// All values are kept, and an unlimited number of values is requested. The default: no value is lost.
    case unbounded

    /// The newest values are kept and older ones are dropped. The number is one or more.
    case bufferingNewest(Int)

    /// The oldest values are kept, and those that arrive while the buffer is full are dropped. The number is
    /// one or more.
    case bufferingOldest(Int)

    /// No value is kept: one value is requested whenever the loop waits for one. For upstreams that wait for
    /// demand, including endless ones; a subject drops the values that it sends in the meantime.
    case onDemand
}
