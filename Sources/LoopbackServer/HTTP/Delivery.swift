import Foundation

/// How a response is sent, including simulated network faults.
package enum Delivery: Sendable {
    /// The whole response, immediately.
    case normal
    /// The head and the given number of bytes of the body; then the connection closes. The declared length
    /// always exceeds the sent bytes, and chunks have no end, so that the client detects a truncated
    /// transfer.
    case truncated(after: Int)
    /// The whole response, after a delay. Other connections are not delayed.
    case delayed(Duration)
    /// The whole response, once the gate is open.
    case held(ResponseGate)
    /// The head and the given number of bytes of the body; the rest once the gate is open. A gate that stays
    /// closed makes a body that stalls.
    case paused(after: Int, ResponseGate)
    /// The head, then the body in pieces of the given size in bytes, with a pause before each.
    case dripped(size: Int, every: Duration)
    /// The head, the body, and then the body from the given byte on, again and again until the client closes
    /// the connection. Without chunks the head declares no length.
    case endless(from: Int)
    /// The head and the given number of bytes of the body, or nothing at all; then the connection is reset,
    /// which may discard bytes that the client has not read yet.
    case reset(after: Int?)
    /// Nothing: the connection closes without a response. On a reused connection the client may repeat the
    /// request by itself.
    case dropped
    /// Other bytes in place of the response; then the connection closes.
    case raw(Data)
}

extension Delivery {
    /// Whether the connection ends with the response.
    var endsConnection: Bool {
        switch self {
        case .normal, .delayed, .held, .paused, .dripped: false
        case .truncated, .endless, .reset, .dropped, .raw: true
        }
    }
}
