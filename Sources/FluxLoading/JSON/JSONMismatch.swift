/// JSON that does not have the expected form.
package struct JSONMismatch: Error, Hashable, CustomStringConvertible {
    /// One line.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
