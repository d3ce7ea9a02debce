import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests that loaders send in a task, with the credentials that they add to those that they are given.
///
/// A task-local value, so that it also passes through loaders of a project.
package final class SentRequests: Sendable {
    @TaskLocal private static var current: SentRequests?

    private let requests = Locked<[URLRequest]>([])

    package init() {}

    /// The requests so far.
    package var all: [URLRequest] { requests.withLock { $0 } }

    /// Collects the requests of a load.
    package func collect<Value: Sendable, Failure: Error>(
        of load: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await Self.$current.withValue(self) { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await load())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Adds a request, if those of the present task are collected.
    static func add(_ request: URLRequest) {
        current?.requests.withLock { $0.append(request) }
    }
}
