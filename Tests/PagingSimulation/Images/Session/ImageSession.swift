import FluxImages
import Foundation
import PagingOperators
import Streams

/// A loader and the reference, with the same rows, server and disk.
final class ImageSession {
    /// A row of both.
    private struct Row {
        let observer: ReferenceObserver
        let priority: LiveImagePriority
        let lines: Lines
        let subscription: AnyCancellable
    }

    private final class Lines: Sendable {
        private let lines = Locked<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// Both disks, as far as needed to find out that they have not changed.
    private struct DiskState: Equatable {
        let changes: Int
        let reference: [SimulatedRequest: StoredImage]
    }

    /// A prefetch of the reference.
    private struct PrefetchID: Hashable {
        let request: SimulatedRequest
        let toDisk: Bool
    }

    let loader: ImageLoader<String>
    private var reference: ReferenceImages
    private let transfers: SimulatedTransfers
    private let disk = SimulatedDisk()
    private let lookUps = SimulatedQueue()
    private let decodings = SimulatedQueue()
    private let time = VirtualTimeScheduler()
    private let toMemory: ImagePrefetcher<String>
    private let toDisk: ImagePrefetcher<String>
    private let list: ImageList<String>
    private var prefetches: [PrefetchID: ReferenceObserver] = [:]
    private var rows: [Row] = []
    private var leftRows: [Row] = []
    /// The disks that were last found to be equal.
    private var comparedDisks: DiskState?
    /// The number of URLs that the loader's requests of an image have.
    private let urls: Int

    /// - Parameters:
    ///   - setup: The setup of the reference.
    ///   - loaderSetup: The setup of the loader.
    init(_ setup: ImageSetup, loaderSetup: ImageSetup) {
        reference = ReferenceImages(setup)
        urls = loaderSetup.urls
        transfers = SimulatedTransfers(loaderSetup.policies)
        var configuration = ImageLoader<String>.Configuration(dataLoader: transfers)
        configuration.maximumTransfers = loaderSetup.transfers
        configuration.maximumTransfersPerHost = loaderSetup.transfersPerHost
        configuration.maximumDecodings = loaderSetup.decodings
        if loaderSetup.hasOtherMemory {
            configuration.memoryCache = SimulatedMemory(countLimit: loaderSetup.memoryCount ?? .max)
        } else {
            configuration.memoryCountLimit = loaderSetup.memoryCount ?? .max
        }
        configuration.diskCache = loaderSetup.hasDisk ? disk : nil
        if loaderSetup.rule != .none { configuration.cachePolicy = SimulatedPolicy(rule: loaderSetup.rule) }
        if loaderSetup.encodesVariants { configuration.encodeVariant = SimulatedCodec.encode }
        configuration.processors["round"] = SimulatedCodec.round
        configuration.retry = .constant(.seconds(10), attempts: loaderSetup.attempts)
        configuration.diskScheduler = lookUps
        configuration.decodeScheduler = decodings
        configuration.retryScheduler = time
        configuration.now = { [time] in Date(timeIntervalSince1970: Double(time.now.components.seconds)) }
        loader = ImageLoader(configuration: configuration, decode: SimulatedCodec.decode)
        toMemory = ImagePrefetcher(loader, maximumLoads: .max)
        toDisk = ImagePrefetcher(loader, to: .disk, maximumLoads: .max)
        list = ImageList(loader)
    }
}

// Steps.
extension ImageSession {
    /// Performs a step with both, and compares them.
    func play(_ step: ImageStep) throws(Mismatch) {
        perform(step.addressed(in: reference.setup))
        try compare(after: step)
    }

