import Streams

/// Performs the prefetches of an ``ImagePrefetcher``: a few are under way, the others wait in a queue, in
/// which each takes no more than its request and its place.
final class PrefetchSession<Image: Sendable>: @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    enum Event: Sendable {
        case start([ImageRequest])
        case stop([ImageRequest])
        case stopAll
        case pause
        case resume
        /// The prefetch with a number has ended.
        case ended(ImageRequest, Int, ImageError?)
    }

    private enum Phase {
        case waiting(WorkQueue<ImageRequest>.Item)
        /// The prefetch is under way, and has a number.
        case running(Int)
    }

    /// Sends the progress after each change.
    let progress = CurrentValueSubject<PrefetchProgress, Never>(PrefetchProgress())
    private let drain = Drain<Event>()
    private var counts = PrefetchProgress()
    /// The last counts that are sent, now or after this event.
    private var sentCounts = PrefetchProgress()
    private let loads: PrefetchLoads<Image>
    private var queue: WorkQueue<ImageRequest>
    /// The prefetches that were neither stopped nor have ended.
    private var phases: [ImageRequest: Phase] = [:]
    /// The requests with a failure, in the order in which they failed.
    private var failed: [ImageRequest] = []
    private let maximumFailures = 100
    private var lastNumber = 0
    private var isPaused = false

    init(_ loader: ImageLoader<Image>, _ destination: ImagePrefetcher<Image>.Destination, limit: Int) {
        loads = PrefetchLoads(loader, to: destination)
        queue = WorkQueue(limit: limit)
    }

    deinit {
        progress.send(completion: .finished)
    }

    func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .start(let requests):
            for request in requests where phases[request] == nil { start(request) }
        case .stop(let requests):
            for request in requests { stop(request) }
        case .stopAll:
            stopAll()
        case .pause: isPaused = true
        case .resume: isPaused = false
        case .ended(let request, let number, let error):
            // A later one of the same request may be under way.
            guard case .running(number) = phases[request] else { return }
            phases[request] = nil
            queue.finish(in: "")
            counts.completedCount += 1
            if let error { noteFailure(of: request, error) }
        }
        if !isPaused { begin() }
        if counts == sentCounts { return }
        sentCounts = counts
        let counts = counts
        drain.deferUpstream(.run { [progress] in progress.send(counts) })
    }

    private func start(_ request: ImageRequest) {
        counts.totalCount += 1
        dropFailure(of: request)
        phases[request] = .waiting(queue.add(request, to: "", needs: ImageNeeds(.priority(.prefetch))))
    }

    private func stop(_ request: ImageRequest) {
        guard let phase = phases.removeValue(forKey: request) else { return }
        counts.totalCount -= 1
        switch phase {
        case .waiting(let item): queue.remove(item)
        case .running:
            queue.finish(in: "")
            cancel(request)
        }
    }

    private func stopAll() {
        var running: [(number: Int, request: ImageRequest)] = []
        for (request, phase) in phases {
            if case .running(let number) = phase { running.append((number, request)) }
        }
        for (_, request) in running.sorted(by: { $0.number < $1.number }) { cancel(request) }
        phases = [:]
        queue = WorkQueue(limit: queue.limit)
        counts = PrefetchProgress()
        failed = []
    }

    private func noteFailure(of request: ImageRequest, _ error: ImageError) {
        counts.failureCount += 1
        counts.failures[request] = error
        failed.append(request)
        if failed.count > maximumFailures { counts.failures[failed.removeFirst()] = nil }
    }

    private func dropFailure(of request: ImageRequest) {
        guard counts.failures.removeValue(forKey: request) != nil else { return }
        failed.removeAll { $0 == request }
    }

    private func cancel(_ request: ImageRequest) {
        drain.deferUpstream(.run { [loads] in loads.cancel(request) })
    }

    private func begin() {
        while let request = queue.next() {
            lastNumber += 1
            let number = lastNumber
            phases[request] = .running(number)
            drain.deferUpstream(
                .run { [self] in
                    // Weakly, so that releasing the prefetcher stops its prefetches.
                    loads.begin(request) { [weak self] in self?.submit(.ended(request, number, $0)) }
                })
        }
    }
}
