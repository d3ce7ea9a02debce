import FluxLoading
import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One transfer of a download: while it waits, and while it runs.
///
/// It holds what has arrived of the body, apart from the table of the fetches, so that bytes are not copied
/// under the lock of all of them. Once it has ended, events of it are ignored.
final class ImageTransfer: Sendable {
    private struct State: Sendable {
        /// `nil` once the transfer has ended.
        var download: Download?
        /// Whether there is a delay before the load, which has not ended.
        var isDelayed = false
        /// The timer of the delay, or the load; `nil` until it is attached.
        var work: (any Cancellable)?
        /// When the load began.
        var start = Duration.zero
        var isPreviewBeingMade = false
        /// How much had arrived for the last preview.
        var previewedCount = 0
        /// The last preview of each variant.
        var previews: [ImageVariant?: Preview] = [:]

        var bytesToPreview: Data? {
            guard !isPreviewBeingMade, let download, let data = download.received,
                data.count >= 2 * previewedCount
            else { return nil }
            // A body that is complete is decoded at once.
            if let total = download.progress.expected, data.count >= total { return nil }
            return data
        }
    }

    /// A preview, whose number is higher than those of earlier ones.
    struct Preview: Sendable {
        let image: AnyImageState
        let number: Int
    }

    /// What is left of a transfer.
    struct Ended: Sendable {
        var download: Download
        /// When the load began.
        let start: Duration
        fileprivate let previews: [ImageVariant?: Preview]
    }

    /// The number of transfers of the download that have failed before.
    let failures: Int
    private let state: Locked<State>

    /// - Parameters:
    ///   - download: The download, which the transfer begins or continues.
    ///   - failures: The number of its transfers that have failed.
    init(_ download: Download, failures: Int = 0) {
        self.failures = failures
        state = Locked(State(download: download))
    }

    /// Makes a transfer that follows one that has failed, after a delay. Previews of that are shown until
    /// there are others.
    init(after failed: Ended, failures: Int) {
        self.failures = failures
        state = Locked(State(download: failed.download, isDelayed: true, previews: failed.previews))
    }

    /// Begins the load.
    ///
    /// - Returns: Its request; `nil` if the transfer has ended.
    func begin(at now: Duration) -> URLRequest? {
        state.withLock { state in
            state.start = now
            return state.download?.nextRequest()
        }
    }

    /// Attaches the timer of the delay, which is cancelled with the transfer. It may have fired already, and
    /// the load may have begun.
    func attach(timer: any Cancellable) { attach(timer) { $0.isDelayed } }

    /// Ends the delay.
    ///
    /// - Returns: Whether the transfer has not ended.
    func endDelay() -> Bool {
        let (isWaiting, timer) = state.withLock { state in
            state.isDelayed = false
            return (state.download != nil, state.work.take())
        }
        // Released outside the lock, because it may be an object of the project's.
        withExtendedLifetime(timer) {}
        return isWaiting
    }

    /// Attaches the load, which is cancelled with the transfer.
    func attach(_ load: any Cancellable) { attach(load) { $0.download != nil } }

    private func attach(_ work: any Cancellable, where isUsed: (State) -> Bool) {
        let isAttached = state.withLock { state in
            if !isUsed(state) { return false }
            state.work = work
            return true
        }
        if !isAttached { work.cancel() }
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

    /// Ends the transfer, whose load has ended.
    ///
    /// - Returns: What is left of it, the first time.
    func end() -> Ended? { exchangeForEnded().ended }

    /// Ends the transfer before its end.
    ///
    /// - Returns: What is left of it, the first time.
    func cancel() -> Ended? {
        let (ended, work) = exchangeForEnded()
        work?.cancel()
        return ended
    }

    /// Ends the transfer before its end, where no other follows it.
    ///
    /// - Returns: What was received of the body, if it can be continued.
    @inline(never)  // It would be in each change of the table of fetches.
    func stop() -> PartialBody? { cancel()?.download.partial }

    private func exchangeForEnded() -> (ended: Ended?, work: (any Cancellable)?) {
        let old = state.exchange(State())
        let ended = old.download.map { Ended(download: $0, start: old.start, previews: old.previews) }
        return (ended, old.work)
    }

    /// Whether no preview is being made, and twice as much has arrived as for the last one.
    var isPreviewDue: Bool { state.withLock { $0.bytesToPreview != nil } }

    /// Begins a preview, if one is due.
    ///
    /// - Returns: The first bytes of the body.
    func beginPreview() -> Data? {
        state.withLock { state in
            guard let data = state.bytesToPreview else { return nil }
            (state.isPreviewBeingMade, state.previewedCount) = (true, data.count)
            return data
        }
    }

    /// Keeps previews for observers that are added later.
    ///
    /// - Returns: Whether the transfer has not ended.
    func endPreview(with images: [ImageVariant?: AnyImageState], number: Int) -> Bool {
        let new = images.mapValues { Preview(image: $0, number: number) }
        let (isRunning, old) = state.withLock { state in
            state.isPreviewBeingMade = false
            if state.download == nil { return (false, state.previews) }
            defer { state.previews.merge(new) { $1 } }
            return (true, state.previews)
        }
        // Released outside the lock, because they are the project's images.
        withExtendedLifetime(old) {}
        return isRunning
    }

    /// The last preview of a variant.
    func preview(of variant: ImageVariant?) -> Preview? { state.withLock { $0.previews[variant] } }
}
