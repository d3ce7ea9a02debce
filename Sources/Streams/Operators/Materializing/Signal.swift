/// A value or the completion of a stream, as a value. See ``Publisher/materialize()``.
public enum Signal<Output: Sendable, Failure: Error>: Sendable {
    /// A value of the stream.
    case value(Output)

    /// The stream finished.
    case finished

    /// The stream failed.
    case failure(Failure)

    /// Creates the signal of a completion.
    ///
    /// - Parameter completion: The completion of the stream.
    @export(implementation)
    public init(_ completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: self = .finished
        case .failure(let error): self = .failure(error)
        }
    }
}

extension Signal: Equatable where Output: Equatable, Failure: Equatable {}
extension Signal: Hashable where Output: Hashable, Failure: Hashable {}
