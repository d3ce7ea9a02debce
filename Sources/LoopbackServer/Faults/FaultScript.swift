import Streams

/// Applies faults to responses in the order in which they are made: the first fault to the first response,
/// and so on.
///
/// ```swift
/// let script = FaultScript([.cutBody, nil, .serverError])
/// let server = try EmbeddedServer { request in script.apply(to: list.respond(to: request)) }
/// ```
///
/// Responses after the last fault are not changed.
package final class FaultScript: Sendable {
    private let faults: Locked<ArraySlice<Misbehavior?>>

    /// Makes a script.
    ///
    /// - Parameter faults: The faults; `nil` for a response without one.
    package init(_ faults: [Misbehavior?]) {
        self.faults = Locked(faults[...])
    }

    /// Returns the response with the next fault.
    package func apply(to response: HTTPResponse) -> HTTPResponse {
        let fault = faults.withLock { $0.popFirst() ?? nil }
        return fault?.applied(to: response) ?? response
    }
}
