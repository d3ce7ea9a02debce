import FluxImages
import PagingOperators

/// The image pipeline as a simple model: loops over everything in place of queues and tables.
///
/// An image at an address has a version, which the server counts, and twelve bytes.
struct ReferenceImages {
    static let length = 12

    let setup: ImageSetup
    /// In seconds.
    var now = 0
    /// What the server has, by address.
    var versions: [Int]
    /// The images in memory, the least recently used first.
    var memory: [(request: SimulatedRequest, image: String)] = []
    var disk: [SimulatedRequest: StoredImage] = [:]
    var partials: [Int: PartialImage] = [:]
    var fetches: [ReferenceFetch] = []
    /// The look-ups that have begun, in order.
    var lookUps: [ReferenceFetch] = []
    /// The decodings that have begun, in order.
    var decodings: [ReferenceDecoding] = []
    /// The transfers that run, in the order in which they began.
    var transfers: [ReferenceTransfer] = []
    /// The retries that wait for their time, in the order in which they were scheduled.
    var retries: [(due: Int, fetch: ReferenceFetch)] = []
    /// The rows of the list that are in view.
    var position = ListPosition()
    var lastNumber = 0
    var transferCount = 0
    /// The transfers that began and were cancelled.
    var log: [String] = []

    init(_ setup: ImageSetup) {
        self.setup = setup
        versions = setup.policies.map { _ in 1 }
    }
}

/// An image on disk.
struct StoredImage: Equatable {
    /// `nil` if the bytes were damaged.
    var version: Int?
    /// In seconds.
    var receivedAt: Int
    /// Whether the fetch that read it found that it is damaged.
    var isDamaged = false
    /// The version that its entity tag names.
    let tag: Int?
    /// The version of the bytes, or of those that it was made of, as was written beside them.
    let body: Int?
}

/// The first bytes of an image.
struct PartialImage: Equatable {
    let version: Int
    let count: Int
    let receivedAt: Int
}

/// A request that a row or a prefetch waits for.
final class ReferenceObserver {
    let request: SimulatedRequest
    var priority: ImagePriority
    /// The number of a row of the list, which has no priority of its own.
    var row: Int?
    /// Not for a prefetch to disk.
    let keepsInMemory: Bool
    /// Not for prefetches.
    let isRow: Bool
    private(set) var lines: [String] = []
    private(set) var hasEnded = false
    private var hasImage = false

    init(_ request: SimulatedRequest, _ priority: ImagePriority, keepsInMemory: Bool, isRow: Bool) {
        self.request = request
        self.priority = priority
        self.keepsInMemory = keepsInMemory
        self.isRow = isRow
    }

    func advance(to progress: String) {
        if isRow, !hasImage { lines.append("loading \(progress)") }
    }

    func show(_ line: String) {
        hasImage = true
        if isRow { lines.append(line) }
    }

    func end(_ line: String?) {
        hasEnded = true
        if isRow { lines += [line, "finished"].compactMap { $0 } }
    }
}

final class ReferenceFetch {
    enum Place: Equatable {
        case none
        case waiting(number: Int)
        case running
        case done
    }

    struct Bytes {
        /// `nil` if they are not an image.
        let version: Int?
        let receivedAt: Int
        var kind: Kind

        enum Kind {
            /// They are from the server, to be stored once they are decoded.
            case new
            /// They are from the server, and were stored.
            case kept
            /// They are from the disk.
            case stored
            /// They are from the disk, and no others will replace them.
            case settled
            /// They are from the disk, and are those of the variant of the fetch's request.
            case variant
            /// There are none: the image was in memory.
            case inMemory
        }

        var isFromDisk: Bool {
            switch kind {
            case .new, .kept, .inMemory: false
            case .stored, .settled, .variant: true
            }
        }

        var origin: String { kind == .inMemory ? "memory" : isFromDisk ? "disk" : "network" }
    }

    /// Whether newer bytes may replace those that are decoded.
    enum Finality {
        case final, provisional
    }

