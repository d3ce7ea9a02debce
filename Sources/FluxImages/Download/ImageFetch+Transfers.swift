import FluxLoading
import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The transfers of the download.
extension ImageFetch {
    /// Begins a transfer: the first one, a retry, or one that starts over.
    func beginTransfer() {
        let configuration = loader.configuration
        let conditions = makeConditions()
        let next = state.withLock { state -> (URLRequest, Int, failures: Int)? in
            if state.isDone { return nil }
            if state.download == nil { state.download = makeDownload(state, conditions) }
            guard let request = state.download?.nextRequest() else { return nil }
            state.transfers += 1
            state.beganAt = configuration.retryScheduler.now
            return (request, state.transfers, state.failures)
        }
        guard let (request, number, failures) = next else { return }
        loader.hub.send(.started(attempt: failures + 1), of: self.request)
        attach(configuration.dataLoader.load(request) { self.receive($0, ofTransfer: number) }, to: number)
    }

    /// The fields that validate the stored bytes, for the first transfer of a download.
    private func makeConditions() -> [String: String] {
        let stored = state.withLock { $0.download == nil ? $0.stored : nil }
        guard let stored, stored.permitsValidation else { return [:] }
        return loader.configuration.cachePolicy.conditions(validating: stored.response, for: request)
    }

    private func makeDownload(_ state: State, _ conditions: [String: String]) -> Download {
        Download(
            (state.source ?? request).urlRequest,
            // The bytes may have been found to be damaged since.
            conditions: state.stored?.permitsValidation == true ? conditions : [:],
            resuming: loader.partials.withLock { $0.remove(request.key.resource) }?.value,
            maximumBytes: max(0, loader.configuration.maximumBytes))
    }

    private func attach(_ transfer: any Cancellable, to number: Int) {
        let (isUsed, ended) = state.withLock { state -> (Bool, (any Cancellable)?) in
            guard !state.isDone, state.transfers == number else { return (false, nil) }
            let ended = state.transfer
            state.transfer = transfer
            return (true, ended)
        }
        if !isUsed { transfer.cancel() }
        // Released outside the lock, because it may be an object of the project's scheduler.
        withExtendedLifetime(ended) {}
    }

    private func receive(_ event: DataEvent, ofTransfer number: Int) {
        switch event {
        case .response(let head): receive(head, ofTransfer: number)
        case .bytes(let bytes): receive(bytes, ofTransfer: number)
        case .finished:
            handle(endTransfer(number) { $0.finish() })
        case .failed(let error):
            handle(endTransfer(number) { $0.fail(error) })
        }
    }

