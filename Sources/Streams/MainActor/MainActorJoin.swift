extension ExtraPublishers {
    /// Delivers values and completion on the main actor, for an operator that joins publishers, such as
    /// `append` and `catch`.
    ///
    /// As a part of a join that delivers on the main actor it continues in that one, so that chains of any
    /// length, and recursive ones, run at the same depth.
    public struct MainActorJoin<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that joins others.
        public let upstream: Upstream

        @export(implementation)
        init(upstream: Upstream) {
            self.upstream = upstream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let concatenation = Concatenation<Output, Failure>.onMainActor(for: subscriber)
            upstream.receive(
                subscriber: ConcatenationPart(of: concatenation, turn: concatenation.arbiter.currentTurn))
        }
    }
}

extension Concatenation {
    /// The concatenation of which a subscriber is a part, if that delivers on the main actor, or another one
    /// that does.
    @export(implementation)
    static func onMainActor<S: Subscriber>(for subscriber: S) -> Concatenation
    where S.Input == Output, S.Failure == Failure {
        if let running = running(for: subscriber), running.deliversOnMainActor {
            // The join ends on the main actor, wherever the last of its publishers does.
            running.continueOnMainActor()
            return running
        }
        let delivery = ScheduledDelivery(
            downstream: AnySubscriber(subscriber), scheduler: MainActor.shared)
        return Concatenation(
            downstream: AnySubscriber(delivery), performOnMainActor: { delivery.perform($0) })
    }
}

extension MainActorPublisher {
    /// Delivers the values of an operator that joins publishers on the main actor.
    @export(implementation)
    func joined<Join: Publisher>(
        _ publisher: Join
    ) -> MainActorPublisher<ExtraPublishers.MainActorJoin<Join>> {
        MainActorPublisher<ExtraPublishers.MainActorJoin<Join>>(
            ExtraPublishers.MainActorJoin(upstream: publisher))
    }
}
