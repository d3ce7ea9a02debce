import CombineStandIn

// What projects that use Combine declare themselves.

extension Future where Failure == any Error {
    convenience init(_ operation: @escaping @Sendable () async throws -> Output) {
        self.init { promise in }
    }
}
