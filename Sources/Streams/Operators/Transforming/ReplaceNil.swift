extension Publisher {
    /// Sends a value in place of each `nil`, and the others unwrapped.
    ///
    /// ```
    /// self           1--nil--3--|
    /// replaceNil(0)  1--0----3--|
    /// ```
    ///
    /// - Parameter output: What is sent in place of `nil`.
    @inlinable
    public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { $0 ?? output }
    }
}
