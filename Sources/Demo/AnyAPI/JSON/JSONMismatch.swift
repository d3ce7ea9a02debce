/// What a body has in place of what was looked for.
struct JSONMismatch: Error, Equatable, CustomStringConvertible {
    /// One line.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
