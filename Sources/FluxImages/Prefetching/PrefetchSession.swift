import Streams

/// Performs the prefetches of an ``ImagePrefetcher``.
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

    /// Sends the progress after each change.
    let progress = CurrentValueSubject<PrefetchProgress, Never>(PrefetchProgress())
    private let drain = Drain<Event>()
    private var counts = PrefetchProgress()
    private let loads: PrefetchLoads<Image>
    private var list: PrefetchList<ImageRequest>
    /// The number of each prefetch that was neither stopped nor has ended.
    private var numbers: [ImageRequest: Int] = [:]
    private var lastNumber = 0

    init(_ loader: ImageLoader<Image>, _ destination: ImagePrefetcher<Image>.Destination, limit: Int) {
        loads = PrefetchLoads(loader, to: destination)
        list = PrefetchList(limit: limit)
    }

    func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .start(let requests):
            for request in requests where numbers[request] == nil { start(request) }
        case .stop(let requests):
            for request in requests where stop(request) { counts.totalCount -= 1 }
        case .stopAll:
            numbers = [:]
            counts = PrefetchProgress()
            list.stopAll()
        case .pause: list.isPaused = true
        case .resume: list.isPaused = false
        case .ended(let request, let number, let error):
            // A later one of the same request may be under way.
            if numbers[request] != number { break }
            list.finish(request)
            _ = stop(request)
            counts.completedCount += 1
            counts.failures[request] = error
        }
        perform()
        let counts = counts
        if counts != progress.value { drain.deferUpstream(.run { [progress] in progress.send(counts) }) }
    }

    private func start(_ request: ImageRequest) {
        lastNumber += 1
        counts.totalCount += 1
        counts.failures[request] = nil
        numbers[request] = lastNumber
        list.start(lastNumber, request)
    }

    /// - Returns: Whether it waited or was under way.
    private func stop(_ request: ImageRequest) -> Bool {
        guard let number = numbers.removeValue(forKey: request) else { return false }
        list.stop(number)
        return true
    }

    private func perform() {
        guard let (started, stopped) = list.takeChange(in: ListView()) else { return }
        for request in stopped { drain.deferUpstream(.run { [loads] in loads.cancel(request) }) }
        for request in started {
            guard let number = numbers[request] else { continue }
            drain.deferUpstream(
                .run { [self] in
                    // Weakly, so that releasing the prefetcher stops its prefetches.
                    loads.begin(request) { [weak self] in self?.submit(.ended(request, number, $0)) }
                })
        }
    }
}
