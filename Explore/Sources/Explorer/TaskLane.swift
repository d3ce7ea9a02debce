import Foundation
import Streams

extension Scenario {
    /// Runs the jobs of all tasks, which no actor runs, on one of the explored threads.
    public func runTasks() {
        TaskLane.lane = TaskLane(scheduler: scheduler())
        finally { TaskLane.lane = nil }
    }
}

/// Takes what the concurrency runtime would run on threads of its own.
final class TaskLane: TaskExecutor, @unchecked Sendable {
    // Sendable: threads run one at a time.

    fileprivate typealias Original = @convention(thin) (UnownedJob) -> Void
    fileprivate typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    nonisolated(unsafe) static var lane: TaskLane? {
        didSet { _ = isInstalled }
    }

    private static let isInstalled: Bool = {
        guard let hook = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else {
            fatalError("The concurrency runtime cannot be explored.")
        }
        hook.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
            if let lane = TaskLane.lane { lane.enqueue(job) } else { original(job) }
        }
        return true
    }()

    private let scheduler: ThreadScheduler

    init(scheduler: ThreadScheduler) {
        self.scheduler = scheduler
    }

    func enqueue(_ job: consuming ExecutorJob) {
        enqueue(UnownedJob(job))
    }

    func enqueue(_ job: UnownedJob) {
        scheduler.schedule { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
