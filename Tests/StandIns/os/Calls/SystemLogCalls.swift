import FluxImages
import Streams
import os

// Calls of everything that writes to the system's log, type-checked by `.ci/apple` as a part of
// PagingOperators: sources, feeds with images and without, and models.
@MainActor
private func callSystemLogs<Source: PageSource, Image: Sendable>(
    _ source: Source, _ loader: ImageLoader<Image>
) {
    let logger = Logger(subsystem: "org.example", category: "lists")
    let signposter = OSSignposter(subsystem: "org.example", category: "lists")
    let signals = PassthroughSubject<ListSignal, Never>()

    let feed = signals.paginate(threshold: 5, from: source)
        .log("users", to: logger).signposts("users", to: signposter)
    _ = feed.images(from: loader, request: { _ in nil })
        .log("users", to: logger).signposts("users", to: signposter)
    _ = source.log("users", to: logger).signposts("users", to: signposter)

    let model = PagingModel(threshold: 5, from: source)
    model.log("users", to: logger)
    model.signposts("users", to: signposter)
}
