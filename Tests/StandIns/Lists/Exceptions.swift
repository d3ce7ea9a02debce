import Synchronization

/// What UIKit and AppKit raise as an exception, which ends a program.
public enum Exceptions {
    @TaskLocal static var raise: @Sendable (String) -> Void = { fatalError($0) }

    private final class Reasons: Sendable {
        let raised = Mutex<[String]>([])
    }

    /// Returns the reasons of the exceptions that some work raises. It goes on after each.
    @MainActor
    public static func raised(by work: () throws -> Void) rethrows -> [String] {
        let reasons = Reasons()
        try $raise.withValue({ reason in reasons.raised.withLock { $0.append(reason) } }, operation: work)
        return reasons.raised.withLock { $0 }
    }
}
