import Foundation

// Previews of what has arrived of an image.
extension ImageFetch {
    /// Makes previews, if the decoder makes any and twice as many bytes have arrived as for those before.
    func previewIfDue(_ transfer: ImageTransfer) {
        if !loader.makesPreviews || observersOfPreviews.isEmpty { return }
        if !transfer.isPreviewDue { return }
        // One that has no place is made later, of more bytes.
        if !pipeline.change({ $0.beginPreview() }) { return }
        guard let data = transfer.beginPreview() else {
            _ = pipeline.change { $0.endPreview() }
            return
        }
        pipeline.decodeScheduler.schedule { self.preview(data, of: transfer) }
    }

    /// Makes a preview of each variant that is shown.
    private func preview(_ data: Data, of transfer: ImageTransfer) {
        // The fetch may have been cancelled meanwhile.
        let variants = Set(observersOfPreviews.map(\.request.variant))
        var previews: [ImageVariant?: AnyImageState] = [:]
        for variant in variants {
            previews[variant] = loader.preview(data, for: request.unprocessed.with(variant: variant))
        }
        let number = pipeline.change { $0.endPreview() }
        if !transfer.endPreview(with: previews, number: number) { return }
        for observer in observersOfPreviews {
            if let preview = previews[observer.request.variant] { observer.preview(preview, number: number) }
        }
    }

    private var observersOfPreviews: [any FetchObserver] {
        pipeline.change { $0.observers(of: id) }.filter(\.showsPreviews)
    }
}

extension ImagePipeline {
    /// Shows the last preview to an observer that was added to a fetch.
    func sharePreview(
        of id: Table.FetchID, with observer: any FetchObserver, _ loader: any ImageOperations
    ) {
        guard loader.makesPreviews, observer.showsPreviews,
            let preview = change({ $0.transfer(of: id) })?.preview(of: observer.request.variant)
        else { return }
        observer.preview(preview.image, number: preview.number)
    }
}
