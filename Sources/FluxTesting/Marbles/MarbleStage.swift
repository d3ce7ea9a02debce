import Streams

/// A stage for tests of streams that are written as ``Marbles``, in virtual time.
///
/// ```swift
/// let stage = MarbleStage()
/// let typed = stage.hot("a-bc----d|")
/// let settled = typed.debounce(for: .seconds(2), scheduler: stage.time)
/// #expect(stage.marbles(of: settled) == "-----c---(d|)")
/// ```
///
/// Nothing happens before time passes: a signal of the first step, too, comes only when ``time`` is advanced, so that
/// everything can be subscribed to before.
public final class MarbleStage: Sendable {
    /// The time of the stage, for operators that take a scheduler.
    public let time: VirtualTimeScheduler

    /// How long a character stands for.
    public let step: Duration

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - time: Its time, which others may share.
    ///   - step: How long a character stands for; more than zero.
    public init(time: VirtualTimeScheduler = VirtualTimeScheduler(), step: Duration = .seconds(1)) {
        precondition(step > .zero, "A step takes some time.")
        self.time = time
        self.step = step
    }

    /// A stream whose signals come whether or not anybody listens, from now on. Its values are their names.
    ///
    /// - Parameters:
    ///   - marbles: Its signals.
    ///   - failure: What `#` stands for; marbles that have it and no failure are a programmer's error.
    public func hot<Failure: Error>(
        _ marbles: Marbles, failure: Failure? = Never?.none
    ) -> AnyPublisher<String, Failure> {
        hot(MarbleScript(marbles, failure: failure) { $0 })
    }

    /// A stream whose signals come whether or not anybody listens, from now on.
    ///
    /// - Parameters:
    ///   - marbles: Its signals.
    ///   - values: The values by their names; a name that is missing is a programmer's error.
    ///   - failure: What `#` stands for; marbles that have it and no failure are a programmer's error.
    public func hot<Value: Sendable, Failure: Error>(
        _ marbles: Marbles, values: [String: Value], failure: Failure? = Never?.none
    ) -> AnyPublisher<Value, Failure> {
        hot(MarbleScript(marbles, failure: failure, values: values))
    }

    /// A stream that begins anew for each subscriber, when it subscribes. Its values are their names.
    ///
    /// - Parameters:
    ///   - marbles: Its signals. What a subscriber has not asked for waits.
    ///   - failure: What `#` stands for; marbles that have it and no failure are a programmer's error.
    public func cold<Failure: Error>(
        _ marbles: Marbles, failure: Failure? = Never?.none
    ) -> AnyPublisher<String, Failure> {
        cold(MarbleScript(marbles, failure: failure) { $0 })
    }

    /// A stream that begins anew for each subscriber, when it subscribes.
    ///
    /// - Parameters:
    ///   - marbles: Its signals. What a subscriber has not asked for waits.
    ///   - values: The values by their names; a name that is missing is a programmer's error.
    ///   - failure: What `#` stands for; marbles that have it and no failure are a programmer's error.
    public func cold<Value: Sendable, Failure: Error>(
        _ marbles: Marbles, values: [String: Value], failure: Failure? = Never?.none
    ) -> AnyPublisher<Value, Failure> {
        cold(MarbleScript(marbles, failure: failure, values: values))
    }

    private func hot<Value, Failure>(_ script: MarbleScript<Value, Failure>) -> AnyPublisher<Value, Failure> {
        let subject = PassthroughSubject<Value, Failure>()
        for (index, signals) in script.steps {
            time.schedule(after: step * index) {
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
                time.schedule(after: step * index) {
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
