/// How an answer is written, and so which fault of a network it plays.
package enum Delivery: Sendable {
    /// All of it, at once.
    case normal
    /// The head and that many bytes of the body; then the connection closes. More is always declared than is
    /// sent, so that the client sees a broken transfer whatever the length of the body.
    case truncated(after: Int)
    /// All of it, after a time. The connection waits, and others go on.
    case delayed(Duration)
    /// All of it, once a test opens the gate.
    case held(ResponseGate)
    /// Nothing: the connection closes without an answer. A client that finds this on a connection it has
    /// used before may ask once more by itself.
    case dropped
}
