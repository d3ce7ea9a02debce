extension Publisher {
    /// Converts each value to two of its properties.
    ///
    /// - Parameters:
    ///   - keyPath0: The first property to publish.
    ///   - keyPath1: The second property to publish.
    @export(implementation)
    public func map<T0: Sendable, T1: Sendable>(
        _ keyPath0: any KeyPath<Output, T0> & Sendable,
        _ keyPath1: any KeyPath<Output, T1> & Sendable
    ) -> Publishers.Map<Self, (T0, T1)> {
        map { ($0[keyPath: keyPath0], $0[keyPath: keyPath1]) }
    }

    /// Converts each value to three of its properties.
    ///
    /// - Parameters:
    ///   - keyPath0: The first property to publish.
    ///   - keyPath1: The second property to publish.
    ///   - keyPath2: The third property to publish.
    @export(implementation)
    public func map<T0: Sendable, T1: Sendable, T2: Sendable>(
        _ keyPath0: any KeyPath<Output, T0> & Sendable,
        _ keyPath1: any KeyPath<Output, T1> & Sendable,
        _ keyPath2: any KeyPath<Output, T2> & Sendable
    ) -> Publishers.Map<Self, (T0, T1, T2)> {
        map { ($0[keyPath: keyPath0], $0[keyPath: keyPath1], $0[keyPath: keyPath2]) }
    }
}
