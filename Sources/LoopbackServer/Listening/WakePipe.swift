import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Wakes a thread that blocks in `poll`, by closing the writing end of a pipe.
struct WakePipe: Sendable {
    /// The end to poll, which becomes readable when `wake()` is called.
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(ServerError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last(.wakePipe) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    /// Wakes the thread. Call it once.
    func wake() {
        _ = close(writeEnd)
    }

    /// Closes the reading end. Call it once, on the thread that polled it.
    func dispose() {
        _ = close(readEnd)
    }
}
