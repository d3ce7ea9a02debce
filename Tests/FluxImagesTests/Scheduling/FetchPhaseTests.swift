import FluxLoading
import Foundation
import SeededRandom
import TestSupport
import Testing

@testable import FluxImages

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.patient) struct FetchPhaseTests {
    /// Look-ups, downloads, delays and decodings end in any order and with any result, while observers are
    /// added and removed: each observer is shown newer bytes only, ends once, and no step is left.
    @Test func fetchesEndOnceForEachObserverUnderRandomResults() async {
        for seed in Seeds.make(500) {
            if seed.isMultiple(of: 16) { await Task.yield() }
            var script = PhaseScript(seed: seed)
            for _ in 0..<60 { script.step() }
            script.finishAll()
            if let difference = script.difference { Issue.record("FLUX_SEED=\(seed): \(difference)") }
        }
    }
}

/// Performs the steps of the table as a loader does, with random results, and observes what is shown.
private struct PhaseScript {
    typealias Table = FetchTable<Int, Int, Int, Int, Int>

    /// A step that runs.
    enum Job {
        case lookup(Table.FetchID)
        case download(Table.FetchID)
        case delay(Table.FetchID, ImageTransfer)
        case decoding(Table.FetchID, variant: Int, version: Int, bytes: Int)
        case showing(Int, Table.FetchID, variant: Int, bytes: Int, observers: [Int])
    }

    /// What an observer has received.
    struct Received {
        let id: Table.ObserverID
        var bytes = 0
        /// The number of the last image.
        var number = 0
        var hasEnded = false
    }

    private var random: SeededGenerator
    private var table = Table(limits: FetchLimits(lookups: 2, downloads: 2, decodings: 2))
    private var jobs: [Job] = []
    /// What each fetch is, by the number that stands for it.
    private var fetches: [Table.FetchID] = []
    private var received: [Received] = []
    private var lastBytes = 0
    /// At the end, nothing fails any more.
    private var isEnding = false
    private(set) var difference: String?

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func step() {
        switch random.number(below: 10) {
        case 0..<3: add()
        case 3: remove()
        default: finishJob()
        }
        checkSteps()
    }

    mutating func finishAll() {
        isEnding = true
        while !jobs.isEmpty {
            finishJob()
            checkSteps()
        }
        check(table.count == 0 && table.stepCounts == (0, 0), "a fetch is left")
        check(received.allSatisfy(\.hasEnded), "an observer is left")
    }

    private mutating func add() {
        let next = fetches.count
        let key = random.number(below: 3)
        let isReload = random.number(below: 4) == 0
        let added = table.add(
            received.count, need: .priority(.shown), for: isReload ? key + 3 : key,
            reload: isReload ? nil : key + 3, variant: random.number(below: 2), group: ""
        ) { id in
            fetches.append(id)
            return next
        }
        switch added {
        case .start(_, let id):
            received.append(Received(id: id))
            let isRemote = random.number(below: 3) > 0 && !isReload
            if isRemote { table.queueLookup(.variant, of: id.fetch) } else { queueDownload(of: id.fetch) }
        case .share(_, let id):
            received.append(Received(id: id))
        }
        begin()
    }

    private mutating func remove() {
        guard let index = received.indices.randomElement(using: &random) else { return }
        let isObserving = !received[index].hasEnded
        let (observer, cancelled) = table.remove(received[index].id)
        received[index].hasEnded = true
        check((observer != nil) == isObserving, "a removal")
        if let fetch = cancelled {
            check(isObserving && table[fetches[fetch]]?.isObserved != true, "a cancellation")
            // It may be decoded for observers that return.
            let isStopped = table.removed?.id == fetches[fetch]
            check(isStopped || table[fetches[fetch]]?.isNeeded == true, "a cancelled fetch is not stopped")
        }
        begin()
    }

    private mutating func finishJob() {
        guard let index = jobs.indices.randomElement(using: &random) else { return }
        switch jobs.remove(at: index) {
        case .lookup(let id): finishLookup(of: id)
        case .download(let id): finishDownload(of: id)
        case .delay(let id, let transfer):
            queueDownload(of: id, transfer.endDelay() ? transfer : nil)
        case .decoding(let id, let variant, let version, let bytes):
            finishDecoding(id, variant, version, bytes)
        case .showing(let number, let id, let variant, let bytes, let observers):
            // Those that have ended or have a later image ignore it, as `ImageSubscription` does.
            for observer in observers where !received[observer].hasEnded {
                if received[observer].number > number { continue }
                received[observer].number = number
                show(bytes, to: observer)
            }
            endShown(table.finishShowing(number, of: variant, of: id))
        }
        begin()
    }

    private mutating func queueDownload(of id: Table.FetchID, _ transfer: ImageTransfer? = nil) {
        _ = table.queueDownload(of: id, transfer)
    }

    private mutating func finishLookup(of id: Table.FetchID) {
        let lookup = table.lookup(of: id)
        let isNeeded = table.finishLookup(of: id)
        check((lookup != nil) == isNeeded, "what is looked up is needed")
        begin()
        // A reload has the bytes.
        if !isNeeded { return }
        switch random.number(below: 5) {
        case 0 where lookup == .variant: table.receive(makeBytes(), for: 0, of: id)
        case 3 where lookup == .variant:
            table.show(makeBytes(), for: 0, of: id)
            begin()
            queueDownload(of: id)
        case 1: table.receive(makeBytes(), of: id)
        case 2:
            table.receive(makeBytes(), of: id, isFinal: false)
            begin()
            queueDownload(of: id)
        default: queueDownload(of: id)
        }
    }

