extension Subscribers {
    /// The end of a stream: it finished or failed.
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

private enum CompletionKeys: String, CodingKey {
    case success, error
}

/// A completion is encoded as in Combine: `{"success":true}`, or `{"success":false,"error":…}`.
extension Subscribers.Completion: Encodable where Failure: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CompletionKeys.self)
        switch self {
        case .finished:
            try values.encode(true, forKey: .success)
        case .failure(let error):
            try values.encode(false, forKey: .success)
            try values.encode(error, forKey: .error)
        }
    }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CompletionKeys.self)
        let isSuccess = try values.decode(Bool.self, forKey: .success)
        self = isSuccess ? .finished : .failure(try values.decode(Failure.self, forKey: .error))
    }
}

extension Result {
    /// The completion of a publisher with this result.
    @export(implementation)
    package var completion: Subscribers.Completion<Failure> {
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
    @export(implementation)
    func mapError<NewFailure: Error>(_ transform: (Failure) -> NewFailure)
        -> Subscribers.Completion<NewFailure>
    {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}
