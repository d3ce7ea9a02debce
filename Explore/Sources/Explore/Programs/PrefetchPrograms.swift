import Explorer
import Streams

import struct Explorer.Operation

@testable import FluxImages

/// Queues of prefetches, which are started, stopped and released while their loads end.
let prefetchPrograms: [Program] = [
    Program("ImagePrefetcher: start, stop", promising: .nothing) { test in
        let images = Images(test)
        let prefetches = Prefetches(test, images)
        test.thread(prefetches.start("/a", "/b"))
        test.thread(prefetches.stop("/a"))
    },
    // The counts are again those of the beginning.
    Program("ImagePrefetcher: start, stop the same", promising: .nothing) { test in
        let images = Images(test)
        let prefetches = Prefetches(test, images)
        test.thread(prefetches.start("/a"))
        test.thread(prefetches.stop("/a"))
    },
    Program("ImagePrefetcher: stop, start", promising: .nothing) { test in
        let images = Images(test)
        let prefetches = Prefetches(test, images)
        prefetches.prefetcher?.start([images.request("/a")])
        test.thread(prefetches.stop("/a"), prefetches.start("/a"))
    },
    Program("ImagePrefetcher: start, start, stop", promising: .nothing) { test in
        let images = Images(test)
        let prefetches = Prefetches(test, images)
        test.thread(prefetches.start("/a"), prefetches.stop("/a"))
        test.thread(prefetches.start("/a", "/b"))
    },
    Program("ImagePrefetcher: pause, resume", promising: .nothing) { test in
        let images = Images(test)
        let prefetches = Prefetches(test, images)
        prefetches.prefetcher?.start([images.request("/a")])
        test.thread(prefetches.pausing, prefetches.resuming)
        test.thread(prefetches.start("/b"))
    },
    Program("ImagePrefetcher: start, stop all", promising: .nothing) { test in
        let images = Images(test)
        let prefetches = Prefetches(test, images)
        prefetches.prefetcher?.start([images.request("/a")])
        test.thread(prefetches.stoppingAll)
        test.thread(prefetches.start("/a", "/b"))
    },
    // The row observes the fetch of the prefetch, or the prefetch that of the row.
    Program("ImagePrefetcher: start, observe", promising: .nothing) { test in
        let images = Images(test)
        let prefetches = Prefetches(test, images)
        test.thread(prefetches.start("/a"), prefetches.stop("/a"))
        test.thread(images.row("/a").observing)
    },
    Program("ImagePrefetcher: to disk, start, observe", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"])
        let prefetches = Prefetches(test, images, to: .disk)
        test.thread(prefetches.start("/a"))
        test.thread(images.row("/a").observing)
    },
    // No server responds: what is stopped or released loads nothing.
    Program("ImagePrefetcher: no response, start, stop all", promising: .nothing) { test in
        let images = Images(test, answers: .nothing)
        let prefetches = Prefetches(test, images, mayWait: true)
        prefetches.prefetcher?.start([images.request("/a")])
        test.thread(prefetches.stoppingAll)
        test.thread(prefetches.stop("/a"))
        images.expectNoTransfer()
    },
    Program("ImagePrefetcher: no response, start, release", promising: .nothing) { test in
        let images = Images(test, answers: .nothing)
        let prefetches = Prefetches(test, images, mayWait: true)
        test.thread(prefetches.start("/a"))
        test.thread(prefetches.releasing)
        images.expectNoTransfer()
    },
]

/// A prefetcher with one load at a time.
private final class Prefetches: @unchecked Sendable {
    // Sendable: threads run one at a time.

    private let images: Images
    private let object = ExploredObject()
    private(set) var prefetcher: ImagePrefetcher<Int>?

    init(
        _ test: Scenario, _ images: Images, to destination: ImagePrefetcher<Int>.Destination = .memory,
        mayWait: Bool = false
    ) {
        self.images = images
        prefetcher = images.prefetcher(to: destination, maximumLoads: 1)
        test.observe { [self] in
            guard let prefetcher, !mayWait else { return "" }
            let last = test.held(nil as PrefetchProgress?)
            prefetcher.progress.prefix(1).sink { last.value = $0 }.cancel()
            let progress = last.value ?? PrefetchProgress()
            test.expect(progress.completedCount == progress.totalCount, "waits for ever: \(progress)")
            test.expect(progress.failures.isEmpty, "\(progress)")
            return ""
        }
        test.finally { [self] in prefetcher = nil }
    }

    private func operation(_ label: String, _ body: @escaping (ImagePrefetcher<Int>) -> Void) -> Operation {
        Operation(label) { [self] in
            // Held while it is used, as a caller does.
            let used = prefetcher
            if let used { body(used) }
        }
    }

    func start(_ paths: String...) -> Operation {
        let requests = paths.map { images.request($0) }
        return operation("start") { $0.start(requests) }
    }

    func stop(_ paths: String...) -> Operation {
        let requests = paths.map { images.request($0) }
        return operation("stop") { $0.stop(requests) }
    }

    var stoppingAll: Operation { operation("stop all") { $0.stopAll() } }
    var pausing: Operation { operation("pause") { $0.pause() } }
    var resuming: Operation { operation("resume") { $0.resume() } }

    var releasing: Operation {
        Operation("release") { [self] in
            object.willUse()
            object.didUse(writing: true)
            prefetcher = nil
        }
    }
}
