import FluxLoading
import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The transfers of the download.
extension ImageFetch {
    /// Begins a transfer: the first one, a retry, or one that starts over.
    ///
    /// - Parameter next: The transfer, if it follows another one at once.
    func beginTransfer(_ next: ImageTransfer? = nil) {
        let queued = next ?? pipeline.change { $0.transfer(of: id) }
        guard let transfer = queued ?? makeTransfer() else { return }
        if !pipeline.change({ $0.begin(transfer, of: id) }) { return keep(transfer.stop()) }
        guard let request = transfer.begin(at: pipeline.retryScheduler.now) else { return }
        send(.started(attempt: transfer.failures + 1))
        transfer.attach(pipeline.dataLoader.load(request) { self.receive($0, of: transfer) })
    }

    /// Makes a transfer that continues what an earlier fetch has received, or validates the stored bytes;
    /// from an alternative URL one of the whole body.
    ///
    /// - Returns: The transfer; `nil` if the fetch was cancelled.
    private func makeTransfer(after failures: Int = 0) -> ImageTransfer? {
        let known = pipeline.change { table in table[id].map { ($0.stored.original, $0.urls) } }
        guard let (stored, urls) = known else { return nil }
        let maximumBytes = max(0, pipeline.maximumBytes)
        let request = (urls?.request ?? request).urlRequest
        if urls?.isAlternative == true {
            return ImageTransfer(Download(ofAlternative: request, maximumBytes: maximumBytes))
        }
        let original = self.request.original
        let partial = pipeline.partials.image(for: original)
        pipeline.partials.remove(original)
        let download = Download(
            request, conditions: stored.map { conditions(validating: $0) } ?? [:],
            from: stored?.response.address, resuming: partial, maximumBytes: maximumBytes)
        return ImageTransfer(download, failures: failures)
    }

    private func conditions(validating stored: StoredBytes) -> [String: String] {
        guard !stored.isRejected, stored.freshness != .unusable else { return [:] }
        let conditions = pipeline.cachePolicy.conditions(validating: stored.response, for: request)
        // Another representation may be older than the stored one, so that its date says nothing.
        return pipeline.isSelected(stored.response, by: request)
            ? conditions : conditions.filter { $0.key.lowercased() != "if-modified-since" }
    }

    private func receive(_ event: DataEvent, of transfer: ImageTransfer) {
        do throws(LoadingError) {
            switch event {
            case .response(let head): try receive(head, of: transfer)
            case .bytes(let bytes):
                try transfer.update { download throws(LoadingError) in try download.receive(bytes) }
                advance(transfer)
                previewIfDue(transfer)
            case .finished: end(transfer) { $0.finish() }
            case .failed(let error): end(transfer) { $0.fail(error) }
            }
        } catch {
            // What it may still send is ignored.
            if let ended = transfer.cancel() { retry(ended, transfer, after: error) }
        }
    }

    private func receive(_ head: URLResponse, of transfer: ImageTransfer) throws(LoadingError) {
        let now = pipeline.now()
        let reply = try transfer.update { download throws(LoadingError) in
            try download.receive(head, at: now)
        }
        switch reply {
        case .rest(let count):
            send(.resumed(at: count))
            advance(transfer)
        case .whole: advance(transfer)
        case .startOver:
            if let ended = transfer.cancel() { startOver(ended.download, transfer) }
        case .notModified, nil: break
        }
    }

    private func advance(_ transfer: ImageTransfer) {
        guard let progress = transfer.progress else { return }
        for observer in pipeline.change({ $0.advance(id, to: progress) }) { observer.advance(to: progress) }
    }

    private func end(_ transfer: ImageTransfer, with outcome: (inout Download) -> Download.Outcome) {
        guard var ended = transfer.end() else { return }
        switch outcome(&ended.download) {
        case .body(let data, let response):
            let time = pipeline.retryScheduler.now - ended.start
            send(.downloaded(bytes: ended.download.transferredCount, duration: time))
            let origin = pipeline.change { $0[id]?.urls?.request }?.origin ?? request.origin
            receive(ImageBytes(body: ImageBody(data, response), origin: origin, kind: .new))
        case .notModified(let response): confirm(response, by: transfer)
        case .startOver: startOver(ended.download, transfer)
        case .failed(let error): retry(ended, transfer, after: error)
        }
    }

