/// A parameter that the server ignores, and the one that is sent instead.
package struct PageTrial: Sendable, CustomStringConvertible {
    let ignored: PageParameter
    let tried: PageParameter

    /// What happens, in one line.
    package var description: String { "the server ignores \(ignored); trying \(tried)" }
}