    private mutating func finishDownload(of id: Table.FetchID) {
        check(table.transfer(of: id) != nil, "a download runs whose fetch is gone")
        let download = Download(URLRequest(url: URL(filePath: "/")))
        switch isEnding ? 0 : random.number(below: 4) {
        case 0: table.receive(makeBytes(), of: id)
        case 1:
            let transfer = ImageTransfer(download, failures: 1)
            check(table.delay(transfer, of: id), "a delay")
            jobs.append(.delay(id, transfer))
        case 2:
            // What is stored is valid.
            table.finishDownload(of: id)
            begin()
            switch table.settle(id) {
            case .shown(let observers):
                endShown(observers)
                table.lookUpOriginalOfOthers(of: id)
            case .needsBytes: table.receive(makeBytes(), of: id)
            }
        default:
            table.finishDownload(of: id)
            begin()
            end(table.fail(id), with: nil)
        }
    }

    private mutating func finishDecoding(
        _ id: Table.FetchID, _ variant: Int, _ version: Int, _ bytes: Int
    ) {
        let isNeeded = table.isDecodingNeeded(variant, version: version, of: id)
        if !isEnding, random.number(below: 4) == 0 { return failDecoding(id, variant, version) }
        if let key = table[id]?.key, key >= 3 { serve(version: version, of: id, to: key - 3) }
        let decoded = table.finishDecoding(variant, version: version, of: id)
        begin()
        switch decoded {
        case .outdated: check(!isNeeded, "an image is dropped")
        case .unready: check(false, "all are ready")
        case .provisional(let observers, let number):
            check(isNeeded && table[id]?.phase.mayReceive == true, "a provisional image")
            jobs.append(.showing(number, id, variant: variant, bytes: bytes, observers: observers))
        case .final(let observers):
            check(isNeeded && !observers.isEmpty, "a final image")
            end(observers, with: bytes)
        }
    }

    /// A reload gives its bytes to the fetch of the same ones, whose transfer is stopped.
    private mutating func serve(version: Int, of id: Table.FetchID, to key: Int) {
        let bytes = makeBytes()
        let isFirst = table[id]?.served == nil && table[id]?.version == version
        let running = table.places[key].flatMap { table.entries[$0] }
        let other = running?.isObserved == true ? running : nil
        table.serve(bytes, version: version, of: id) { $0 == key }
        let ended = table.replaced
        table.replaced = []
        check(ended.count == (isFirst && other != nil ? 1 : 0), "a fetch is not served once")
        if isFirst, let other {
            check(!other.phase.mayReceive, "a fetch that is served receives others")
            jobs.removeAll { job in
                switch job {
                case .download(other.id), .delay(other.id, _): true
                default: false
                }
            }
        }
        begin()
    }

    private mutating func failDecoding(_ id: Table.FetchID, _ variant: Int, _ version: Int) {
        let taken = table.take(version: version, of: id) { _ in true }
        table.dropDecoding(variant, version: version, of: id)
        begin()
        if taken == .taken(isDownloadRequired: true) { queueDownload(of: id) }
        // Bytes of one variant are replaced by the original.
        if taken == .replaced, table[id] != nil { table.lookUpOriginal(of: id) }
    }

    private mutating func begin() {
        for start in table.startSteps() {
            let id = fetches[start.fetch]
            check(table[id] != nil, "a step of a fetch that is gone")
            switch start.step {
            case .lookup: jobs.append(.lookup(id))
            case .download:
                let transfer = ImageTransfer(Download(URLRequest(url: URL(filePath: "/"))), failures: 0)
                check(table.begin(transfer, of: id), "a transfer does not begin")
                jobs.append(.download(id))
            case .decode(let variant, let version):
                jobs.append(.decoding(id, variant: variant, version: version, bytes: start.bytes ?? 0))
            }
        }
    }

    private mutating func show(_ bytes: Int, to observer: Int) {
        check(!received[observer].hasEnded, "an image after the end")
        check(bytes >= received[observer].bytes, "older bytes after newer ones")
        received[observer].bytes = bytes
    }

    private mutating func endShown(_ observers: [Int]) {
        check(observers.allSatisfy { received[$0].bytes > 0 }, "an end without an image")
        end(observers, with: nil)
    }

    private mutating func end(_ observers: [Int], with bytes: Int?) {
        for observer in observers {
            if let bytes { show(bytes, to: observer) }
            check(!received[observer].hasEnded, "a second end")
            received[observer].hasEnded = true
        }
    }

    private mutating func makeBytes() -> Int {
        lastBytes += 1
        return lastBytes
    }

    /// The steps that run are those that the table knows, and none waits while it may begin.
    private mutating func checkSteps() {
        // The transfer, or delay, of a fetch that is gone is cancelled.
        if let removed = table.removed.take()?.id {
            jobs.removeAll { job in
                switch job {
                case .download(let id), .delay(let id, _): id == removed
                case .lookup, .decoding, .showing: false
                }
            }
        }
        let running = jobs.count { job in
            switch job {
            case .delay, .showing: false
            case .lookup, .download, .decoding: true
            }
        }
        check(table.stepCounts.running == running, "the number of steps that run")
        check(table.stepCounts.waiting == 0 || running >= 2, "a step waits although it may begin")
    }

    private mutating func check(_ isRight: Bool, _ what: String) {
        if !isRight { difference = difference ?? what }
    }
}
