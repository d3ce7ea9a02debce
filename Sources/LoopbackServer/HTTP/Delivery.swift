/// How a response is sent, including simulated network faults.
package enum Delivery: Sendable {
    /// The whole response, immediately.
    case normal
    /// The head and the given number of bytes of the body; then the connection closes. The declared length always
    /// exceeds the sent bytes, so that the client detects a truncated transfer.
    case truncated(after: Int)
    /// The whole response, after a delay. Other connections are not delayed.
    case delayed(Duration)
    /// The whole response, once the gate is open.
    case held(ResponseGate)
    /// Nothing: the connection closes without a response. On a reused connection the client may repeat the request
    /// by itself.
    case dropped
}
