/// A publisher that delivers values and completion on the main actor.
///
/// `receive(on: .main)` and the timed operators return it for the main actor. Operators that send a value
/// where they receive one, or a result of the values, return it again, so that their closures, and those of
/// `sink` and `assign`, may access the state of the main actor:
///
/// ```swift
/// let subscription = texts
///     .debounce(for: .milliseconds(300), scheduler: .main)
///     .map { text in screen.rows.filter { $0.contains(text) } }
///     .sink { rows in screen.visible = rows }
/// ```
///
/// The closures of `flatMap`, `flatMapLatest`, `concatMap` and `exhaustMap` may access it too. The values of
/// these operators, and of others with several publishers, such as `combineLatest`, are delivered on the
/// threads of those: write `receive(on: .main)` after them.
///
/// The `try` operators fail with `any Error`, whatever their closures throw.
///
/// The operators that take closures are methods of the main actor, and their closures need not be `Sendable`:
/// they are isolated to the main actor. Mark the function that calls them `@MainActor`, or continue from
/// ``base``, whose closures may not access that state.
///
/// A value that arrives on the main actor is delivered at once, after those that wait. After a cancellation
/// on the main actor nothing is delivered.
public struct MainActorPublisher<Base: Publisher>: Publisher {
    public typealias Output = Base.Output
    public typealias Failure = Base.Failure

    /// The publisher without the information that it delivers on the main actor.
    public let base: Base

    /// Creates a publisher from one that delivers on the main actor.
    @export(implementation)
    init(_ base: Base) {
        self.base = base
    }

    @export(implementation)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        base.receive(subscriber: subscriber)
    }
}

extension MainActorPublisher: Equatable where Base: Equatable {}

/// A publisher that delivers on the main actor, whose other types are erased.
public typealias AnyMainActorPublisher<Output: Sendable, Failure: Error> =
    MainActorPublisher<AnyPublisher<Output, Failure>>

extension MainActorPublisher {
    /// Erases the types of the operators, but not that values are delivered on the main actor.
    @export(implementation)
    public func eraseToAnyMainActorPublisher() -> AnyMainActorPublisher<Output, Failure> {
        MainActorPublisher<AnyPublisher<Output, Failure>>(base.eraseToAnyPublisher())
    }
}
