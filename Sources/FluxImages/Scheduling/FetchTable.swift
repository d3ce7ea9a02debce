/// The fetches that are running, the observers of each, and what each waits for: one fetch per key, however
/// many observers and variants.
///
/// A pure state machine: no lock, no I/O. Each method takes an event, and returns what is to be done at once.
/// A fetch looks its bytes up on disk, downloads them if necessary, and decodes them once for each variant:
/// its ``Phase`` says how far it is. Each of these steps waits in a queue, with the needs of the observers of
/// the fetch at that time; ``startSteps()``, which follows each event, names those to begin. The README of
/// this module has a picture of the phases.
///
/// A fetch that was cancelled or has ended is not in the table any more: it accepts no observers, and events
/// of it are ignored. One that was cancelled while its last bytes were decoded stays until that has ended:
/// observers that are added meanwhile share the decoding.
struct FetchTable<
    Key: Hashable & Sendable, Variant: Hashable & Sendable, Fetch: Sendable, Observer: Sendable,
    Bytes: Sendable
>:
    Sendable
{
    /// Identifies one fetch. A later fetch of the same key has another identifier.
    struct FetchID: Hashable, Sendable {
        let place: Int
        let number: Int
    }

    /// Identifies one observer of a fetch.
    struct ObserverID: Hashable, Sendable {
        let fetch: FetchID
        let number: Int
    }

    /// A step of a fetch that waits in a queue.
    enum Step: Hashable, Sendable {
        case lookup
        case download
        case decode(Variant, version: Int)
    }

    /// The action to perform: begin a step. The work of a queue until then.
    struct Start: Sendable {
        let id: FetchID
        let step: Step
        let fetch: Fetch
        /// The bytes to decode.
        var bytes: Bytes?
    }

    /// The action for an observer that was added.
    enum Added: Sendable {
        /// Begin the fetch, which is new.
        case start(Fetch, ObserverID)
        /// Observe the fetch that is running, or has its bytes already; its progress so far.
        case share(ImageProgress, ObserverID)
    }

    /// The outcome of a decoding.
    enum Decoded: Sendable {
        /// The bytes have been replaced, or the variant has no observers.
        case outdated
        /// Some of the observers are not ready, or there is more to do: the decoding goes on. For the others
        /// the image is the last one, and they have ended; or newer bytes may follow, and it has a number.
        case unready([Observer], ready: [Observer], number: Int?)
        /// Show the image; newer bytes may follow. The number says what is shown.
        case provisional([Observer], number: Int)
        /// Show the image as the last one.
        case final([Observer])
    }

    /// What a fetch does for its bytes, or has done. Decodings run beside it, and have phases of their own.
    enum Phase: Sendable {
        /// The fetch is new, or a step has ended: the next one is being selected.
        case selecting
        /// Reads the disk cache, or waits for it.
        case lookup(Lookup, Turn)
        /// Downloads, or waits for it. The transfer that runs, or is to continue; none before the first.
        case download(ImageTransfer?, Turn)
        /// Waits before it queues the next transfer.
        case delay(ImageTransfer)
        /// The last bytes have arrived.
        case settled

        /// Whether newer bytes may follow, as while stored bytes are validated.
        var mayReceive: Bool { if case .settled = self { false } else { true } }

        /// Cancels the transfer.
        ///
        /// - Returns: What was received of the body, if it can be continued.
        func stop() -> PartialBody? {
            switch self {
            case .selecting, .lookup, .settled: nil
            case .download(let transfer, _): transfer?.stop()
            case .delay(let transfer): transfer.stop()
            }
        }
    }

    /// What is read on disk.
    enum Lookup: Sendable {
        /// The image that is stored for the variant of the request; the original if there is none.
        case variant
        case original
    }

    /// The bytes of a fetch.
    enum Content: Sendable {
        /// None have arrived, or they were dropped.
        case none
        /// The bytes of an image that was stored for one variant. It is shown while the original is
        /// downloaded, or until another variant is observed: then the original is looked up.
        case variant(Bytes, Variant)
        /// The bytes of such an image, which is the last one of its variant: the original is fetched for
        /// others.
        case lastOfVariant(Bytes, Variant)
        /// The bytes of the original, for all variants.
        case original(Bytes)
    }

    /// The outcome of taking bytes back.
    enum Taken: Equatable, Sendable {
        /// Others have replaced them.
        case replaced
        /// The bytes stay.
        case kept
        /// The bytes are not decoded any more. A download is required unless one is under way.
        case taken(isDownloadRequired: Bool)
    }

    /// What becomes of observers that no newer bytes follow for.
    enum Settled: Sendable {
        /// The observers that have the image.
        case shown([Observer])
        /// The bytes were dropped or never arrived: they are to be received.
        case needsBytes
    }

    /// The turn of a step in its queue.
    enum Turn: Sendable {
        case waiting(WorkQueue<Start>.Item)
        case running(since: Duration?)

        /// How long it has run.
        func time(until now: Duration?) -> Duration? {
            if case .running(let start?) = self, let now { now - start } else { nil }
        }
    }

    /// The decoding of a variant.
    enum Decoding: Sendable {
        /// No bytes.
        case none
        case queued(Turn)
        /// The image is being shown to one observer after another, as the work of a number.
        case showing(Int)
        /// The image is shown; newer bytes may follow.
        case shown
    }

    struct Branch: Sendable {
        let variant: Variant
        /// In the order in which they were added, which is that of their numbers.
        var observers: [(number: Int, need: ImageNeed, observer: Observer)] = []
        var needs = ImageNeeds()
        var decoding = Decoding.none

        /// Whether its decoding runs. It has no observers then if they were removed, and stays for others.
        var isDecoding: Bool { if case .queued(.running) = decoding { true } else { false } }
    }

    /// An object, because to read a property of an optional value copies all of it.
    final class Entry: @unchecked Sendable {
        // Sendable: it is used by its table only.

        let id: FetchID
        let key: Key
        let fetch: Fetch
        /// The group of its download; `nil` if that needs no network.
        var group: String?
        @exclusivity(unchecked) var progress = ImageProgress()
        @exclusivity(unchecked) var branches: [Branch] = []
        @exclusivity(unchecked) var needs = ImageNeeds()
        @exclusivity(unchecked) var phase = Phase.selecting
        /// Counts the bytes that have arrived.
        @exclusivity(unchecked) var version = 0
        @exclusivity(unchecked) var content = Content.none
        /// What is on disk.
        @exclusivity(unchecked) var stored = StoredImage()
        /// The URLs that were tried, once the first one has failed.
        @exclusivity(unchecked) var urls: TriedURLs?
        /// The bytes of a reload, once they were decoded: other fetches use them.
        @exclusivity(unchecked) var served: Bytes?

        init(id: FetchID, key: Key, fetch: Fetch, group: String?) {
            self.id = id
            self.key = key
            self.fetch = fetch
            self.group = group
        }

        var isObserved: Bool { branches.contains { !$0.observers.isEmpty } }

        /// Whether it stays: it is observed, or its last bytes are being decoded.
        var isNeeded: Bool {
            isObserved || (!phase.mayReceive && branches.contains { $0.isDecoding })
        }

        /// Whether newer bytes may follow those that are decoded.
        var isProvisional: Bool {
            guard phase.mayReceive else { return false }
            switch content {
            case .none, .lastOfVariant: return false
            case .variant, .original: return true
            }
        }
    }

    var places: [Key: Int] = [:]
    /// `nil` at places that are free, and at 0, which is none. It has as many places as there were fetches at
    /// one time: ``entries(where:)`` visits those that are taken only.
    var entries: ContiguousArray<Entry?> = [nil]
    /// The places of the fetches, in the order in which they began.
    var order = RecencyList()
    var lookups: WorkQueue<Start>
    var downloads: WorkQueue<Start>
    /// The downloads that need no network, of files for example: they do not wait for servers.
    var localDownloads: WorkQueue<Start>
    var decodings: WorkQueue<Start>
    var lastNumber = 0
    /// The fetch that the last event has removed, to be stopped and released outside the lock.
    var removed: Entry?
    /// The phases of fetches that the last event has given other bytes, to be stopped outside the lock.
    var replaced: [Phase] = []
    /// How many previews are being made.
    var previewCount = 0
    /// How often a reload has given its bytes to other fetches.
    var replacements = 0
    /// The last change of each entry on disk that is being changed.
    var writes: [String: Write] = [:]
    /// The lists whose rows observe fetches.
    var lists: [ImageListID: ScrollTracker] = [:]
    /// The time of the event, while there are lists. To be set before each event.
    var now: Duration?

    /// - Parameter limits: How many steps of each kind run at once.
    init(limits: FetchLimits = FetchLimits()) {
        lookups = WorkQueue(limit: limits.lookups)
        downloads = WorkQueue(limit: limits.downloads, groupLimit: limits.downloadsPerGroup)
        localDownloads = WorkQueue(limit: limits.downloads, groupLimit: limits.downloadsPerGroup)
        decodings = WorkQueue(limit: limits.decodings)
    }

    /// How many steps run at once.
    var limits: FetchLimits {
        FetchLimits(
            lookups: lookups.limit, downloads: downloads.limit, downloadsPerGroup: downloads.groupLimit,
            decodings: decodings.limit)
    }

    /// The number of running fetches.
    var count: Int { places.count }

    /// The number of steps that run, and of those that wait.
    var stepCounts: (running: Int, waiting: Int) {
        (
            lookups.runningCount + downloads.runningCount + localDownloads.runningCount
                + decodings.runningCount,
            lookups.waitingCount + downloads.waitingCount + localDownloads.waitingCount
                + decodings.waitingCount
        )
    }
}
