import Streams

/// Records the signals of a stream as marbles. Made by ``MarbleStage/record(_:cancellingAfter:naming:)``.
public final class MarbleRecording: Sendable {
    private let log = Locked<[(time: Duration, event: Marbles.Event)]>([])
    private let subscription = Locked<AnyCancellable?>(nil)
    private let step: Duration

    init(step: Duration) {
        self.step = step
    }

    /// The signals so far, timed from the subscription.
    public var marbles: Marbles { Marbles(log.withLock { $0 }, step: step) }

    /// Cancels the subscription.
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
    /// Subscribes to a stream and records its signals while time passes.
    ///
    /// - Parameters:
    ///   - publisher: The stream; its subscription has unlimited demand, and lasts as long as the recording
    ///     is retained.
    ///   - delay: The time until it is cancelled; `nil` for never.
    ///   - name: Returns the name of a value; by default its description.
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
        if let delay { time.schedule(in: delay) { [weak recording] in recording?.cancel() } }
        return recording
    }

    /// Subscribes to a stream, advances the time until no work is scheduled, and returns the signals of the
    /// stream.
    ///
    /// - Parameters:
    ///   - publisher: The stream; its subscription has unlimited demand, and is cancelled at the end.
    ///   - delay: The time until it is cancelled; `nil` for never. A stream that repeats forever requires
    ///     one.
    ///   - name: Returns the name of a value; by default its description.
    public func marbles<Upstream: Publisher>(
        of publisher: Upstream, cancellingAfter delay: Duration? = nil,
        naming name: @escaping @Sendable (Upstream.Output) -> String = { String(describing: $0) }
    ) -> Marbles {
        let recording = record(publisher, cancellingAfter: delay, naming: name)
        time.run()
        recording.cancel()
        return recording.marbles
    }

    /// Subscribes to a stream, advances the time until no work is scheduled, and returns the signals of the
    /// stream.
    ///
    /// - Parameters:
    ///   - publisher: The stream; its subscription has unlimited demand, and is cancelled at the end.
    ///   - values: The values by their names; of the names of equal values, the first in alphabetical order
    ///     is used. Others are named by their descriptions, after the word `unnamed` if that is the name of
    ///     another value: `[unnamed a]`.
    ///   - delay: The time until it is cancelled; `nil` for never.
    public func marbles<Upstream: Publisher>(
        of publisher: Upstream, values: [String: Upstream.Output], cancellingAfter delay: Duration? = nil
    ) -> Marbles where Upstream.Output: Equatable {
        let sorted = values.sorted { $0.key < $1.key }
        return marbles(of: publisher, cancellingAfter: delay) { value in
            sorted.first { $0.value == value }?.key ?? String(describing: value).unlike(values.keys)
        }
    }
}

extension String {
    /// The description of a value, changed if it is a name of another value.
    fileprivate func unlike(_ names: some Collection<String>) -> String {
        var text = self
        while names.contains(text) { text = "unnamed " + text }
        return text
    }
}
