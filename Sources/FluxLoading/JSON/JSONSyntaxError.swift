/// Bytes that are not JSON (RFC 8259).
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
    /// The position of the first byte that is not accepted, counted from zero in the UTF-8 form of the body.
    package let byte: Int

    /// The reason, such as `expected a value`.
    package let reason: String

    package init(byte: Int, reason: String) {
        self.byte = byte
        self.reason = reason
    }

    package var description: String { "the body is not JSON: \(reason) at byte \(byte)" }
}
