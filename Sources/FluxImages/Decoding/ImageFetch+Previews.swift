import Foundation

// Previews of what has arrived of an image.
extension ImageFetch {
    /// Makes a preview, if the decoder makes any and twice as many bytes have arrived as for the one before.
    func previewIfDue(_ transfer: ImageTransfer) {
        if !loader.makesPreviews || requestOfPreviews == nil { return }
        if !transfer.isPreviewDue { return }
        // One that has no place is made later, of more bytes.
        if !pipeline.change({ $0.beginPreview() }) { return }
        guard let data = transfer.beginPreview() else { return pipeline.change { $0.endPreview() } }
        pipeline.decodeScheduler.schedule { self.preview(data, of: transfer) }
    }

    private func preview(_ data: Data, of transfer: ImageTransfer) {
        defer { pipeline.change { $0.endPreview() } }
        // The fetch may have been cancelled meanwhile.
        let request = requestOfPreviews
        let preview = request.flatMap { loader.preview(data, for: $0) }
        guard transfer.endPreview(), let preview else { return }
        for observer in observersOfPreviews where observer.request.key.form == request?.key.form {
            observer.preview(preview)
        }
    }

    /// The request of the first observer that shows previews: those of other forms have none.
    private var requestOfPreviews: ImageRequest? { observersOfPreviews.first?.request }

    /// The observers that show images which are not processed.
    private var observersOfPreviews: [any FetchObserver] {
        pipeline.change { $0.observers(of: id) }.filter { $0.use == .shown && $0.request.processing.isEmpty }
    }
}
