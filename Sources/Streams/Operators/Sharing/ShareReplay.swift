extension Publishers {
    /// How long the values that are replayed to new subscribers are kept.
    public enum ReplayScope: Sendable, Hashable {
        /// Until the last subscriber leaves, or for ever once upstream has ended.
        case whileSubscribed

        /// For ever: a subscriber that comes when all others have left gets the values of the connection before.
        case forever
    }

    /// Shares one subscription, and replays its last values. See ``Publisher/share(replay:scope:)``.
    public final class ShareReplay<Upstream: Publisher>: Publisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        @usableFromInline let shared: SharedConnection<ReplaySubject<Output, Failure>>

        /// Makes a publisher that shares its subscription.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - bufferSize: How many values are replayed, zero or more.
        ///   - scope: How long they are kept.
        public init(upstream: Upstream, bufferSize: Int, scope: ReplayScope) {
            precondition(bufferSize >= 0, "A buffer cannot be of negative size.")
            self.upstream = upstream
            shared = SharedConnection(keepsTarget: scope == .forever) {
                ReplaySubject(bufferSize: bufferSize)
            }
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            shared.attach(subscriber, to: upstream)
        }

        public static func == (lhs: ShareReplay, rhs: ShareReplay) -> Bool { lhs === rhs }
    }
}

extension Publisher {
    /// Shares one subscription to this publisher among all subscribers, and replays the last values to those that
    /// come later.
    ///
    /// ```
    /// self    1--2--3--4--|
    /// first   1--2--3--4--|
    /// second      2-3--4--|      share(replay: 1)
    /// ```
    ///
    /// Upstream is subscribed when the first subscriber comes and cancelled when the last one leaves. Nobody
    /// loses a value: what a subscriber has no demand for waits for it. One that comes after the end gets the
    /// values that are kept, then the completion.
    ///
    /// - Parameters:
    ///   - bufferSize: How many values are replayed, zero or more.
    ///   - scope: Whether they outlive the last subscriber.
    @_disfavoredOverload  // A form for a known kind of value goes first where it fits.
    public func share(
        replay bufferSize: Int, scope: Publishers.ReplayScope = .whileSubscribed
    ) -> Publishers.ShareReplay<Self> {
        Publishers.ShareReplay(upstream: self, bufferSize: bufferSize, scope: scope)
    }
}
