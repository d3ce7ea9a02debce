/// The failure of the tests' streams and sources.
package enum TestError: Error, Hashable, Sendable {
    case boom
    case offline
    case broken
    case other(Int)
}
