import Streams

/// What a stream has sent, as marbles. Made by ``MarbleStage/record(_:cancellingAfter:naming:)``.
public final class MarbleRecording: Sendable {
    private let log = Locked<[(time: Duration, event: Marbles.Event)]>([])
    private let subscription = Locked<AnyCancellable?>(nil)
    private let step: Duration

    init(step: Duration) {
        self.step = step
    }

    /// What has come so far, from the moment of the subscription on.
    public var marbles: Marbles { Marbles(log.withLock { $0 }, step: step) }

    /// Cancels the stream, as its subscriber.
    public func cancel() {
        subscription.exchange(nil)?.cancel()
    }

    func add(_ event: Marbles.Event, at time: Duration) {
        log.withLock { $0.append((time, event)) }
    }

    func keep(_ cancellable: AnyCancellable) {
        _ = subscription.exchange(cancellable)
    }
}

extension MarbleStage {
    /// Subscribes to a stream, and writes down what it sends while time passes.
    ///
    /// - Parameters:
    ///   - publisher: It is asked for as many values as it has. It stays subscribed to as long as the recording is
    ///     kept.
    ///   - delay: How long from now it is cancelled; `nil` for never.
    ///   - name: The name of a value; what it describes itself as, unless told otherwise.
    public func record<Upstream: Publisher>(
        _ publisher: Upstream, cancellingAfter delay: Duration? = nil,
        naming name: @escaping @Sendable (Upstream.Output) -> String = { String(describing: $0) }
    ) -> MarbleRecording {
        let recording = MarbleRecording(step: step)
        let start = time.now
        let elapsed: @Sendable () -> Duration = { [time] in time.now - start }
        let subscription = publisher.sink(
            receiveCompletion: { [weak recording] completion in
                switch completion {
                case .finished: recording?.add(.finish, at: elapsed())
                case .failure: recording?.add(.failure, at: elapsed())
                }
            },
            receiveValue: { [weak recording] value in recording?.add(.value(name(value)), at: elapsed()) })
        recording.keep(subscription)
        if let delay { time.schedule(after: delay) { [weak recording] in recording?.cancel() } }
        return recording
    }

    /// Subscribes to a stream, lets time pass until nothing is left to be done, and returns what it has sent.
    ///
    /// - Parameters:
    ///   - publisher: It is asked for as many values as it has, and cancelled in the end.
    ///   - delay: How long from now it is cancelled; `nil` for never. A stream that repeats for ever has to be.
    ///   - name: The name of a value; what it describes itself as, unless told otherwise.
    public func marbles<Upstream: Publisher>(
        of publisher: Upstream, cancellingAfter delay: Duration? = nil,
        naming name: @escaping @Sendable (Upstream.Output) -> String = { String(describing: $0) }
    ) -> Marbles {
        let recording = record(publisher, cancellingAfter: delay, naming: name)
        time.run()
        recording.cancel()
        return recording.marbles
    }

    /// Subscribes to a stream, lets time pass until nothing is left to be done, and returns what it has sent.
    ///
    /// - Parameters:
    ///   - publisher: It is asked for as many values as it has, and cancelled in the end.
    ///   - values: The values by their names; others are named by what they describe themselves as.
    ///   - delay: How long from now it is cancelled; `nil` for never.
    public func marbles<Upstream: Publisher>(
        of publisher: Upstream, values: [String: Upstream.Output], cancellingAfter delay: Duration? = nil
    ) -> Marbles where Upstream.Output: Equatable {
        marbles(of: publisher, cancellingAfter: delay) { value in
            values.first { $0.value == value }?.key ?? String(describing: value)
        }
    }
}
