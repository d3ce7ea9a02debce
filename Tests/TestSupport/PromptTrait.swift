import Testing

/// Runs a test or a suite at a higher priority than the other tests.
package struct PromptTrait: TestTrait, SuiteTrait, TestScoping {
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
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
    /// Raises the priority of each step. All tests start at once, so that otherwise each step waits for the others.
    ///
    /// Waiting is costly for HTTP requests and exit tests: on Linux FoundationNetworking polls the socket of a running
    /// request, and the testing library an exited process. A serialized suite would end long after the others.
    package static var prompt: Self { Self() }
}
