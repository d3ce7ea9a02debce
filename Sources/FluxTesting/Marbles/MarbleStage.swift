import Streams

/// Makes and records streams written as ``Marbles``, in virtual time.
///
/// ```swift
/// let stage = MarbleStage()
/// let typed = stage.hot("a-bc----d|")
/// let settled = typed.debounce(for: .seconds(2), scheduler: stage.time)
/// try stage.marbles(of: settled).check("-----c---(d|)")
/// ```
///
/// A failed check prints both streams one under the other, aligned in time; `==` compares them as well.
///
/// No signal is sent before ``time`` is advanced, not even that of the first step, so that a test can
/// subscribe to all streams first.
public final class MarbleStage: Sendable {
    /// The scheduler of the stage, for operators that take one.
    public let time: VirtualTimeScheduler

    /// The duration of one character.
    public let step: Duration

    /// Creates a stage.
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
    /// `#` is a ``TestFailure``.
    ///
    /// - Parameter marbles: Its signals.
    public func hot(_ marbles: Marbles) -> AnyPublisher<String, TestFailure> {
        hot(MarbleScript(marbles, failure: TestFailure()) { $0 })
    }

    /// Makes a stream that sends its signals from now on, with or without subscribers. Its values are their
    /// names.
    ///
    /// It cannot fail: `#` is a programming error.
    ///
    /// - Parameter marbles: Its signals.
    @_disfavoredOverload  // Where both are possible, the stream can fail.
    public func hot(_ marbles: Marbles) -> AnyPublisher<String, Never> {
        hot(MarbleScript(marbles, failure: Never?.none) { $0 })
    }

    /// Makes a stream that sends its signals from now on, with or without subscribers. Its values are their
    /// names.
    ///
    /// - Parameters:
    ///   - marbles: Its signals.
    ///   - failure: The failure for `#`.
    public func hot<Failure: Error>(
        _ marbles: Marbles, failure: Failure
    ) -> AnyPublisher<String, Failure> {
        hot(MarbleScript(marbles, failure: failure) { $0 })
    }

    /// Makes a stream that sends its signals from now on, with or without subscribers.
    ///
    /// `#` is a ``TestFailure``.
    ///
    /// - Parameters:
    ///   - marbles: Its signals.
    ///   - values: The values by their names. A missing name is a programming error.
    public func hot<Value: Sendable>(_ marbles: Marbles, values: [String: Value]) -> AnyPublisher<
        Value, TestFailure
    > {
        hot(MarbleScript(marbles, failure: TestFailure(), values: values))
    }

    /// Makes a stream that sends its signals from now on, with or without subscribers.
    ///
    /// It cannot fail: `#` is a programming error.
    ///
    /// - Parameters:
    ///   - marbles: Its signals.
    ///   - values: The values by their names. A missing name is a programming error.
    @_disfavoredOverload  // Where both are possible, the stream can fail.
    public func hot<Value: Sendable>(_ marbles: Marbles, values: [String: Value]) -> AnyPublisher<
        Value, Never
    > {
        hot(MarbleScript(marbles, failure: Never?.none, values: values))
    }

    /// Makes a stream that sends its signals from now on, with or without subscribers.
    ///
    /// - Parameters:
    ///   - marbles: Its signals.
    ///   - values: The values by their names. A missing name is a programming error.
    ///   - failure: The failure for `#`.
    public func hot<Value: Sendable, Failure: Error>(
        _ marbles: Marbles, values: [String: Value], failure: Failure
    ) -> AnyPublisher<Value, Failure> {
        hot(MarbleScript(marbles, failure: failure, values: values))
    }

    /// Makes a stream that starts at each subscription. Its values are their names.
    ///
    /// `#` is a ``TestFailure``.
    ///
    /// - Parameter marbles: Its signals. Values without demand wait.
    public func cold(_ marbles: Marbles) -> AnyPublisher<String, TestFailure> {
        cold(MarbleScript(marbles, failure: TestFailure()) { $0 })
    }

    /// Makes a stream that starts at each subscription. Its values are their names.
    ///
    /// It cannot fail: `#` is a programming error.
    ///
    /// - Parameter marbles: Its signals. Values without demand wait.
    @_disfavoredOverload  // Where both are possible, the stream can fail.
    public func cold(_ marbles: Marbles) -> AnyPublisher<String, Never> {
        cold(MarbleScript(marbles, failure: Never?.none) { $0 })
    }

    /// Makes a stream that starts at each subscription. Its values are their names.
    ///
    /// - Parameters:
    ///   - marbles: Its signals. Values without demand wait.
    ///   - failure: The failure for `#`.
    public func cold<Failure: Error>(
        _ marbles: Marbles, failure: Failure
    ) -> AnyPublisher<String, Failure> {
        cold(MarbleScript(marbles, failure: failure) { $0 })
    }

    /// Makes a stream that starts at each subscription.
    ///
    /// `#` is a ``TestFailure``.
    ///
    /// - Parameters:
    ///   - marbles: Its signals. Values without demand wait.
    ///   - values: The values by their names. A missing name is a programming error.
    public func cold<Value: Sendable>(_ marbles: Marbles, values: [String: Value]) -> AnyPublisher<
        Value, TestFailure
    > {
        cold(MarbleScript(marbles, failure: TestFailure(), values: values))
    }

    /// Makes a stream that starts at each subscription.
    ///
    /// It cannot fail: `#` is a programming error.
    ///
    /// - Parameters:
    ///   - marbles: Its signals. Values without demand wait.
    ///   - values: The values by their names. A missing name is a programming error.
    @_disfavoredOverload  // Where both are possible, the stream can fail.
    public func cold<Value: Sendable>(_ marbles: Marbles, values: [String: Value]) -> AnyPublisher<
        Value, Never
    > {
        cold(MarbleScript(marbles, failure: Never?.none, values: values))
    }

    /// Makes a stream that starts at each subscription.
    ///
    /// - Parameters:
    ///   - marbles: Its signals. Values without demand wait.
    ///   - values: The values by their names. A missing name is a programming error.
    ///   - failure: The failure for `#`.
    public func cold<Value: Sendable, Failure: Error>(
        _ marbles: Marbles, values: [String: Value], failure: Failure
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
