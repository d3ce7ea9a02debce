import Foundation

/// A process and those that it starts, which end together.
///
/// Unlike Foundation's `Process`, which counts one as running as long as a child of it is.
final class ChildProcess {
    private let id: pid_t
    private var status: Int32?

    /// Starts a process at the head of a group of its own.
    init(_ arguments: [String], _ environment: [String: String]) throws {
        let words = arguments.map { strdup($0) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in words + variables { free(text) } }
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        var id: pid_t = 0
        let error = posix_spawn(&id, arguments[0], nil, &attributes, words + [nil], variables + [nil])
        guard error == 0 else { throw MutationError("\(arguments[0]): \(String(cString: strerror(error)))") }
        self.id = id
    }

    var isRunning: Bool {
        if status == nil {
            var result: Int32 = 0
            if waitpid(id, &result, WNOHANG) == id { status = result }
        }
        return status == nil
    }

    /// Ends the process, if it runs, and those that it has started.
    ///
    /// - Returns: Zero if it ended by itself and well.
    func end() -> Int32 {
        kill(-id, SIGKILL)
        if let status { return status }
        var result: Int32 = 0
        waitpid(id, &result, 0)
        status = result
        return result
    }
}
