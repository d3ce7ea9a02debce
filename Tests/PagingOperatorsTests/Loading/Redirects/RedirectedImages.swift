import Foundation
import Streams

@testable import FluxLoading
@testable import FluxImages
import PagingOperators

/// Loads images that are the text of their bodies.
struct RedirectedImages {
    private let loader: ImageLoader<String>

    init(from network: any DataLoading) {
        var configuration = ImageLoader<String>.Configuration()
        configuration.dataLoader = DataLoader(network: network)
        configuration.retry = .immediate(attempts: 0)
        loader = ImageLoader(configuration: configuration) { String(decoding: $0, as: UTF8.self) }
    }

    /// The last state of an image.
    func load(_ url: URL) async -> String {
        var last = "none"
        for await state in loader.image(at: url).values {
            switch state {
            case .loaded(let text, _): last = "loaded \(text)"
            case .failed(let error, _): last = "\(error)"
            case .idle, .loading: break
            }
        }
        return last
    }
}
