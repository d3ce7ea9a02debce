extension Publisher {
    /// Replaces each `nil` with a value, and unwraps the others.
    ///
    /// ```
    /// self           1--nil--3--|
    /// replaceNil(0)  1--0----3--|
    /// ```
    ///
    /// - Parameter output: The value that replaces `nil`.
    @export(implementation)
    public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { $0 ?? output }
    }
}
