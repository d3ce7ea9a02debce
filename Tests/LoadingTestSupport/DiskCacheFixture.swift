import FluxLoading
import Foundation
import Streams
import TestSupport

/// A disk cache on a real folder, in virtual time.
package struct DiskCacheFixture {
    package let folder: TemporaryFolder
    package let time: VirtualTimeScheduler
    package let cache: DiskCache
    package let errors = Log<DiskCacheError>()
    private let subscription: AnyCancellable

    package init(
        in folder: TemporaryFolder = TemporaryFolder(), time: VirtualTimeScheduler = VirtualTimeScheduler(),
        sizeLimit: Int = 1_000_000, expiry: Duration? = nil,
        fileName: @escaping @Sendable (String) -> String = { DiskCache.fileName(of: $0) }
    ) {
        self.folder = folder
        self.time = time
        cache = DiskCache(
            at: folder.url, sizeLimit: sizeLimit, expiry: expiry, scheduler: time,
            clock: { Date(timeIntervalSince1970: 1_000_000 + time.now / .seconds(1)) }, fileName: fileName)
        subscription = cache.errors.sink { [errors] in errors.append($0) }
    }

    /// Another cache on the same folder, at the same time: as after a launch, or in another process.
    package func reopened() -> DiskCacheFixture {
        DiskCacheFixture(in: folder, time: time, sizeLimit: cache.sizeLimit, expiry: cache.expiry)
    }

    package func write() { time.advance() }

    package func file(of key: String) -> URL { folder.file(DiskCache.fileName(of: key)) }
}

extension CacheEntry {
    /// An entry of repeated bytes.
    package init(_ byte: UInt8, count: Int = 100) {
        self.init(data: Data(repeating: byte, count: count), metadata: ["byte": "\(byte)"])
    }
}