    let request: SimulatedRequest
    var isAlive = true
    var observers: [ReferenceObserver] = []
    /// The variants that are observed, without their processing, in the order in which they were added.
    var variants: [SimulatedRequest] = []
    var lookUp = Place.none
    var download = Place.none
    var decodings: [SimulatedRequest: Place] = [:]
    var bytes: Bytes?
    var bytesCount = 0
    var hasBytes = false
    var finality = Finality.final
    var stored: StoredImage?
    var freshness = SimulatedFreshness.fresh
    /// Whether a confirmation of the stored bytes was not accepted.
    var isRejected = false
    /// The stored image of the variant, if it is fresh.
    var variantBytes: Bytes?
    /// The stored image of the variant, if it is stale.
    var staleVariant: StoredImage?
    /// Whether that may be shown.
    var freshnessOfVariant = SimulatedFreshness.fresh
    var hasReadVariant = false
    /// Whether the original is not looked up because the image of the only variant is there.
    var hasVariantOnly = false
    /// Whether the original is fetched for other variants than that of the stored image, which is the last
    /// one of its own.
    var hasLastOfVariant = false
    /// The URL of the transfers.
    var url: Int
    /// The URLs that the server has refused.
    var refused: Set<Int> = []
    var failures = 0
    var transfer: ReferenceDownload?
    var progress = "0/?"

    init(_ request: SimulatedRequest) {
        self.request = request
        url = request.url
    }

    var address: Int { request.address }

    /// Whether it processes an image in memory, and fetches no bytes.
    var processesMemory: Bool { variantBytes?.kind == .inMemory }

    /// Whether its last bytes are being decoded: it stays without observers, for those that return.
    var isDecodingLastBytes: Bool {
        let isSettled = (hasBytes && finality == .final) || hasVariantOnly || processesMemory
        return isSettled && decodings.values.contains(.running)
    }

    /// The key of the original on disk.
    var original: SimulatedRequest { SimulatedRequest(address: address) }

    func observers(of variant: SimulatedRequest) -> [ReferenceObserver] {
        observers.filter { $0.request.entry == variant }
    }

    /// - Returns: The observers that were removed.
    func removeObservers(where isRemoved: (ReferenceObserver) -> Bool) -> [ReferenceObserver] {
        let removed = observers.filter(isRemoved)
        observers.removeAll(where: isRemoved)
        return removed
    }
}

/// A decoding that has begun.
struct ReferenceDecoding {
    let fetch: ReferenceFetch
    let variant: SimulatedRequest
    let bytesCount: Int
}

/// What a fetch has received of its download.
struct ReferenceDownload {
    enum Reply {
        case none, whole, rest, notModified
    }

    /// The version that stored bytes are validated by.
    let condition: Int?
    var resumed: PartialImage?
    var reply = Reply.none
    var version: Int?
    /// The version that the response's entity tag names.
    var tag: Int?
    var count = 0
    var receivedAt = 0
}

final class ReferenceTransfer {
    let number: Int
    let fetch: ReferenceFetch
    let range: Int?
    /// The version that the request names, for a range or to validate stored bytes.
    let tag: Int?
    var hasResponse = false

    init(_ number: Int, of fetch: ReferenceFetch, range: Int?, tag: Int?) {
        self.number = number
        self.fetch = fetch
        self.range = range
        self.tag = tag
    }
}

enum SimulatedFreshness {
    case fresh, staleWhileRevalidate, stale, mustRevalidate
}

extension ReferenceImages {
    /// What is on disk, unless it cannot be used.
    func stored(_ request: SimulatedRequest) -> (StoredImage, SimulatedFreshness)? {
        guard let stored = disk[request.entry] else { return nil }
        return freshness(receivedAt: stored.receivedAt, of: request.address).map { (stored, $0) }
    }

    /// Whether bytes may be shown; `nil` if they cannot be used.
    func freshness(receivedAt: Int, of address: Int) -> SimulatedFreshness? {
        let freshness = setup.policies[address].freshness(age: now - receivedAt)
        switch setup.rule {
        case .nothingStale: return freshness == .fresh ? .fresh : .mustRevalidate
        case .dropsStale: return freshness == .fresh ? .fresh : nil
        case .none, .rejectsConfirmations: return freshness
        }
    }

    /// Whether a confirmation is stored: not if the image is validated again before it is shown, as before.
    func isNews(_ freshness: SimulatedFreshness?, to old: SimulatedFreshness) -> Bool {
        freshness != old || freshness == .fresh || freshness == .staleWhileRevalidate
    }
}

extension ImagePolicy {
    func freshness(age: Int) -> SimulatedFreshness {
        if rule == .noStore || rule == .noCache { return .mustRevalidate }
        let excess = age - (maxAge ?? 24 * 60 * 60)
        if excess < 0 { return .fresh }
        if rule == .mustRevalidate { return .mustRevalidate }
        if let staleWhileRevalidate, excess < staleWhileRevalidate { return .staleWhileRevalidate }
        return .stale
    }
}
