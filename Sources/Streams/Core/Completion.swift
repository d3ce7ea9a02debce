extension Subscribers {
    /// How a stream ended.
    @frozen
    public enum Completion<Failure: Error>: Sendable {
        /// The stream ended normally.
        case finished

        /// The stream ended with an error.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
extension Subscribers.Completion: Codable where Failure: Codable {}

extension Result {
    /// The completion of a publisher with this result.
    @inlinable
    var completion: Subscribers.Completion<Failure> {
        switch self {
        case .success: .finished
        case .failure(let error): .failure(error)
        }
    }
}

extension Subscribers.Completion {
    /// Returns the same completion with another type of error.
    ///
    /// - Parameter transform: Converts the error, if there is one.
    @inlinable
    func mapError<NewFailure: Error>(_ transform: (Failure) -> NewFailure)
        -> Subscribers.Completion<NewFailure>
    {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}
