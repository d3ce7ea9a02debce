/// The policy for values that an asynchronous loop has not consumed yet.
public enum AsyncBufferingPolicy: Sendable, Hashable {
    /// A number of values is requested ahead of the loop, and more as the loop consumes them. The default,
    /// with 16.
    ///
    /// No value is lost: values that subjects send beyond that number are kept, without limit. The number is
    /// one or more.
    ///
    /// A publisher or an operator of your own may drop values that exceed the demand. Behind one, an
    /// unlimited number of values is requested, unless all values are sent from inside `request`. Where
    /// another source of the same stream follows the rules, as after `prepend`, `share()` or `merge(with:)`,
    /// that is not so, and values may be lost: let the subscriber of an operator return that of its
    /// downstream as its ``Subscriber/flowControl``.
    case prefetching(Int)

    /// All values that arrive are kept, and an unlimited number of values is requested. An operator that
    /// requests fewer itself, as `concatMap` does, misses what a subject sends in excess of these, as before
    /// a `sink`: the default keeps that, too.
    case unbounded

    /// The newest values are kept and older ones are dropped. The number is one or more. An unlimited number
    /// of values is requested: a sequence without end, which sends within the request, is read forever.
    case bufferingNewest(Int)

    /// The oldest values are kept, and those that arrive while the buffer is full are dropped. The number is
    /// one or more. An unlimited number of values is requested, as for ``bufferingNewest(_:)``.
    case bufferingOldest(Int)

    /// No value is kept: one value is requested whenever the loop waits for one. For upstreams that wait for
    /// demand; a subject drops the values that it sends in the meantime.
    case onDemand

    /// The number of values that is kept or requested, where there is one.
    var count: Int? {
        switch self {
        case .prefetching(let count), .bufferingNewest(let count), .bufferingOldest(let count): count
        case .unbounded, .onDemand: nil
        }
    }
}
