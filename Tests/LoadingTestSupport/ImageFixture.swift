import FluxImages
import Foundation
import Streams
import TestSupport

/// A loader with a scripted source, a cache of bytes, and virtual time.
package final class ImageFixture: Sendable {
    package let source: ScriptedDataLoader
    package let disk = EntriesInMemory()
    package let time = VirtualTimeScheduler()
    package let loader: ImageLoader<Picture>
    private let lines = Log<String>()
    private let subscription: AnyCancellable

    /// - Parameters:
    ///   - configure: Changes the configuration.
    ///   - onLoad: Called with each load, which it may answer.
    ///   - decode: Decodes a picture.
    package init(
        configure: (inout ImageLoader<Picture>.Configuration) -> Void = { _ in },
        onLoad: @escaping @Sendable (ScriptedDataLoader.Load) -> Void = { _ in },
        decode: @escaping @Sendable (Data, ImageRequest) throws -> Picture = { data, _ in
            try Picture.decode(data)
        }
    ) {
        source = ScriptedDataLoader(onLoad: onLoad)
        var configuration = ImageLoader<Picture>.Configuration.scripted(source)
        configuration.diskCache = disk
        configuration.retryScheduler = time
        let start = Date(timeIntervalSince1970: 1_000_000)
        configuration.now = { [time] in start.addingTimeInterval(Double(time.now.components.seconds)) }
        configure(&configuration)
        loader = ImageLoader(configuration: configuration, decode: decode)
        subscription = loader.events.sink { [lines] event in
            lines.append("\(event.request.url.lastPathComponent) \(event.kind.line)")
        }
    }

    package var loads: [ScriptedDataLoader.Load] { source.loads }

    /// The names of the loads that were started, in order.
    package var names: [String] { loads.map { $0.request.url?.lastPathComponent ?? "" } }

    /// The events so far, such as `1.png started 1`.
    package var events: [String] { lines.entries }

    package func probe(
        _ request: ImageRequest = ImageRequest(url: .image), priority: ImagePriority = .shown
    ) -> StateProbe {
        StateProbe(loader.image(for: request, priority: priority))
    }

    /// Loads an image, and drops it from memory.
    package func load(
        _ text: String, _ fields: [String: String], _ request: ImageRequest = ImageRequest(url: .image)
    ) {
        let probe = probe(request)
        loads.last?.finish(text, fields)
        precondition(probe.lines.last == "finished", "The image has to be loaded.")
        loader.removeAllCachedImages()
    }
}

extension ImageEvent.Kind {
    package var line: String {
        switch self {
        case .hit(let origin): "hit \(origin)"
        case .started(let attempt): "started \(attempt)"
        case .resumed(let count): "resumed at \(count)"
        case .interrupted(let error): "interrupted: \(error.reason)"
        case .downloaded(let bytes, _): "downloaded \(bytes)"
        case .decoded: "decoded"
        case .loaded(let origin): "loaded from \(origin)"
        case .failed: "failed"
        case .joined, .queued, .revalidated, .prefetched, .cancelled: "\(self)"
        }
    }
}

extension ImageRequest {
    /// The request of a picture with a name.
    package static func named(_ name: String, host: String = "images.test", variant: ImageVariant? = nil)
        -> ImageRequest
    {
        ImageRequest(url: URL(string: "https://\(host)/\(name)") ?? .image, variant: variant)
    }
}
