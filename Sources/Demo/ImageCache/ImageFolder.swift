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
        try Self.checkWriting(to: folder, path)
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

    private static func checkWriting(to folder: URL, _ path: String) throws(UnusableFolder) {
        let probe = folder.appending(path: "probe-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
        } catch {
            throw UnusableFolder(path: path, reason: Self.reason(of: error))
        }
    }

    private static func reason(of error: any Error) -> String {
        let cause = (error as? CocoaError)?.underlying as? POSIXError
        return cause.map { String(cString: strerror($0.code.rawValue)) } ?? "it cannot be written to"
    }
}

extension ImageCacheOptions {
    /// Opens the folder, if there is one.
    func open() throws(UnusableFolder) -> ImageFolder? {
        guard let folder else { return nil }
        return try ImageFolder(at: folder, self, warn: StandardError.write)
    }
}

/// The error of a folder that images cannot be written to.
struct UnusableFolder: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "--image-cache: \(path.terminalSafe(width: 400)): \(reason)" }
}
