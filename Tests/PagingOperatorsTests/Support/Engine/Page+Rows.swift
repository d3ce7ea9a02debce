import PagingOperators

extension Page<Int, Int> {
    /// A page of consecutive numbers, whose next key is the number after.
    static func rows(_ range: Range<Int>) -> Self { Page(Array(range), next: range.upperBound) }

    /// The last page, of consecutive numbers.
    static func last(_ range: Range<Int>) -> Self { Page(Array(range), next: nil) }
}

extension PageRequest<Int> {
    static var refresh: Self { PageRequest(key: nil, direction: .refresh) }

    static func refresh(_ key: Int) -> Self { PageRequest(key: key, direction: .refresh) }

    static func append(_ key: Int) -> Self { PageRequest(key: key, direction: .append) }

    static func prepend(_ key: Int?) -> Self { PageRequest(key: key, direction: .prepend) }
}
