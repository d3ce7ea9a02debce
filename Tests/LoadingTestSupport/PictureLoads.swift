import Foundation
import Streams
import TestSupport

import FluxImages
import FluxLoading

/// A loader of pictures over HTTP with a disk cache on a real folder: as one launch of an app.
package struct PictureLoads {
    package let loader: ImageLoader<Picture>
    package let cache: DiskCache
    package let retries = AwaitedTime()
    package let diskErrors = Log<DiskCacheError>()
    private let subscription: AnyCancellable

    /// - Parameters:
    ///   - folder: The folder of the disk cache.
    ///   - clock: The seconds that have passed, for the age of what is stored.
    ///   - configure: Changes the configuration.
    package init(
        in folder: TemporaryFolder, at clock: Box<Double> = Box(0),
        configure: (inout ImageLoader<Picture>.Configuration) -> Void = { _ in }
    ) {
        cache = DiskCache(at: folder.url)
        var configuration = ImageLoader<Picture>.Configuration()
        configuration.diskCache = cache
        configuration.retryScheduler = retries
        let start = Date(timeIntervalSince1970: 2_000_000_000)
        configuration.now = { start.addingTimeInterval(clock.value) }
        configure(&configuration)
        loader = ImageLoader(configuration: configuration, decode: Picture.decodeWhole)
        subscription = cache.errors.sink { [diskErrors] in diskErrors.append($0) }
    }

    /// Loads an image, and writes the disk cache.
    ///
    /// - Parameters:
    ///   - url: The URL of the image.
    ///   - onLine: Called with each of the states that are returned.
    /// - Returns: The states without progress, such as `loaded cat from disk`.
    package func load(_ url: URL, onLine: (String) -> Void = { _ in }) async -> [String] {
        var lines: [String] = []
        for await state in loader.image(at: url).values where !state.isLoading {
            lines.append(state.line)
            onLine(state.line)
        }
        await cache.flush()
        return lines
    }
}

extension Picture {
    /// Decodes a whole picture of a ``PictureServer``: its path and version, or letters.
    fileprivate static func decodeWhole(_ data: Data) throws -> Picture {
        let text = String(decoding: data, as: UTF8.self)
        let isWhole = text.wholeMatch(of: /\/.+ v[0-9]+|[a-z]+/) != nil
        return try decode(isWhole ? data : Data("<".utf8))
    }
}
