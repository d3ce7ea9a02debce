import Streams

/// Makes and records streams written as ``Marbles``, in virtual time.
///
/// ```swift
/// let stage = MarbleStage()
/// let typed = stage.hot("a-bc----d|")
/// let settled = typed.debounce(for: .seconds(2), scheduler: stage.time)
/// #expect(stage.marbles(of: settled) == "-----c---(d|)")
/// ```
///
/// No signal is sent before ``time`` is advanced, not even that of the first step, so that a test can
/// subscribe to all streams first.
public final class MarbleStage: Sendable {
    /// The scheduler of the stage, for operators that take one.
    public let time: VirtualTimeScheduler

    /// The duration of one character.
    public let step: Duration

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - time: Its scheduler, which may be shared.
    ///   - step: The duration of one character, greater than zero.
    public init(time: VirtualTimeScheduler = VirtualTimeScheduler(), step: Duration = .seconds(1)) {
        precondition(step > .zero, "The step must be greater than zero.")
        self.time = time
        self.step = step
    }

    /// Makes a stream that sends its signals from now on, with or without subscribers. Its values are their
    /// names.
    ///
    /// - Parameters:
    ///   - marbles: Its signals.
    ///   - failure: The failure for `#`. Marbles with `#` and without a failure are a programming error.
    public func hot<Failure: Error>(
        _ marbles: Marbles, failure: Failure? = Never?.none
    ) -> AnyPublisher<String, Failure> {
        hot(MarbleScript(marbles, failure: failure) { $0 })
    }

    /// Makes a stream that sends its signals from now on, with or without subscribers.
    ///
    /// - Parameters:
    ///   - marbles: Its signals.
    ///   - values: The values by their names. A missing name is a programming error.
    ///   - failure: The failure for `#`. Marbles with `#` and without a failure are a programming error.
    public func hot<Value: Sendable, Failure: Error>(
        _ marbles: Marbles, values: [String: Value], failure: Failure? = Never?.none
    ) -> AnyPublisher<Value, Failure> {
        hot(MarbleScript(marbles, failure: failure, values: values))
    }

    /// Makes a stream that starts at each subscription. Its values are their names.
    ///
    /// - Parameters:
    ///   - marbles: Its signals. Values without demand wait.
    ///   - failure: The failure for `#`. Marbles with `#` and without a failure are a programming error.
    public func cold<Failure: Error>(
        _ marbles: Marbles, failure: Failure? = Never?.none
    ) -> AnyPublisher<String, Failure> {
        cold(MarbleScript(marbles, failure: failure) { $0 })
    }

    /// Makes a stream that starts at each subscription.
    ///
    /// - Parameters:
    ///   - marbles: Its signals. Values without demand wait.
    ///   - values: The values by their names. A missing name is a programming error.
    ///   - failure: The failure for `#`. Marbles with `#` and without a failure are a programming error.
    public func cold<Value: Sendable, Failure: Error>(
        _ marbles: Marbles, values: [String: Value], failure: Failure? = Never?.none
    ) -> AnyPublisher<Value, Failure> {
        cold(MarbleScript(marbles, failure: failure, values: values))
    }

    private func hot<Value, Failure>(_ script: MarbleScript<Value, Failure>) -> AnyPublisher<Value, Failure> {
        let subject = PassthroughSubject<Value, Failure>()
        for (index, signals) in script.steps {
            time.schedule(in: step * index) {
                for signal in signals {
                    switch signal {
                    case .value(let value): subject.send(value)
                    case .finished: subject.send(completion: .finished)
                    case .failure(let error): subject.send(completion: .failure(error))
                    }
                }
            }
        }
        return subject.eraseToAnyPublisher()
    }

    private func cold<Value, Failure>(_ script: MarbleScript<Value, Failure>) -> AnyPublisher<Value, Failure>
    {
        .create { [time, step] emitter in
            let work = script.steps.map { index, signals in
                time.schedule(in: step * index) {
                    for signal in signals {
                        switch signal {
                        case .value(let value): emitter.send(value)
                        case .finished: emitter.send(completion: .finished)
                        case .failure(let error): emitter.send(completion: .failure(error))
                        }
                    }
                }
            }
            emitter.onCancel { for piece in work { piece.cancel() } }
        }
    }
}
