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
    /// - Parameter next: What it continues, if it follows another one at once.
    func beginTransfer(_ next: DownloadAttempt? = nil) {
        guard let (attempt, stored, source) = loader.change({ $0.nextTransfer(of: id, next) }) else { return }
        let configuration = loader.configuration
        var download = attempt.download ?? makeDownload(of: source ?? request, validating: stored)
        let request = download.nextRequest()
        let transfer = ImageTransfer(
            download, failures: attempt.failures, at: configuration.retryScheduler.now)
        if !loader.change({ $0.begin(transfer, of: id) }) { return keep(download.partial) }
        loader.hub.send(.started(attempt: attempt.failures + 1), of: self.request)
        transfer.attach(configuration.dataLoader.load(request) { self.receive($0, of: transfer) })
    }

    private func makeDownload(of source: ImageRequest, validating stored: StoredBytes?) -> Download {
        let configuration = loader.configuration
        let conditions =
            stored?.validity == .unknown
            ? stored.map { configuration.cachePolicy.conditions(validating: $0.response, for: request) } : nil
        return Download(
            source.urlRequest, conditions: conditions ?? [:],
            resuming: loader.partials.withLock { $0.remove(request.key.resource) }?.value,
            maximumBytes: max(0, configuration.maximumBytes))
    }

    private func receive(_ event: DataEvent, of transfer: ImageTransfer) {
        do throws(LoadingError) {
            switch event {
            case .response(let head): try receive(head, of: transfer)
            case .bytes(let bytes):
                try transfer.update { download throws(LoadingError) in try download.receive(bytes) }
                advance(transfer)
                previewIfDue(transfer)
            case .finished:
                guard var download = transfer.end() else { return }
                let outcome = download.finish()
                handle(outcome, of: transfer, download)
            case .failed(let error):
                guard var download = transfer.end() else { return }
                let outcome = download.fail(error)
                handle(outcome, of: transfer, download)
            }
        } catch {
            // What it may still send is ignored.
            if let download = transfer.cancel() { handle(.failed(error), of: transfer, download) }
        }
    }

    private func receive(_ head: URLResponse, of transfer: ImageTransfer) throws(LoadingError) {
        let now = loader.configuration.now()
        let reply = try transfer.update { download throws(LoadingError) in
            try download.receive(head, at: now)
        }
        switch reply {
        case .rest(let count):
            loader.hub.send(.resumed(at: count), of: request)
            advance(transfer)
        case .whole: advance(transfer)
        case .startOver:
            if let download = transfer.cancel() { handle(.startOver, of: transfer, download) }
        case .notModified, nil: break
        }
    }

    private func advance(_ transfer: ImageTransfer) {
        if let progress = transfer.progress { loader.fetches.advance(id, to: progress) }
    }

    /// Handles the end of a transfer.
    private func handle(_ outcome: Download.Outcome, of transfer: ImageTransfer, _ download: Download) {
        switch outcome {
        case .body(let data, let response):
            let time = loader.configuration.retryScheduler.now - transfer.start
            loader.hub.send(.downloaded(bytes: data.count, duration: time), of: request)
            receive(ImageBytes(data: data, origin: request.origin, response: response, kind: .new))
        case .notModified(let response):
            confirm(response, by: transfer)
        case .startOver:
            beginTransfer(DownloadAttempt(failures: transfer.failures, download: download))
        case .failed(let error):
            retry(DownloadAttempt(failures: transfer.failures + 1, download: download), after: error)
        }
    }

    /// The stored bytes are valid, if the policy agrees.
    private func confirm(_ confirmation: StoredResponse?, by transfer: ImageTransfer) {
        let policy = loader.configuration.cachePolicy
        let stored = loader.change { $0[id]?.stored.original }
        let response = stored.flatMap { stored in
            confirmation.map { policy.confirmed(stored.response, by: $0, for: request) } ?? stored.response
        }
        let confirmed = loader.change { $0.confirmStored(by: response, of: id) }
        guard let confirmed else { return beginTransfer(DownloadAttempt(failures: transfer.failures)) }
        loader.hub.send(.revalidated, of: request)
        keep(confirmed)
        finishDownload()
        settle()
    }

    private func retry(_ failed: DownloadAttempt, after error: LoadingError) {
        loader.hub.send(.interrupted(error), of: request)
        let configuration = loader.configuration
        guard let delay = configuration.retry.delay(beforeAttempt: failed.failures, after: error),
            delay <= configuration.longestRetryDelay, let download = failed.download
        else { return giveUp(failed, after: error) }
        let next = ImageTransfer(download, failures: failed.failures)
        guard let starts = loader.change({ $0.delay(next, of: id) }) else { return keep(download.partial) }
        loader.perform(starts)
        next.attach(
            configuration.retryScheduler.schedule(in: delay) {
                guard let download = next.end() else { return }
                self.queueDownload(DownloadAttempt(failures: next.failures, download: download))
            })
    }

    private func giveUp(_ failed: DownloadAttempt, after error: LoadingError) {
        finishDownload()
        switch loader.change({ $0.recover(id, from: error, of: failed, for: request) }) {
        case .none: keep(failed.download?.partial)
        case .download(let attempt, let partial):
            keep(partial)
            queueDownload(attempt)
        case .settle: settle()
        case .fail(let partial):
            if error.isConstrained, continueInLowData() { return }
            keep(partial)
            if error.isGone { removeStored() } else { removeDamaged() }
            fail(with: .notLoaded(error))
        }
    }

    /// Shows the stored bytes, unless they are shown already.
    private func settle() {
        if finishPrefetches() { return }
        switch loader.change({ $0.settle(id) }) {
        case .shown(let observers):
            if !observers.isEmpty { loader.hub.send(.loaded(from: .disk), of: request) }
            for observer in observers { observer.finish(with: nil) }
        case .needsBytes:
            guard let stored = loader.change({ $0[id]?.stored.original }) else { return }
            stored.validity == .damaged ? downloadAgain() : receive(stored.bytes(as: .settled))
        }
    }

    private func finishDownload() {
        loader.perform(loader.change { $0.finishDownload(of: id) })
    }
}
