import FluxTesting
import Streams
import TestSupport
import Testing

/// A stage for marble tests: streams of `String` that fail with ``TestError/boom``, one character per second
/// of virtual time, checked for the rules of streams.
///
/// ```swift
/// let stage = Stage()
/// let letters = stage.hot("a--b--|")
/// stage.expect(letters.map { $0.uppercased() }, "A--B--|")
/// ```
final class Stage: Sendable {
    private let stage = MarbleStage()

    var time: VirtualTimeScheduler { stage.time }

    /// Makes a stream that sends its signals with or without subscribers.
    func hot(_ marbles: String) -> AnyPublisher<String, TestError> {
        stage.hot(Marbles(marbles), failure: TestError.boom)
    }

    /// Makes a stream that starts at each subscription.
    func cold(_ marbles: String) -> AnyPublisher<String, TestError> {
        stage.cold(Marbles(marbles), failure: TestError.boom)
    }

    /// Subscribes, runs all scheduled work, and compares the signals with the expected ones.
    ///
    /// - Parameters:
    ///   - publisher: The tested publisher.
    ///   - marbles: The expected signals.
    ///   - cancelling: The time of the cancellation, as marbles that end in `!`.
    func expect<P: Publisher>(
        _ publisher: P, _ marbles: String, cancelling: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) where P.Output == String, P.Failure == TestError {
        let log = Log<(time: Duration, event: Marbles.Event)>()
        let start = time.now
        let elapsed: @Sendable () -> Duration = { [time] in time.now - start }
        let probe = publisher.probe(
            onValue: { _, value in log.append((elapsed(), .value(value))) },
            onCompletion: { probe in log.append((elapsed(), probe.failure == nil ? .finish : .failure)) },
            sourceLocation: sourceLocation)
        if let cancelling {
            time.schedule(in: .seconds(cancelling.count - 1)) { probe.cancel() }
        }
        time.run()
        #expect(Marbles(log.entries, step: stage.step) == Marbles(marbles), sourceLocation: sourceLocation)
    }
}