    private func receive(_ head: URLResponse, ofTransfer number: Int) {
        let now = loader.configuration.now()
        let result = update(number) { download -> Result<Download.Reply, LoadingError> in
            do throws(LoadingError) {
                return .success(try download.receive(head, at: now))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(.rest(let count)):
            loader.hub.send(.resumed(at: count), of: request)
            advance(number)
        case .success(.whole): advance(number)
        case .success(.startOver):
            abandonTransfer(number)
            beginTransfer()
        case .failure(let error):
            abandonTransfer(number)
            handle(.failed(error))
        case .success(.notModified), nil: break
        }
    }

    private func receive(_ bytes: Data, ofTransfer number: Int) {
        let result = update(number) { download -> Result<Void, LoadingError> in
            do throws(LoadingError) {
                return .success(try download.receive(bytes))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success:
            advance(number)
            previewIfDue()
        case .failure(let error):
            abandonTransfer(number)
            handle(.failed(error))
        case nil: break
        }
    }

    private func advance(_ number: Int) {
        if let progress = update(number, { $0.progress }) { loader.fetches.advance(id, to: progress) }
    }

    /// Handles the end of a transfer.
    private func handle(_ outcome: Download.Outcome?) {
        switch outcome {
        case .body(let data, let response): receiveBody(data, response)
        case .notModified(let response): confirm(response)
        case .startOver: beginTransfer()
        case .failed(let error): retry(after: error)
        case nil: break
        }
    }

    private func receiveBody(_ data: Data, _ response: StoredResponse) {
        loader.hub.send(
            .downloaded(bytes: data.count, duration: loader.configuration.retryScheduler.now - beganAt),
            of: request)
        state.withLock { $0.download = nil }
        finishDownload()
        receive(ImageBytes(data: data, origin: request.origin, response: response, kind: .new))
    }

    /// The stored bytes are valid, if the policy agrees.
    private func confirm(_ confirmation: StoredResponse?) {
        let stored = state.withLock { state in
            state.download = nil
            return state.stored
        }
        let policy = loader.configuration.cachePolicy
        let response = stored.flatMap { stored in
            confirmation.map { policy.confirmed(stored.response, by: $0, for: request) } ?? stored.response
        }
        guard let confirmed = state.withLock({ $0.confirmStored(by: response) }) else {
            return beginTransfer()
        }
        loader.hub.send(.revalidated, of: request)
        keep(confirmed)
        finishDownload()
        settle(with: confirmed)
    }

    private func retry(after error: LoadingError) {
        loader.hub.send(.interrupted(error), of: request)
        let configuration = loader.configuration
        let attempt = state.withLock { state in
            state.failures += 1
            return state.failures
        }
        guard let delay = configuration.retry.delay(beforeAttempt: attempt, after: error),
            delay <= configuration.longestRetryDelay
        else { return giveUp(error) }
        finishDownload()
        let number = state.withLock { state in
            state.transfers += 1
            return state.transfers
        }
        attach(
            configuration.retryScheduler.schedule(in: delay) {
                if self.update(number, { _ in }) != nil { self.queueDownload() }
            }, to: number)
    }

    private func giveUp(_ error: LoadingError) {
        finishDownload()
        if error.isRefusal, selectAnotherURL() { return queueDownload() }
        if selectAlternative() { return queueDownload() }
        let stored = state.withLock { $0.stored }
        if let stored, !stored.isDamaged, stored.mayReplaceResponse(after: error) {
            return settle(with: stored)
        }
        if error.isConstrained, continueInLowData() { return }
        // A refusal says nothing of the bytes: the next request may have a URL that is valid.
        if error.isTransient || error.isRefusal { keep(state.withLock { $0.download?.partial }) }
        if error.isGone { removeStored() } else { removeDamaged() }
        fail(with: .notLoaded(error))
    }

    /// Continues with the URL of another observer: its signature may be valid.
    ///
    /// - Returns: Whether there is one that was not tried.
    private func selectAnotherURL() -> Bool {
        let requests = loader.change { $0.observers(of: id) }.map(\.request)
        let refused = state.withLock { state -> Download? in
            state.refused.insert((state.source ?? request).url)
            guard let next = requests.first(where: { !state.refused.contains($0.url) }) else { return nil }
            state.source = next
            return state.download.take()
        }
        // The bytes are the same at each URL: the next transfer continues.
        keep(refused?.partial)
        return refused != nil
    }

    /// Continues with the next of the request's other URLs.
    ///
    /// - Returns: Whether there is one.
    private func selectAlternative() -> Bool {
        state.withLock { state in
            if state.alternatives.isEmpty { return false }
            state.source = request.with(url: state.alternatives.removeFirst())
            // What was received, and the validators, are those of another server.
            state.download = Download(
                (state.source ?? request).urlRequest, maximumBytes: max(0, loader.configuration.maximumBytes))
            state.failures = 0
            return true
        }
    }

    /// Shows the stored bytes, unless they are shown already.
    private func settle(with stored: StoredBytes) {
        if finishPrefetches() { return }
        switch loader.change({ $0.settle(id) }) {
        case .shown(let observers):
            if !observers.isEmpty { loader.hub.send(.loaded(from: .disk), of: request) }
            for observer in observers { observer.finish(with: nil) }
        case .needsBytes:
            let isDamaged = state.withLock { $0.stored?.isDamaged == true }
            isDamaged ? downloadAgain() : receive(stored.bytes(as: .settled))
        }
    }

    private func finishDownload() {
        loader.perform(loader.change { $0.finishDownload(of: id) })
    }

    private var beganAt: Duration { state.withLock { $0.beganAt } }

    /// Changes the download, if the transfer is the current one.
    private func update<Result: Sendable>(_ number: Int, _ body: (inout Download) -> Result) -> Result? {
        state.withLock { state in
            if state.isDone || state.transfers != number || state.download == nil { return nil }
            return body(&state.download!)  // checked
        }
    }

    /// Changes the download at the end of a transfer.
    private func endTransfer(
        _ number: Int, _ body: (inout Download) -> Download.Outcome
    ) -> Download.Outcome? {
        guard let outcome = update(number, body) else { return nil }
        _ = takeTransfer(number)
        return outcome
    }

    /// Cancels a transfer and ignores what it may still send.
    private func abandonTransfer(_ number: Int) {
        takeTransfer(number)?.cancel()
    }

    /// Ends a transfer: later events of it are ignored.
    private func takeTransfer(_ number: Int) -> (any Cancellable)? {
        state.withLock { state in
            guard state.transfers == number else { return nil }
            state.transfers += 1
            return state.transfer.take()
        }
    }
}

extension StoredBytes {
    /// Whether the bytes may be shown in place of a response.
    fileprivate func mayReplaceResponse(after error: LoadingError) -> Bool {
        switch freshness {
        // They may be shown already.
        case .fresh, .staleWhileRevalidate: !error.isGone
        case .stale: error.permitsStale
        case .mustRevalidate, .unusable: false
        }
    }
}

extension LoadingError {
    /// Whether the server refuses the credentials of the request.
    fileprivate var isRefusal: Bool {
        if case .status(let code, _) = reason { code == 401 || code == 403 } else { false }
    }

    /// Whether the server has no such image any more.
    fileprivate var isGone: Bool {
        if case .status(let code, _) = reason { code == 404 || code == 410 } else { false }
    }

    /// Whether stored bytes may be shown in place of a response: no server responded, or it failed (RFC 9111
    /// §4.2.4).
    fileprivate var permitsStale: Bool {
        switch reason {
        case .transport, .truncated: true
        case .status(let code, _): code == 429 || 500...599 ~= code
        default: false
        }
    }
}
