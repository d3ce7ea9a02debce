import Streams

/// The rules of a session as a pure value: events go in, actions come out.
///
/// An engine has no clock, no lock, and does no input or output. An ``EngineSession`` hands it one event at a
/// time and performs its actions in order.
@usableFromInline
package protocol SessionEngine: Sendable {
    /// Something that happened: a signal, or the result of a load.
    associatedtype Event: Sendable

    /// The value that the session publishes.
    associatedtype State: Conflatable

    /// Identifies a load.
    associatedtype ID: Hashable & Sendable

    /// What to load.
    associatedtype Request: Sendable

    /// Whether no load is running.
    var isAtRest: Bool { get }

    /// Handles an event.
    ///
    /// - Returns: The actions to perform, in this order.
    mutating func handle(_ event: Event) -> [SessionAction<State, ID, Request>]

    /// Whether a load may share work with another one that has been started before its cancellation. Its
    /// cancellation then waits for that start; others are performed at once.
    static func sharesWork(_ load: ID) -> Bool
}

extension SessionEngine {
    @inlinable
    package static func sharesWork(_ load: ID) -> Bool { false }
}

/// An action of a ``SessionEngine``.
@usableFromInline
package enum SessionAction<State: Sendable, ID: Sendable, Request: Sendable>: Sendable {
    /// Publish a state.
    // In a box, because actions are passed in arrays and a state is large.
    indirect case publish(State)

    /// Start a load, whose results are events, or change one that is running, such as its priority.
    case load(ID, Request)

    /// Cancel a load; its results are not needed.
    case cancelLoad(ID)
}

extension SessionAction {
    /// The same action, of an engine that contains this one.
    @inlinable
    func mapLoad<NewID: Sendable, NewRequest: Sendable>(
        _ id: (ID) -> NewID, _ request: (ID, Request) -> NewRequest
    ) -> SessionAction<State, NewID, NewRequest> {
        switch self {
        case .publish(let state): .publish(state)
        case .load(let load, let what): .load(id(load), request(load, what))
        case .cancelLoad(let load): .cancelLoad(id(load))
        }
    }
}
