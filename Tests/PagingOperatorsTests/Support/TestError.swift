/// What scripted sources fail with.
enum TestError: Error, Hashable {
    case offline
    case broken
}
