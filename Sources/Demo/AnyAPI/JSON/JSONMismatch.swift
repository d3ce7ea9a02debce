/// JSON that does not have the expected form.
struct JSONMismatch: Error, Equatable, CustomStringConvertible {
    /// One line.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
