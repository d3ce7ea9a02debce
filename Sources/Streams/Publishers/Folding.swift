// Operators whose result is known without a subscription, on publishers whose values are. Those that would
// run a closure are not among them: it runs when there is a subscriber.

extension Just {
    /// A publisher of the number of values, which is one.
    @export(implementation) public func count() -> Just<Int> { Just<Int>(1) }

    /// A publisher of an array with the value.
    @export(implementation) public func collect() -> Just<[Output]> { Just<[Output]>([output]) }

    /// This publisher, which has one value.
    @export(implementation) public func first() -> Just<Output> { self }

    /// This publisher, which has one value.
    @export(implementation) public func last() -> Just<Output> { self }

    /// This publisher, which is not empty.
    @export(implementation) public func replaceEmpty(with output: Output) -> Just<Output> { self }

    /// A publisher that finishes without a value.
    @export(implementation) public func ignoreOutput() -> Empty<Never, Never> { Empty() }
}

extension Optional.Publisher {
    /// A publisher of the number of values, zero or one.
    @export(implementation) public func count() -> Just<Int> { Just(output == nil ? 0 : 1) }

    /// A publisher of an array with the value, if there is one.
    @export(implementation) public func collect() -> Just<[Wrapped]> { Just(output.map { [$0] } ?? []) }

    /// This publisher, which has at most one value.
    @export(implementation) public func first() -> Self { self }

    /// This publisher, which has at most one value.
    @export(implementation) public func last() -> Self { self }

    /// A publisher of the value, or of another one if there is none.
    @export(implementation) public func replaceEmpty(with output: Wrapped) -> Just<Wrapped> {
        Just(self.output ?? output)
    }
}

extension Result.Publisher {
    /// A publisher of the number of values, which is one, or of the failure.
    @export(implementation) public func count() -> Result<Int, Failure>.Publisher {
        result.map { _ in 1 }.publisher
    }

    /// A publisher of an array with the value, or of the failure.
    @export(implementation) public func collect() -> Result<[Success], Failure>.Publisher {
        result.map { [$0] }.publisher
    }

    /// This publisher, which has at most one value.
    @export(implementation) public func first() -> Self { self }

    /// This publisher, which has at most one value.
    @export(implementation) public func last() -> Self { self }
}

extension Publishers.Sequence where Elements: RandomAccessCollection {
    /// A publisher of the number of elements.
    ///
    /// - Complexity: O(1).
    @export(implementation) public func count() -> Result<Int, Failure>.Publisher { .init(sequence.count) }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
    /// A publisher of the first element, if there is one.
    @export(implementation) public func first() -> Optional<Elements.Element>.Publisher {
        sequence.first.publisher
    }

    /// A publisher of the last element, if there is one.
    ///
    /// - Complexity: O(1).
    @export(implementation) public func last() -> Optional<Elements.Element>.Publisher {
        sequence.last.publisher
    }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Elements.SubSequence: Sendable {
    /// A publisher of the elements without the first ones.
    ///
    /// - Parameter count: The number of elements to drop; zero or more.
    /// - Complexity: O(1).
    @export(implementation) public func dropFirst(_ count: Int = 1)
        -> Publishers.Sequence<Elements.SubSequence, Failure>
    {
        precondition(count >= 0, "The number of values to drop must not be negative.")
        return .init(sequence: sequence.dropFirst(count))
    }

    /// A publisher of the first elements.
    ///
    /// - Parameter maxLength: The number of elements; zero or more.
    /// - Complexity: O(1).
    @export(implementation) public func prefix(_ maxLength: Int)
        -> Publishers.Sequence<Elements.SubSequence, Failure>
    {
        precondition(maxLength >= 0, "The length of a prefix cannot be negative.")
        return .init(sequence: sequence.prefix(maxLength))
    }
}
