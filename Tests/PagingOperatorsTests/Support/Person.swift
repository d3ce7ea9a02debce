/// A row with an identity.
struct Person: Identifiable, Sendable, Equatable {
    let id: Int
}