    private func perform(_ step: ImageStep) {
        switch step {
        case .join(let request, let priority): join(request, priority)
        case .joinInList(let request, let row): join(request, .shown, row: row)
        case .scroll(let rows, let isForward):
            reference.position = ListPosition(shown: rows, isForward: isForward)
            list.move(to: reference.position, isScrolled: false)
        case .renumber(let row, let number): renumber(row, to: number)
        case .leave(let row): leave(row)
        case .promote(let row, let priority): promote(row, to: priority)
        case .prefetch(let request, let toDisk): prefetch(PrefetchID(request: request, toDisk: toDisk))
        case .stopPrefetch(let request, let toDisk):
            stopPrefetch(PrefetchID(request: request, toDisk: toDisk))
        case .lookUp:
            lookUps.runNext()
            reference.lookUp()
        case .decode:
            decodings.runNext()
            reference.decode()
        case .respond(let transfer), .send(let transfer), .finish(let transfer), .fail(let transfer, _):
            if let (real, model) = self.transfer(transfer) { proceed(step, real, model) }
        case .pass(let seconds):
            time.advance(by: .seconds(seconds))
            reference.pass(seconds: seconds)
        case .change(let address):
            let version = reference.versions[address] % 9 + 1
            transfers.publish(version, at: address)
            reference.versions[address] = version
        case .deleteFolder, .damage: spoilDisk(step)
        case .trimMemory(let count):
            loader.trim(toCount: count)
            reference.trimMemory(to: count)
        case .forget(let request):
            loader.removeCachedImage(for: request.imageRequest)
            reference.memory.removeAll { $0.request == request }
        }
    }

    private func transfer(_ index: Int) -> (SimulatedTransfers.Transfer, ReferenceTransfer)? {
        let (running, expected) = (transfers.running, reference.transfers)
        guard !running.isEmpty, running.count == expected.count else { return nil }
        return (running[index % running.count], expected[index % running.count])
    }

    private func proceed(
        _ step: ImageStep, _ real: SimulatedTransfers.Transfer, _ model: ReferenceTransfer
    ) {
        switch step {
        case .respond:
            transfers.respond(real)
            reference.respond(model)
        case .send:
            // Never the last ones, with which the transfer ends.
            transfers.send(4, of: real, upTo: ReferenceImages.length - 1)
            reference.receive(4, of: model, upTo: ReferenceImages.length - 1)
        case .finish:
            transfers.finish(real)
            reference.finish(model)
        case .fail(_, let fault):
            transfers.fail(real, fault)
            reference.fail(model, fault)
        default: break
        }
    }

    private func spoilDisk(_ step: ImageStep) {
        if case .damage(let request) = step {
            disk.damage(request.storageKey)
            reference.disk[request.entry]?.version = nil
        } else {
            disk.removeAll()
            reference.disk = [:]
        }
    }
}

// Rows and prefetches.
extension ImageSession {
    private func join(_ request: SimulatedRequest, _ priority: ImagePriority, row: Int? = nil) {
        let observer = ReferenceObserver(request, priority, keepsInMemory: true, isRow: true)
        observer.row = row
        let live = row.map { LiveImagePriority(row: $0, of: list.id) } ?? LiveImagePriority(priority)
        let lines = Lines()
        let subscription = loader.image(for: imageRequest(request), priority: live)
            .sink(
                receiveCompletion: { _ in lines.append("finished") },
                receiveValue: { lines.append($0.line) })
        rows.append(Row(observer: observer, priority: live, lines: lines, subscription: subscription))
        reference.join(observer)
    }

    private func imageRequest(_ request: SimulatedRequest) -> ImageRequest {
        var copy = request
        copy.url %= urls
        return copy.imageRequest
    }

    private func leave(_ row: Int) {
        if rows.isEmpty { return }
        let row = rows.remove(at: row % rows.count)
        leftRows.append(row)
        row.subscription.cancel()
        reference.leave(row.observer)
    }

    private func promote(_ row: Int, to priority: ImagePriority) {
        if rows.isEmpty { return }
        let row = rows[row % rows.count]
        row.priority.value = priority
        row.observer.priority = priority
        row.observer.row = nil
    }

    private func renumber(_ row: Int, to number: Int) {
        if rows.isEmpty { return }
        let row = rows[row % rows.count]
        row.priority.need = .row(number, of: list.id)
        row.observer.row = number
    }

