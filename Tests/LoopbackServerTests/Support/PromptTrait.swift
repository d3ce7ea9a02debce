import Testing

/// Runs a test, or a suite, ahead of the many tests that have not begun.
struct PromptTrait: TestTrait, SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            // Not a child task: those of a group are queued at their parent's priority.
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
    /// Gives each step a higher priority: all tests are started at once, so that without it each step
    /// waits for a turn of all the others.
    ///
    /// Meanwhile a request under way is costly: FoundationNetworking polls its socket without pause on Linux.
    static var prompt: Self { Self() }
}
