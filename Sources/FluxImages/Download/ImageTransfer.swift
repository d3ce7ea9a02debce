import FluxLoading
import Foundation
import Streams

/// One transfer of a download, or the delay before it.
///
/// It holds what has arrived of the body, apart from the table of the fetches, so that bytes are not copied
/// under the lock of all of them. Once it has ended, events of it are ignored.
final class ImageTransfer: Sendable {
    private struct State: Sendable {
        /// `nil` once the transfer has ended.
        var download: Download?
        /// The load, or the timer of the delay.
        var work: (any Cancellable)?
        var preview = Preview()
    }

    private struct Preview: Sendable {
        var isBeingMade = false
        /// How much had arrived for the last one.
        var count = 0
    }

    /// The number of transfers of the download that have failed.
    let failures: Int
    /// When it began.
    let start: Duration
    private let state: Locked<State>

    /// - Parameters:
    ///   - download: The download, which the transfer continues.
    ///   - failures: The number of its transfers that have failed.
    ///   - start: The present time.
    init(_ download: Download, failures: Int, at start: Duration = .zero) {
        self.failures = failures
        self.start = start
        state = Locked(State(download: download))
    }

    /// Attaches what runs, which is cancelled with the transfer.
    func attach(_ work: any Cancellable) {
        let isUsed = state.withLock { state in
            if state.download == nil { return false }
            state.work = work
            return true
        }
        if !isUsed { work.cancel() }
    }

    /// Changes the download.
    ///
    /// - Returns: The result of the closure; `nil` if the transfer has ended.
    @discardableResult
    func update<Result: Sendable>(
        _ body: (inout Download) throws(LoadingError) -> Result
    ) throws(LoadingError) -> Result? {
        try state.withLock { state throws(LoadingError) in
            if state.download == nil { return nil }
            return try body(&state.download!)  // checked
        }
    }

    /// How much has arrived; `nil` if the transfer has ended.
    var progress: ImageProgress? { state.withLock { $0.download?.progress } }

    /// Ends the transfer, which has ended by itself.
    ///
    /// - Returns: The download, the first time.
    func end() -> Download? { take().download }

    /// Ends the transfer before its end.
    ///
    /// - Returns: The download, the first time.
    @discardableResult
    func cancel() -> Download? {
        let ended = take()
        ended.work?.cancel()
        return ended.download
    }

    private func take() -> State {
        // Released outside the lock, because the work may be an object of the project's.
        state.exchange(State())
    }

    /// Begins a preview, if none is being made and twice as much has arrived as for the last one.
    ///
    /// - Returns: The first bytes of the body.
    func beginPreview() -> Data? {
        state.withLock { state in
            guard !state.preview.isBeingMade, let data = state.download?.received,
                data.count >= max(1, 2 * state.preview.count)
            else { return nil }
            state.preview = Preview(isBeingMade: true, count: data.count)
            return data
        }
    }

    /// - Returns: Whether the transfer has not ended.
    func endPreview() -> Bool {
        state.withLock { state in
            state.preview.isBeingMade = false
            return state.download != nil
        }
    }
}

/// The next or the present transfer of a download.
struct DownloadAttempt: Sendable {
    /// The number of transfers of the download that have failed.
    var failures = 0
    /// What the next transfer continues; `nil` for the first one, and while a transfer runs.
    var download: Download?
    /// The transfer that runs.
    var transfer: ImageTransfer?

    /// Cancels the transfer.
    ///
    /// - Returns: What was received of the body, if it can be continued.
    func stop() -> PartialBody? {
        let stopped = transfer?.cancel()
        return (stopped ?? download)?.partial
    }
}
