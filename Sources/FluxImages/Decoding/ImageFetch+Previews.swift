import Foundation

// Previews of what has arrived of an image.
extension ImageFetch {
    /// Makes a preview, if the decoder makes any and twice as many bytes have arrived as for the one before.
    func previewIfDue() {
        if !loader.decoder.makesPreviews { return }
        let data = state.withLock { state -> Data? in
            guard !state.isDone, !state.isPreviewing, let data = state.download?.received,
                data.count >= max(1, 2 * state.previewedCount)
            else { return nil }
            state.isPreviewing = true
            state.previewedCount = data.count
            return data
        }
        guard let data else { return }
        loader.configuration.decodeScheduler.schedule { self.preview(data) }
    }

    private func preview(_ data: Data) {
        let request = request.unprocessed
        let image = loader.decoder.preview(data, for: request)
        let isDone = state.withLock { state in
            state.isPreviewing = false
            return state.isDone
        }
        guard let image, !isDone else { return }
        let observers = loader.change { $0.observers(of: request.variant, of: id) }
        let preview = TypedImageState(.idle(placeholder: image))
        for observer in observers where observer.request.processing.isEmpty { observer.preview(preview) }
    }
}
