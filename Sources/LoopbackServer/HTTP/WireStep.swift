import Foundation

/// One step of sending a response. The steps of a response are a pure value; a connection performs them.
enum WireStep: Sendable {
    case send(Data)
    /// Sends the bytes again and again until the client closes the connection.
    case sendForever(Data)
    case pause(Duration)
    case hold(ResponseGate)
    /// Closes the connection after the bytes sent so far.
    case close
    /// Resets the connection.
    case reset
}
