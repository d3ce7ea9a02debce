import FluxImages
import FluxLoading
import Foundation
import Streams

/// An image for tests: decodes any text that does not begin with `<`.
package final class Picture: Sendable, Equatable, CustomStringConvertible {
    package struct NotAPicture: Error, CustomStringConvertible {
        package let description = "it begins with <"

        package init() {}
    }

    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    package static func decode(_ data: Data) throws -> Picture {
        let text = String(decoding: data, as: UTF8.self)
        guard !text.hasPrefix("<") else { throw NotAPicture() }
        return Picture(text)
    }

    package static func == (lhs: Picture, rhs: Picture) -> Bool {
        lhs.description == rhs.description
    }

    package static let placeholder = Picture("placeholder")
    package static let fallback = Picture("fallback")
}

extension ImageLoader where Image == Picture {
    /// A loader with a scripted source, by default with synchronous decoding.
    package static func scripted(
        _ source: any DataLoading, decodingOn scheduler: any Scheduler = ImmediateScheduler.shared,
        countLimit: Int = .max, decode: @escaping @Sendable (Data) throws -> Picture = Picture.decode
    ) -> ImageLoader {
        var configuration = Configuration.scripted(source)
        configuration.decodeScheduler = scheduler
        configuration.memoryCountLimit = countLimit
        return ImageLoader(configuration: configuration, decode: decode)
    }
}

extension ImageLoader<Picture>.Configuration {
    /// A scripted source without limits and retries, and with synchronous decoding.
    package static func scripted(_ source: any DataLoading) -> Self {
        var configuration = Self(dataLoader: source)
        configuration.placeholder = .placeholder
        configuration.fallback = .fallback
        configuration.decodeScheduler = ImmediateScheduler.shared
        configuration.diskScheduler = ImmediateScheduler.shared
        configuration.retry = .immediate(attempts: 0)
        configuration.maximumTransfers = .max
        configuration.maximumTransfersPerHost = .max
        configuration.maximumDecodings = .max
        return configuration
    }
}
