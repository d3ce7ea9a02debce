/// What a test's source says about the length of its list.
public enum TestCounts: Sendable, Hashable {
    /// Nothing, and it does not know which page has a row either: a jump goes page by page.
    case none

    /// The truth. It knows which page has a row.
    case exact

    /// That the list has so many items, true or not. It knows which page has a row.
    case total(Int)
}
