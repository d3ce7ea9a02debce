extension ExtraPublishers {
    /// The time for which the values that are replayed to new subscribers are kept.
    public enum ReplayScope: Sendable, Hashable {
        /// Until the last subscriber cancels, or without limit once upstream has ended.
        case whileSubscribed

        /// Without limit: a subscriber that subscribes when all others have cancelled receives the values of
        /// the previous connection.
        case forever
    }

    /// Shares one subscription, and replays its last values. See ``Publisher/share(replay:scope:)``.
    public final class ShareReplay<Upstream: Publisher>: Publisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        @usableFromInline let shared: SharedConnection<ReplaySubject<Output, Failure>>

        /// Creates a publisher that shares its subscription.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - bufferSize: The number of values replayed, zero or more.
        ///   - scope: The time for which they are kept.
        public init(upstream: Upstream, bufferSize: Int, scope: ReplayScope) {
            precondition(bufferSize >= 0, "The size of a buffer must not be negative.")
            self.upstream = upstream
            shared = SharedConnection(keepsTarget: scope == .forever) {
                ReplaySubject(bufferSize: bufferSize)
            }
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            shared.attach(subscriber, to: upstream)
        }

        public static func == (lhs: ShareReplay, rhs: ShareReplay) -> Bool { lhs === rhs }
    }
}

extension Publisher {
    /// Shares one subscription to this publisher among all subscribers, and replays the last values to later
    /// subscribers.
    ///
    /// ```
    /// self    1--2--3--4--|
    /// first   1--2--3--4--|
    /// second      2-3--4--|      share(replay: 1)
    /// ```
    ///
    /// The first subscription subscribes to upstream, and the last cancellation cancels it. No subscriber
    /// misses a value: values wait for its demand. A subscriber that subscribes after the end receives the
    /// values that are kept, then the completion.
    ///
    /// - Parameters:
    ///   - bufferSize: The number of values replayed, zero or more.
    ///   - scope: Whether the values are kept when the last subscriber has cancelled.
    @_disfavoredOverload  // A form for a known kind of value goes first where it fits.
    public func share(
        replay bufferSize: Int, scope: ExtraPublishers.ReplayScope = .whileSubscribed
    ) -> ExtraPublishers.ShareReplay<Self> {
        ExtraPublishers.ShareReplay(upstream: self, bufferSize: bufferSize, scope: scope)
    }
}
