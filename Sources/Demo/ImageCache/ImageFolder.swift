import Flux
import Foundation

/// The folder that stores the images of runs, and the events of this run.
final class ImageFolder: Sendable {
    private let cache: DiskCache
    private let revalidations = Tally()
    private let subscriptions = Locked<[AnyCancellable]>([])

    /// Opens a folder, which is created if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - options: Its size and expiry.
    ///   - warn: Called with the first error of a file.
    init(
        at path: String, _ options: ImageCacheOptions, warn: @escaping @Sendable (String) -> Void
    ) throws(UnusableFolder) {
        let folder = URL(filePath: path)
        try UnusableFolder.check(folder, at: path, of: "--image-cache")
        cache = DiskCache(
            at: folder, sizeLimit: options.megabytes * 1_000_000,
            expiry: options.expiry.map { .seconds($0) })
        let errors = cache.errors.prefix(1).sink { warn("Demo: \($0)") }
        subscriptions.withLock { $0.append(errors) }
    }

    /// Lets a loader use the folder.
    func configure<Image>(_ configuration: inout ImageLoader<Image>.Configuration) {
        configuration.diskCache = cache
    }

    /// Counts the images of a loader that the server confirms.
    func observe<Image>(_ loader: ImageLoader<Image>) {
        let events = loader.events.sink { [revalidations] event in
            if event.kind == .revalidated { revalidations.add() }
        }
        subscriptions.withLock { $0.append(events) }
    }

    /// Waits until all images are written.
    ///
    /// - Returns: The number of stored images that the server has confirmed.
    func close() async -> Int {
        await cache.flush()
        return revalidations.count
    }
}

extension ImageCacheOptions {
    /// Opens the folder, if there is one.
    func open() throws(UnusableFolder) -> ImageFolder? {
        guard let folder else { return nil }
        return try ImageFolder(at: folder, self, warn: StandardError.write)
    }
}
