/// The part of an error response's body that was received, for logs.
///
/// All values are equal, so that errors with the same reason are.
package struct ErrorBody: Hashable, Sendable {
    /// The number of bytes; `nil` if the data loader does not report it.
    package var size: Int?

    /// The time from the head of the response to the end of the load.
    package var duration: Duration

    package init(size: Int? = nil, duration: Duration = .zero) {
        self.size = size
        self.duration = duration
    }

    package static func == (one: Self, other: Self) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
