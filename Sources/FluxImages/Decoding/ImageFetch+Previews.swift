import Foundation

// Previews of what has arrived of an image.
extension ImageFetch {
    /// Makes a preview, if the decoder makes any and twice as many bytes have arrived as for the one before.
    func previewIfDue(_ transfer: ImageTransfer) {
        if !loader.makesPreviews || observersOfPreviews.isEmpty { return }
        if !transfer.isPreviewDue { return }
        // One that has no place is made later, of more bytes.
        if !pipeline.change({ $0.beginPreview() }) { return }
        guard let data = transfer.beginPreview() else { return pipeline.change { $0.endPreview() } }
        pipeline.decodeScheduler.schedule { self.preview(data, of: transfer) }
    }

    private func preview(_ data: Data, of transfer: ImageTransfer) {
        defer { pipeline.change { $0.endPreview() } }
        // The fetch may have been cancelled meanwhile.
        let preview =
            observersOfPreviews.isEmpty ? nil : loader.preview(data, for: request.unprocessed)
        guard transfer.endPreview(), let preview else { return }
        for observer in observersOfPreviews { observer.preview(preview) }
    }

    private var observersOfPreviews: [any FetchObserver] {
        let form = request.unprocessed.key.form
        return pipeline.change { $0.observers(of: id) }
            .filter { $0.use == .shown && $0.request.key.form == form }
    }
}
