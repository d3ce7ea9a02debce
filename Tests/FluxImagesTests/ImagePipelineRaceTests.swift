import Dispatch
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

/// The whole pipeline on many threads: whatever the order, every observer that stays gets to an end, and
/// nothing remains.
struct ImagePipelineRaceTests {
    private let queue = DispatchQueue(label: "images", attributes: .concurrent)
    private let disk = EntriesInMemory()

    private func loader(
        answer: @escaping @Sendable (ScriptedDataLoader.Load) -> Void,
        configure: (inout ImageLoader<Picture>.Configuration) -> Void
    ) -> ImageLoader<Picture> {
        let source = ScriptedDataLoader { [queue] load in queue.async { answer(load) } }
        var configuration = ImageLoader<Picture>.Configuration.scripted(source)
        configuration.decodeScheduler = queue
        configuration.diskScheduler = queue
        configuration.retryScheduler = ImmediateScheduler.shared
        configure(&configuration)
        return ImageLoader(configuration: configuration, decode: Picture.decode)
    }

    /// Runs steps on several threads, each with random numbers of its own, until all that they caused is
    /// done.
    ///
    /// - Parameter step: A step of a thread. Returns the observer that it leaves to its end, if any.
    private func run(
        _ seed: UInt64, on loader: ImageLoader<Picture>, threads: Int = 6, steps: Int,
        step: @escaping @Sendable (Int, inout SeededGenerator) -> StateProbe?
    ) {
        let staying = Log<StateProbe>()
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
            for number in 0..<steps {
                if let probe = step(number, &random) { staying.append(probe) }
            }
        }
        // Each round ends what was queued before it.
        for _ in 0..<10_000 where !loader.isAtRest { queue.sync(flags: .barrier) {} }
        queue.sync(flags: .barrier) {}
        #expect(loader.isAtRest, "FLUX_SEED=\(seed)")
        let stranded = staying.entries.count { $0.lines.last != "finished" }
        #expect(stranded == 0, "FLUX_SEED=\(seed)")
        #expect(!staying.isEmpty)
    }

    /// An observer that is removed while its priority changes does not leave the others waiting.
    @Test(arguments: Seeds.make(10))
    func prioritiesChangeWhileOthersCancel(seed: UInt64) {
        let loader = loader(answer: { $0.finish("cat") }) { configuration in
            configuration.maximumTransfers = 1
            configuration.maximumDecodings = 1
            configuration.memoryCountLimit = 1
        }
        run(seed, on: loader, steps: 20) { [queue] step, random in
            let priority = LiveImagePriority(random.priority())
            let request = ImageRequest.named("\(random.number(below: 6))")
            let probe = StateProbe(loader.image(for: request, priority: priority))
            let later = random.priority()
            queue.async {
                priority.value = .shown
                priority.value = later
            }
            if random.chance(40) { return probe }
            queue.async { probe.cancel() }
            priority.value = random.priority()
            return nil
        }
    }

    /// Look-ups, validations, retries, damaged and removed entries, variants and prefetches at the same time.
    @Test(arguments: Seeds.make(8))
    func storedImagesAreValidatedWhileOthersCancel(seed: UInt64) {
        let answers = Locked(SeededGenerator(seed: seed))
        let loader = loader(answer: { load in load.answer(answers.withLock { $0.number(below: 10) }) }) {
            configuration in
            configuration.diskCache = disk
            configuration.maximumTransfers = 2
            configuration.maximumDecodings = 2
            configuration.memoryCountLimit = 2
            configuration.retry = .immediate(attempts: 2)
            if seed.isMultiple(of: 2) { configuration.encodeVariant = { _, _ in Data("encoded".utf8) } }
        }
        let prefetcher = ImagePrefetcher(loader, to: .disk)
        run(seed, on: loader, steps: 20) { [queue, disk] step, random in
            let variants: [ImageVariant?] = [nil, nil, .named("small"), .size(width: 1, height: 1)]
            let request = ImageRequest.named(
                "\(random.number(below: 5))", variant: variants[random.number(below: 4)])
            let priority = LiveImagePriority(random.priority())
            let probe = StateProbe(loader.image(for: request, priority: priority))
            queue.async { priority.value = .shown }
            if step % 7 == 0 { prefetcher.start([request]) }
            if step % 9 == 0 { prefetcher.stopAll() }
            if step % 11 == 0 { for key in disk.keys { disk.remove(key) } }
            if step % 13 == 0 { disk.changeAll { $0.data = Data("<damaged".utf8) } }
            if random.chance(40) { return probe }
            queue.async { probe.cancel() }
            return nil
        }
        prefetcher.stopAll()
    }
}

extension ScriptedDataLoader.Load {
    /// Answers with one of ten responses; confirms stored bytes with most of them.
    fileprivate func answer(_ number: Int) {
        let stale = ["Cache-Control": "max-age=0, stale-while-revalidate=1000", "ETag": "\"a\""]
        let isConditional = request.value(forHTTPHeaderField: "If-None-Match") != nil
        switch number {
        case 0: fail(.status(503, retryAfter: nil))
        case 1: fail(.transport(.networkConnectionLost, description: "lost"))
        case 2..<6 where isConditional: confirm(stale)
        case 2: finish("<html>", stale)
        case 3:
            respond(stale.merging(["Content-Length": "3"]) { $1 })
            send("c")
            fail(.truncated(received: 1, expected: 3))
        case 4: finish("cat", ["Cache-Control": "max-age=0"])
        default: finish("cat", stale)
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func priority() -> ImagePriority {
        ImagePriority.allCases[number(below: ImagePriority.allCases.count)]
    }
}
