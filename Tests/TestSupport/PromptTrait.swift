import Testing

/// Runs a test, or a suite, ahead of the many tests that have not begun.
package struct PromptTrait: TestTrait, SuiteTrait, TestScoping {
    package func provideScope(
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
    /// Meanwhile a process that has exited is costly: the testing library looks for it without pause on Linux.
    /// And a serialized suite, whose tests each wait for their turn, ends long after the others.
    package static var prompt: Self { Self() }
}
