import Flux

/// An invalid command line.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The message without the secrets that a mistyped address may have.
    var description: String { "Demo: \(message.redactingSecrets); see --help" }
}
