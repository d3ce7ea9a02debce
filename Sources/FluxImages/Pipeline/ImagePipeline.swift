import FluxLoading
import Foundation
import Streams

/// The fetches of a loader that are running, the lists whose rows need them, and the settings that they
/// depend on.
///
/// Not generic as the loader is, so that the code of a fetch is compiled for one type: code for images of any
/// type looks up metadata at run time, for each access to a setting. What depends on the type is in
/// ``ImageOperations``.
final class ImagePipeline: Sendable {
    typealias Table = ImageFetchTable

    let lists = ImageLists()
    private let table: Locked<Table>
    /// Begins the steps of fetches one after the other, so that those which end at once don't nest.
    private let steps = Drain<Table.Start>()
    private let hub: ImageEventHub

    let dataLoader: any DataLoading
    let diskCache: (any DataCaching)?
    let cachePolicy: any CachePolicy
    let retry: RetryPolicy
    let longestRetryDelay: Duration
    let maximumBytes: Int
    let diskScheduler: any Scheduler
    let decodeScheduler: any Scheduler
    /// Also measures how fast lists are scrolled.
    let retryScheduler: any Scheduler
    let now: @Sendable () -> Date
    /// Whether images that were decoded for variants are stored.
    let storesVariants: Bool
    /// Whether images may be decoded on the thread that has read their bytes.
    let decodesWhereItReads: Bool
    /// The header fields that the data loader adds to requests.
    let addedFields: AddedFields
    /// What cancelled transfers had received.
    let partials = MemoryCache<PartialBody>(costLimit: 16 * 1024 * 1024)

    /// - Parameters:
    ///   - configuration: The settings.
    ///   - hub: Sends events.
    init<Image: Sendable>(_ configuration: ImageLoader<Image>.Configuration, hub: ImageEventHub) {
        table = Locked(Table(limits: configuration.fetchLimits))
        self.hub = hub
        dataLoader = configuration.dataLoader
        diskCache = configuration.diskCache
        cachePolicy = configuration.cachePolicy
        retry = configuration.retry
        longestRetryDelay = configuration.longestRetryDelay
        maximumBytes = configuration.maximumBytes
        diskScheduler = configuration.diskScheduler
        decodeScheduler = configuration.decodeScheduler
        retryScheduler = configuration.retryScheduler
        now = configuration.now
        storesVariants = configuration.encodeVariant != nil
        decodesWhereItReads = configuration.decodesWhereItReads
        addedFields = (configuration.dataLoader as? any FieldAddingDataLoader)?.addedFields ?? AddedFields()
    }

    /// Changes the table at the present time, stops what the change has ended, sends its events, and begins
    /// the steps for which there is a place.
    ///
    /// The events of all fetches are in the order of the changes: none of a fetch follows that of its end.
    ///
    /// - Parameters:
    ///   - body: Changes the table.
    ///   - events: Returns the events, if there are observers. Called under the lock of the table.
    func change<Result: Sendable>(
        _ body: (inout Table) -> Result, sending events: (Result) -> [ImageEvent] = { _ in [] }
    ) -> Result {
        var starts: [Table.Start] = []
        let result = change(keeping: &starts, body, sending: events)
        begin(starts)
        return result
    }

    /// Changes the table as ``change(_:sending:)`` does, but for the steps, which are to be begun later.
    func change<Result: Sendable>(
        keeping starts: inout [Table.Start], _ body: (inout Table) -> Result,
        sending events: (Result) -> [ImageEvent] = { _ in [] }
    ) -> Result {
        // Only lists depend on it.
        let now = lists.count > 0 ? retryScheduler.now : nil
        // Not a part of the result: a tuple of any type is copied by looking its type up.
        var removed: Table.Entry?
        var replaced: [Table.Phase] = []
        var sent: [ImageEvent] = []
        var entry: Drain<[ImageEvent]>.Entry?
        let result = table.withLock { table in
            table.now = now
            let result = body(&table)
            starts = table.startSteps()
            removed = table.removed.take()
            swap(&replaced, &table.replaced)
            if hub.isObserved {
                sent = events(result)
                if !sent.isEmpty { entry = hub.enter(sent) }
            }
            return result
        }
        if let removed { removed.fetch.stop(removed) }
        // What was received of an older body is of no use.
        for phase in replaced { _ = phase.stop() }
        if let entry { hub.leave(after: entry, sent) }
        return result
    }

    /// Sends an event of a fetch, unless it has ended or was cancelled.
    func send(
        _ kind: @autoclosure () -> ImageEvent.Kind, of request: ImageRequest, by id: Table.FetchID
    ) {
        if !hub.isObserved { return }
        let event = ImageEvent(request: request, kind: kind())
        _ = change({ $0[id]?.isObserved == true }, sending: { $0 ? [event] : [] })
    }

    /// Begins steps of fetches.
    func begin(_ starts: [Table.Start]) {
        for start in starts { steps.submit(start) { $0.fetch.begin($0) } }
    }
}
