import Explorer
import Streams

import struct Explorer.Operation

@testable import FluxImages

/// Fetches of images: rows that begin and end to observe them, and the threads of the network, of the disk
/// and of the decoder.
let imagePrograms: [Program] = [
    // Whenever the second row observes, it finds either the fetch or the image.
    Program("ImageLoader: observe, observe", promising: .nothing) { test in
        let images = Images(test)
        test.thread(images.row().observing)
        test.thread(images.row().observing)
        images.expectTransfers(atMost: 1)
    },
    Program("ImageLoader: observe, cancel, observe", promising: .nothing) { test in
        let images = Images(test)
        let row = images.row()
        test.thread(row.observing, row.cancelling)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: observe, observe, cancel", promising: .nothing) { test in
        let images = Images(test)
        let (a, b) = (images.row(), images.row())
        test.thread(a.observing)
        test.thread(b.observing, a.cancelling)
    },
    Program("ImageLoader: cancel, cancel", promising: .nothing) { test in
        let images = Images(test)
        let (a, b) = (images.row(), images.row())
        a.observe()
        test.thread(a.cancelling)
        test.thread(b.observing, b.cancelling)
        images.expectNoTransfer()
    },
    Program("ImageLoader: failure, cancel", promising: .nothing) { test in
        let images = Images(test, failures: .max)
        let row = images.row()
        test.thread(row.observing, row.cancelling)
        test.thread(images.row().observing)
    },
    // The decoder has a thread of its own.
    Program("ImageLoader: decode, cancel, observe", promising: .nothing) { test in
        let images = Images(test, decoding: .queued)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
    },
    // The decoding of bytes that are being validated does not keep its fetch.
    Program("ImageLoader: stored, decode, cancel, observe", promising: .nothing) { test in
        let images = Images(test, decoding: .queued, stored: ["/a"], freshness: .mustRevalidate)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row("/b").observing)
    },
    Program("ImageLoader: two variants", promising: .nothing) { test in
        let images = Images(test, decoding: .queued)
        test.thread(images.row().observing)
        test.thread(images.row(variant: .named("small")).observing)
    },
    Program("ImageLoader: two variants, cancel", promising: .nothing) { test in
        let images = Images(test)
        let row = images.row(variant: .named("small"))
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: not decodable, cancel", promising: .nothing) { test in
        let images = Images(test, mayDecode: false, decoding: .queued)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
    },
    // One decoding at a time: one that waits is cancelled.
    Program("ImageLoader: two variants, decode, cancel", promising: .nothing) { test in
        let images = Images(test, decoding: .queued)
        let row = images.row(variant: .named("small"))
        images.row().observe()
        row.observe()
        test.thread(row.cancelling)
    },
    // One download at a time: the place of one that is cancelled is free for the next.
    Program("ImageLoader: wait for a place, cancel", promising: .nothing) { test in
        let images = Images(test, transfers: 1)
        let row = images.row("/a")
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row("/b").observing)
    },
    // What has become more urgent before a place is free begins first.
    Program("ImageLoader: wait for a place, change the priority", promising: .nothing) { test in
        let images = Images(test, transfers: 1)
        let priority = LiveImagePriority(.prefetch)
        images.row("/a").observe()
        images.row("/b", priority: LiveImagePriority(.nearAhead)).observe()
        let row = images.row("/c", priority: priority)
        let (observed, changed) = (Moment(test), Moment(test))
        test.thread(
            Operation("observe") {
                row.observe()
                observed.note()
            })
        test.thread(
            Operation("shown") {
                priority.value = .shown
                changed.note()
            })
        images.expect("/c", before: "/b", after: observed, changed)
    },
    Program("ImageLoader: wait for a place, observe, change the priority", promising: .nothing) { test in
        let images = Images(test, answers: .nothing, transfers: 1)
        let priority = LiveImagePriority(.prefetch)
        images.row("/a").observe()
        test.thread(images.row("/b", priority: priority).observing)
        test.thread(Operation("shown") { priority.value = .shown })
        images.expectNeed(of: "/b", priority)
    },
    Program("ImageLoader: wait for a place, change the priority twice", promising: .nothing) { test in
        let images = Images(test, answers: .nothing, transfers: 1)
        let priority = LiveImagePriority(.prefetch)
        images.row("/a").observe()
        images.row("/b", priority: priority).observe()
        test.thread(Operation("shown") { priority.value = .shown })
        test.thread(Operation("ahead") { priority.value = .nearAhead })
        images.expectNeed(of: "/b", priority)
    },
    // The second attempt follows a delay.
    Program("ImageLoader: retry, cancel", promising: .nothing) { test in
        let images = Images(test, failures: 1, retries: .later)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        images.expectNoTransfer()
    },
    Program("ImageLoader: retry, cancel, observe", promising: .nothing) { test in
        let images = Images(test, failures: 1, retries: .later)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: retry, no response, cancel", promising: .nothing) { test in
        let images = Images(test, answers: .nothing, failures: 1, retries: .later)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        images.expectNoTransfer()
    },
    // The delay of the retry ends before its timer is attached.
    Program("ImageLoader: retry at once, no response, cancel", promising: .nothing) { test in
        let images = Images(test, answers: .nothing, failures: 1, retries: .atOnce)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        images.expectNoTransfer()
    },
    Program("ImageLoader: stored, observe, cancel", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"])
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
        images.expectTransfers(atMost: 0)
    },
    Program("ImageLoader: stored, variants", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"])
        test.thread(images.row().observing)
        test.thread(images.row(variant: .named("small")).observing)
        images.expectTransfers(atMost: 0)
    },
    // What is stored is shown while the server is asked for a newer one.
    Program("ImageLoader: validate, cancel", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"], freshness: .staleWhileRevalidate)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
    },
    Program("ImageLoader: validate, observe", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"], freshness: .staleWhileRevalidate)
        images.row().observe()
        test.thread(images.row().observing)
    },
    // The newer image may arrive while the stored one is decoded.
    Program("ImageLoader: validate, decode", promising: .nothing) { test in
        let images = Images(
            test, decoding: .queued, stored: ["/a"], freshness: .staleWhileRevalidate)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: validate, decode, observe", promising: .nothing) { test in
        let images = Images(
            test, decoding: .queued, stored: ["/a"], freshness: .staleWhileRevalidate)
        images.row().observe()
        test.thread(images.row().observing)
    },
    Program("ImageLoader: validate, two decoders", promising: .nothing) { test in
        let images = Images(
            test, decoding: .parallel, stored: ["/a"], freshness: .staleWhileRevalidate)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: validate, two decoders, variants", promising: .nothing) { test in
        let images = Images(
            test, decoding: .parallel, stored: ["/a"], freshness: .staleWhileRevalidate)
        images.row().observe()
        test.thread(images.row(variant: .named("small")).observing)
    },
    // The server confirms what is stored.
    Program("ImageLoader: confirm", promising: .nothing) { test in
        let images = Images(
            test, answers: .confirmation, decoding: .queued, stored: ["/a"],
            freshness: .staleWhileRevalidate)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: confirm, observe", promising: .nothing) { test in
        let images = Images(
            test, answers: .confirmation, decoding: .queued, stored: ["/a"],
            freshness: .staleWhileRevalidate)
        images.row().observe()
        test.thread(images.row().observing)
    },
    Program("ImageLoader: confirm, cancel, observe", promising: .nothing) { test in
        let images = Images(
            test, answers: .confirmation, decoding: .queued, stored: ["/a"],
            freshness: .staleWhileRevalidate)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
    },
    // The server fails: what is stored stays.
    Program("ImageLoader: validate, failure, observe", promising: .nothing) { test in
        let images = Images(
            test, failures: .max, decoding: .queued, stored: ["/a"], freshness: .staleWhileRevalidate)
        images.row().observe()
        test.thread(images.row().observing)
    },
    Program("ImageLoader: confirm, variants", promising: .nothing) { test in
        let images = Images(
            test, answers: .confirmation, decoding: .parallel, stored: ["/a"],
            freshness: .staleWhileRevalidate)
        images.row().observe()
        test.thread(images.row(variant: .named("small")).observing)
    },
    // No server responds: what is cancelled stops, whatever it was about to do.
    Program("ImageLoader: no response, cancel", promising: .nothing) { test in
        let images = Images(test, answers: .nothing)
        let row = images.row()
        test.thread(row.observing)
        test.thread(row.cancelling)
        images.expectNoTransfer()
    },
    Program("ImageLoader: no response, observe, cancel, cancel", promising: .nothing) { test in
        let images = Images(test, answers: .nothing)
        let (a, b) = (images.row(), images.row())
        test.thread(a.observing, a.cancelling)
        test.thread(b.observing, b.cancelling)
        images.expectNoTransfer()
    },
    Program("ImageLoader: no response, look up, cancel", promising: .nothing) { test in
        let images = Images(test, answers: .nothing, stored: [])
        let row = images.row()
        test.thread(row.observing)
        test.thread(row.cancelling)
        images.expectNoTransfer()
    },
    Program("ImageLoader: no response, prefetch, observe, cancel", promising: .nothing) { test in
        let images = Images(test, answers: .nothing)
        let (a, b) = (images.row(keepsInMemory: false), images.row())
        test.thread(a.observing, b.cancelling)
        test.thread(b.observing, a.cancelling)
        images.expectNoTransfer()
    },
    Program("ImageLoader: no response, wait for a place, cancel", promising: .nothing) { test in
        let images = Images(test, answers: .nothing, transfers: 1)
        let (a, b) = (images.row("/a"), images.row("/b"))
        a.observe()
        test.thread(a.cancelling)
        test.thread(b.observing, b.cancelling)
        images.expectNoTransfer()
    },
    Program("ImageLoader: prefetch, observe, cancel", promising: .nothing) { test in
        let images = Images(test, stored: [])
        let prefetch = images.row(keepsInMemory: false)
        prefetch.observe()
        test.thread(prefetch.cancelling)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: prefetch, observe", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"])
        test.thread(images.row(keepsInMemory: false).observing)
        test.thread(images.row().observing)
    },
    // A row that is added while the bytes are decoded for a prefetch has its image in memory, too.
    Program("ImageLoader: prefetch, decode, observe", promising: .nothing) { test in
        let images = Images(test, decoding: .queued)
        images.row(keepsInMemory: false).observe()
        test.thread(images.row().observing)
        images.expectInMemory()
    },
    Program("ImageLoader: observe, trim, observe", promising: .nothing) { test in
        let images = Images(test)
        test.thread(images.row().observing)
        test.thread(images.trimming, images.row().observing)
    },
    Program("ImageLoader: observe, remove, observe", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"])
        test.thread(images.row().observing)
        test.thread(images.removing, images.row().observing)
    },
    // What is removed after a cancellation stays removed, whatever was about to be stored.
    Program("ImageLoader: load, cancel, remove", promising: .nothing) { test in
        let images = Images(test, decoding: .queued, stored: [])
        let row = images.row()
        row.observe()
        test.thread(row.cancelling, images.removing)
        images.expectNothingOnDisk()
    },
    // A newer image replaces what older ones are about to do.
    Program("ImageLoader: look up, reload", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"], replacedBy: .reload)
        images.row().observe()
        test.thread(images.row(source: .server).observing)
        images.expectReplacedOnDisk()
    },
    Program("ImageLoader: reload, observe", promising: .nothing) { test in
        let images = Images(test, decoding: .queued, stored: ["/a"], replacedBy: .reload)
        images.row(source: .server).observe()
        test.thread(images.row().observing)
        images.expectReplacedOnDisk()
    },
    Program("ImageLoader: reload, observe, two decoders", promising: .nothing) { test in
        let images = Images(test, decoding: .parallel, stored: ["/a"], replacedBy: .reload)
        test.thread(images.row(source: .server).observing)
        test.thread(images.row().observing)
        images.expectReplacedOnDisk()
    },
    Program("ImageLoader: reload, download, cancel", promising: .nothing) { test in
        let images = Images(test, decoding: .parallel, stored: [])
        let row = images.row(source: .server)
        row.observe()
        test.thread(images.row().observing)
        test.thread(row.cancelling)
        images.expectReplacedOnDisk()
    },
    // The reload is cancelled before it has stored what it has given to the other row.
    Program("ImageLoader: reload, look up, cancel", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"], replacedBy: .reload)
        let row = images.row(source: .server)
        row.observe()
        images.row().observe()
        // Another reload drops the one that is decoded for no row, and ends before it has bytes.
        let other = images.row(source: .server)
        test.thread(row.cancelling, other.observing, other.cancelling)
        images.expectShownOnDisk()
    },
    Program("ImageLoader: reload, load, cancel", promising: .nothing) { test in
        let images = Images(test, stored: [])
        let row = images.row(source: .server)
        row.observe()
        images.row().observe()
        test.thread(row.cancelling)
        images.expectShownOnDisk()
    },
    Program("ImageLoader: load, insert", promising: .nothing) { test in
        let images = Images(test, decoding: .queued, stored: [], replacedBy: .insertion)
        images.row().observe()
        test.thread(images.inserting)
        images.expectReplacedOnDisk()
    },
    Program("ImageLoader: insert, observe", promising: .nothing) { test in
        let images = Images(test, stored: [], replacedBy: .insertion)
        test.thread(images.row().observing)
        test.thread(images.inserting)
        images.expectReplacedOnDisk()
    },
    // What the row removes from the disk was stored before the reload.
    Program("ImageLoader: gone, reload", promising: .nothing) { test in
        let images = Images(test, answers: .gone, stored: ["/a"], freshness: .mustRevalidate)
        images.row().observe()
        test.thread(images.row(source: .server).observing)
        images.expectShownOnDisk()
    },
    // An event is sent after the lock of the fetches is left: none follows the end of its fetch.
    Program("ImageLoader: events, observe, cancel", promising: .nothing) { test in
        let images = Images(test)
        images.expectEventsInOrder()
        let row = images.row()
        test.thread(row.observing)
        test.thread(row.cancelling)
    },
    Program("ImageLoader: events, no response, observe, cancel, observe", promising: .nothing) { test in
        let images = Images(test, answers: .nothing)
        images.expectEventsInOrder()
        let row = images.row()
        test.thread(row.observing, images.row().observing)
        test.thread(row.cancelling)
    },
    Program("ImageLoader: events, stored, cancel", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"])
        images.expectEventsInOrder()
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
    },
    Program("ImageLoader: events, look up, cancel, observe", promising: .nothing) { test in
        let images = Images(test, stored: [])
        images.expectEventsInOrder()
        let row = images.row()
        row.observe()
        test.thread(row.cancelling, images.row().observing)
    },
    Program("ImageLoader: events, decode, cancel", promising: .nothing) { test in
        let images = Images(test, decoding: .queued)
        images.expectEventsInOrder()
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
    },
    Program("ImageLoader: events, failure, cancel", promising: .nothing) { test in
        let images = Images(test, mayDecode: false)
        images.expectEventsInOrder()
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
    },
]
