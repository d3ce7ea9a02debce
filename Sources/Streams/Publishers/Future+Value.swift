extension Future {
    /// The result of the future, once it is known.
    ///
    /// Throws the failure, with its type; if the future cannot fail, no `try` is required. Cancelling the
    /// task has no effect on the future.
    public var value: Output {
        get async throws(Failure) {
            let result = await withCheckedContinuation { continuation in
                _ = observe { continuation.resume(returning: $0) }
            }
            return try result.get()
        }
    }
}