    private func prefetch(_ id: PrefetchID) {
        (id.toDisk ? toDisk : toMemory).start([imageRequest(id.request)])
        if prefetches[id]?.hasEnded == false { return }
        let observer = ReferenceObserver(id.request, .prefetch, keepsInMemory: !id.toDisk, isRow: false)
        prefetches[id] = observer
        reference.join(observer)
    }

    private func stopPrefetch(_ id: PrefetchID) {
        (id.toDisk ? toDisk : toMemory).stop([id.request.imageRequest])
        if let observer = prefetches.removeValue(forKey: id) { reference.leave(observer) }
    }
}

// Comparison.
extension ImageSession {
    private func compare(after step: ImageStep) throws(Mismatch) {
        try compare(transfers.log, reference.log, "\(step): transfers")
        for (number, row) in rows.enumerated() { try compare(row, "\(step): row \(number)") }
        for (number, row) in leftRows.enumerated() {
            try compare(row, "\(step): row \(number) that was removed")
        }
        try compare(lookUps.count, reference.lookUps.count, "\(step): look-ups")
        try compare(decodings.count, reference.decodings.count, "\(step): decodings")
        try compareDisks("\(step): disk")
    }

    private func compare(_ row: Row, _ what: @autoclosure () -> String) throws(Mismatch) {
        let (lines, expected) = (row.lines.all, row.observer.lines)
        try Mismatch.unless(
            lines == expected, "\(what()) of \(row.observer.request): \(lines) instead of \(expected)")
    }

    /// Compares the disks, if one of them has changed.
    private func compareDisks(_ what: @autoclosure () -> String) throws(Mismatch) {
        let state = DiskState(changes: disk.changes, reference: reference.disk)
        if state == comparedDisks { return }
        comparedDisks = state
        let (lines, expected) = (disk.lines, reference.diskLines)
        try Mismatch.unless(lines == expected, "\(what()): \(lines) instead of \(expected)")
    }

    private func compare<Value: Equatable>(
        _ value: Value, _ expected: Value, _ what: @autoclosure () -> String
    ) throws(Mismatch) {
        try Mismatch.unless(value == expected, "\(what()): \(value) instead of \(expected)")
    }

    /// Lets everything end, with a server that is well: every row has its image or an error, and nothing is
    /// left.
    func comeToRest() throws(Mismatch) {
        try settle()
        let isDone = (rows.map(\.lines.all) + []).allSatisfy { $0.last == "finished" }
        try Mismatch.unless(isDone, "a row is still loading: \(rows.map(\.lines.all))")
        // Each address can be loaded, so that no place in a queue is lost.
        loader.removeAllCachedImages()
        reference.memory = []
        reference.partials = [:]
        for address in reference.versions.indices {
            try play(.join(SimulatedRequest(address: address), .shown))
        }
        try settle()
        for request in reference.memory {
            try compare(
                loader.cachedImage(for: request.request.imageRequest), request.image, "the end: memory")
        }
    }

    private func settle() throws(Mismatch) {
        for _ in 0..<1_000 {
            while !transfers.running.isEmpty || lookUps.count > 0 || decodings.count > 0 {
                try play(.finish(transfer: 0))
                try play(.lookUp)
                try play(.decode)
            }
            if time.pendingCount == 0 {
                return try Mismatch.unless(reference.fetches.isEmpty, "a fetch waits for nothing")
            }
            try play(.pass(seconds: 60))
        }
        throw Mismatch("the images do not come to rest")
    }
}

extension ReferenceImages {
    fileprivate var diskLines: [String] {
        disk.map { request, stored in
            let rest = request.variant == .original ? "\(request.address)" : ""
            let bytes = stored.version.map { "\(request.name).\($0);\(rest)" } ?? "<"
            return "\(request.storageKey) \(bytes) \(Double(stored.receivedAt))"
        }.sorted()
    }
}

extension ImageState<String> {
    fileprivate var line: String {
        switch self {
        case .idle: "idle"
        case .loading(let progress, _):
            "loading \(progress.received)/\(progress.expected.map(String.init) ?? "?")"
        case .loaded(let image, let origin): "loaded \(image) from \(origin)"
        case .failed: "failed"
        }
    }
}
