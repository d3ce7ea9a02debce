/// The failure of the tests' streams.
enum TestError: Error, Hashable, Sendable {
    case boom
    case other(Int)
}
