import Streams
import Testing

/// Runs a test or a suite at a higher priority than the other tests, and limits how many run at once.
package struct PromptTrait: TestTrait, SuiteTrait, TestScoping {
    private static let suites = ConcurrencyLimit(8)
    private static let cases = ConcurrencyLimit(64)

    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if testCase != nil { return try await Self.cases.perform(function) }
        if test.isSuite { return try await Self.suites.perform { try await runPromptly(function) } }
        try await runPromptly(function)
    }

    private func runPromptly(_ function: @Sendable () async throws -> Void) async throws {
        try await withoutActuallyEscaping(function) { function in
            // Not a child task: child tasks of a group are queued at their parent's priority.
            let task = Task(priority: .high) { try await function() }
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }
}

extension Trait where Self == PromptTrait {
    /// Raises the priority of each step. All tests start at once, so that otherwise each step waits for the
    /// others.
    ///
    /// Waiting is costly for HTTP requests and exit tests: on Linux FoundationNetworking polls the socket of
    /// a running request, and the testing library an exited process. A serialized suite would end long after
    /// the others.
    ///
    /// Of these suites, 8 run at once: the time limit of a case begins when its suite does. Of their cases,
    /// 64 run at once. A session of FoundationNetworking that waits blocks a thread of Dispatch, which has
    /// 255; when all wait, none goes on.
    package static var prompt: Self { Self() }
}

/// Runs a suite at a lower priority than the other tests, and limits how many run at once.
package struct PatientTrait: SuiteTrait, TestScoping {
    private static let suites = ConcurrencyLimit(2)

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Self.suites.perform {
            try await withoutActuallyEscaping(function) { function in
                // Not a child task: child tasks of a group are queued at their parent's priority.
                try await Task(priority: .background) { try await function() }.value
            }
        }
    }
}

extension Trait where Self == PatientTrait {
    /// Lowers the priority of tests that compute for seconds and wait for nothing: those with servers go
    /// first.
    package static var patient: Self { Self() }
}

/// Lets a number of tasks run at once; others wait in order.
final class ConcurrencyLimit: Sendable {
    @TaskLocal private static var permits: Set<ObjectIdentifier> = []

    private struct State: Sendable {
        var free: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    init(_ width: Int) {
        state = Locked(State(free: width))
    }

    /// Performs work within the limit. Work within such work has its place already.
    func perform(_ work: () async throws -> Void) async rethrows {
        let permit = ObjectIdentifier(self)
        if Self.permits.contains(permit) { return try await work() }
        await enter()
        defer { leave() }
        try await Self.$permits.withValue(Self.permits.union([permit])) { try await work() }
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free == 0 {
                    state.waiters.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }
}
