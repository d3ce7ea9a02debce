import FluxImages
import FluxUI
import Foundation
import LoadingTestSupport
import Streams

#if canImport(UIKit)
    import UIKit

    typealias SystemImageView = UIImageView
#else
    import AppKit

    typealias SystemImageView = NSImageView
#endif

/// A view that records its images, as their descriptions.
final class RecordingImageView: SystemImageView {
    private(set) var shown: [String] = []
    var onImage: () -> Void = {}

    #if !canImport(UIKit)
        /// The number of pixels in a point of its window; `nil` if it is in none.
        var windowScale: CGFloat?

        override var window: NSWindow? { windowScale.map { NSWindow(backingScaleFactor: $0) } }
    #endif

    override var image: SystemImage? {
        didSet {
            shown.append(image?.description ?? "none")
            onImage()
        }
    }
}

/// A loader of the platform's images with scripted transfers, which decodes where they end.
@MainActor
final class SystemImages {
    let source = ScriptedDataLoader()
    let loader: ImageLoader<SystemImage>

    init(
        decoder: SystemImageDecoder = SystemImageDecoder(),
        configure: (inout ImageLoader<SystemImage>.Configuration) -> Void = { _ in }
    ) {
        var configuration = ImageLoader<SystemImage>.Configuration(dataLoader: source)
        configuration.decodeScheduler = ImmediateScheduler.shared
        configuration.diskScheduler = ImmediateScheduler.shared
        configuration.retry = .immediate(attempts: 0)
        configuration.maximumTransfers = .max
        configuration.maximumTransfersPerHost = .max
        configuration.maximumDecodings = .max
        configure(&configuration)
        loader = ImageLoader(configuration: configuration, decoder: decoder)
    }

    /// The names of the transfers that run.
    var running: [String] { source.loads.filter { !$0.isCancelled }.compactMap(\.name) }

    /// Answers the transfers of an image, by default with one of 40 pixels by 40.
    func finish(_ name: String, _ text: String? = nil) {
        for load in source.loads where load.name == name { load.finish(text ?? "image \(name) 40x40;") }
    }

    func fail(_ name: String) {
        for load in source.loads where load.name == name { load.fail(.status(404, retryAfter: nil)) }
    }

    /// Loads an image into memory.
    func load(_ name: String, for request: ImageRequest) {
        let subscription = loader.image(for: request).sink { _ in }
        finish(name)
        subscription.cancel()
    }
}

extension ScriptedDataLoader.Load {
    fileprivate var name: String? { request.url?.lastPathComponent }
}

extension URL {
    static func named(_ name: String) -> URL { image.deletingLastPathComponent().appending(path: name) }
}

/// An image that is made without a loader.
func makeImage(_ name: String) -> SystemImage? {
    let request = ImageRequest(url: .named(name))
    return try? SystemImageDecoder().decode(Data("image \(name) 1x1;".utf8), for: request)
}