    private func startOver(_ download: Download, _ ended: ImageTransfer) {
        beginTransfer(ImageTransfer(download, failures: ended.failures))
    }

    /// The stored bytes are valid, if the policy agrees.
    private func confirm(_ confirmation: StoredResponse?, by transfer: ImageTransfer) {
        let policy = pipeline.cachePolicy
        let original = pipeline.change { $0[id]?.stored.original }
        let response = original.flatMap { stored in
            confirmation.map { policy.confirmed(stored.response, by: $0, for: request) } ?? stored.response
        }
        let confirmed = pipeline.change { $0.confirmStored(by: response, of: id) }
        guard let (stored, version) = confirmed else {
            return beginTransfer(makeTransfer(after: transfer.failures))
        }
        send(.revalidated)
        if let original { keep(stored, inPlaceOf: original, version: version) }
        finishDownload()
        settle()
    }

    private func retry(
        _ ended: ImageTransfer.Ended, _ failed: ImageTransfer, after error: LoadingError
    ) {
        send(.interrupted(error))
        let failures = failed.failures + 1
        let policy = pipeline.retry.limitingRetryAfter(to: pipeline.longestRetryDelay)
        guard let delay = policy.delay(beforeAttempt: failures, after: error),
            delay <= pipeline.longestRetryDelay
        else { return giveUp(ended.download, after: error, failures) }
        let next = ImageTransfer(after: ended, failures: failures)
        if !pipeline.change({ $0.delay(next, of: id) }) { return keep(ended.download.partial) }
        next.attach(
            timer: pipeline.retryScheduler.schedule(in: delay) {
                if next.endDelay() { self.queueDownload(next) }
            })
    }

    private func giveUp(_ download: Download, after error: LoadingError, _ failures: Int) {
        finishDownload()
        if !error.isOfBody { keep(download.partial) }
        switch pipeline.change({ $0.recover(id, from: error, for: request) }) {
        case .none: break
        case .downloadFromOther:
            if let transfer = makeTransfer(after: failures) { queueDownload(transfer) }
        case .settle: settle()
        case .gone:
            removeStored()
            fail(with: .notLoaded(error))
        case .fail:
            if error.isConstrained, continueInLowData() { return }
            removeDamaged()
            fail(with: .notLoaded(error))
        }
    }

    /// Shows the stored bytes, unless they are shown already.
    private func settle() {
        let hasOriginal = pipeline.change { $0[id]?.stored.original != nil }
        if finishPrefetches(of: hasOriginal ? nil : request.variant) { return }
        let settled = pipeline.change {
            $0.settle(id)
        } sending: { settled in
            if case .shown(let observers) = settled { endOfShown(observers) } else { [] }
        }
        switch settled {
        case .shown(let observers):
            for observer in observers { observer.finish(with: nil) }
            pipeline.change { $0.lookUpOriginalOfOthers(of: id) }
        case .needsBytes:
            let stored = pipeline.change { $0[id]?.stored }
            if let original = stored?.original {
                original.freshness == .unusable ? downloadAgain() : receive(original.bytes(as: .settled))
            } else if let bytes = stored?.staleVariant?.bytes(as: .variant) {
                pipeline.change { $0.receive(bytes, for: request.variant, of: id) }
            } else {
                // There was the image of a variant only, which is damaged.
                queueDownload()
            }
        }
    }

    /// The event of the end of those whose stored image is shown, and stays.
    func endOfShown(_ observers: [any FetchObserver]) -> [ImageEvent] {
        observers.isEmpty ? [] : [ImageEvent(request: request, kind: .loaded(from: .disk))]
    }

    private func finishDownload() {
        pipeline.change { $0.finishDownload(of: id) }
    }
}

extension LoadingError {
    /// Whether the body cannot be loaded later either: what was received of it is of no use. All other errors
    /// say nothing of it, as that of a device without a network, or of a URL whose signature has expired.
    fileprivate var isOfBody: Bool {
        if case .tooLarge = reason { true } else { isGone }
    }
}
