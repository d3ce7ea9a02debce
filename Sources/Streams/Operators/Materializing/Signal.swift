/// A value of a stream or its end, as a value. See ``Publisher/materialize()``.
public enum Signal<Output: Sendable, Failure: Error>: Sendable {
    /// A value of the stream.
    case value(Output)

    /// The stream ended normally.
    case finished

    /// The stream ended with an error.
    case failure(Failure)

    /// Makes the signal of an end.
    ///
    /// - Parameter completion: How the stream ended.
    @inlinable
    public init(_ completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: self = .finished
        case .failure(let error): self = .failure(error)
        }
    }
}

extension Signal: Equatable where Output: Equatable, Failure: Equatable {}
extension Signal: Hashable where Output: Hashable, Failure: Hashable {}
