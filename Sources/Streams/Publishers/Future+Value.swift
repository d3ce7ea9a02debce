extension Future {
    /// The result of the future, once it is known.
    ///
    /// Throws the failure, with its type. Cancelling the task has no effect on the future.
    public var value: Output {
        get async throws(Failure) { try await knownResult.get() }
    }

    private var knownResult: Result<Output, Failure> {
        get async {
            await withCheckedContinuation { continuation in
                _ = observe { continuation.resume(returning: $0) }
            }
        }
    }
}

// The compiler of Swift 6.3 ends with a signal where a function that does not throw reads a property whose
// type of errors is `Never` by substitution.
extension Future where Failure == Never {
    /// The value of the future, once it is known. Cancelling the task has no effect on the future.
    public var value: Output {
        get async { await knownResult.get() }
    }
}
