/// Compares two errors.
///
/// - Returns: `nil` if they cannot be compared, because the type of the first is not `Equatable`.
func areEqual(_ one: any Error, _ other: any Error) -> Bool? {
    // Cast by way of `Any`: the compiler takes every error for `Equatable`.
    (one as Any as? any Equatable)?.isEqual(to: other)
}

extension Equatable {
    fileprivate func isEqual(to other: any Error) -> Bool { self == other as? Self }
}
