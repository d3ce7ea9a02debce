import Foundation

// Previews of what has arrived of an image.
extension ImageFetch {
    /// Makes a preview, if the decoder makes any and twice as many bytes have arrived as for the one before.
    func previewIfDue(_ transfer: ImageTransfer) {
        if !loader.decoder.makesPreviews { return }
        guard let data = transfer.beginPreview() else { return }
        loader.configuration.decodeScheduler.schedule { self.preview(data, of: transfer) }
    }

    private func preview(_ data: Data, of transfer: ImageTransfer) {
        let request = request.unprocessed
        let image = loader.decoder.preview(data, for: request)
        guard transfer.endPreview(), let image else { return }
        let observers = loader.change { $0.observers(of: request.variant, of: id) }
        let preview = TypedImageState(.idle(placeholder: image))
        for observer in observers where observer.request.processing.isEmpty { observer.preview(preview) }
    }
}
