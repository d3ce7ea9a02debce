import Foundation
import Streams

extension ImageLoader {
    /// Loads an image in a task.
    ///
    /// ```swift
    /// let portrait = try await avatars.loadImage(for: ImageRequest(url: user.avatarURL))
    /// ```
    ///
    /// Returns the first image: one in memory, one on disk, or the one that the server sends. A stored image
    /// that may be shown while it is validated (`stale-while-revalidate`) is returned without waiting for the
    /// validation, which ends with the call. Placeholders, previews and the fallback are not returned.
    ///
    /// - Parameters:
    ///   - request: The request of the image.
    ///   - priority: How soon the image is needed.
    /// - Returns: The image.
    /// - Throws: An ``ImageError``, after the retries of the configuration, or `CancellationError` if the
    ///   task is cancelled, which also cancels the load unless others need the image.
    public func loadImage(
        for request: ImageRequest, priority: ImagePriority = .shown
    ) async throws -> Image {
        try await image(for: request, priority: priority).firstImage()
    }

    /// Loads the image at a URL in a task.
    ///
    /// The same as ``loadImage(for:priority:)`` with a request without header fields.
    ///
    /// - Parameter url: The URL of the image.
    /// - Returns: The image.
    /// - Throws: An ``ImageError``, or `CancellationError` if the task is cancelled.
    public func loadImage(at url: URL) async throws -> Image {
        try await image(at: url).firstImage()
    }
}

extension ExtraPublishers.ImageStates {
    /// The image of the first final state.
    fileprivate func firstImage() async throws -> Image {
        try Task.checkCancellation()
        for await state in values {
            switch state {
            case .idle, .loading: continue
            case .loaded(let image, _): return image
            case .failed(let error, _): throw error
            }
        }
        // The states end with a final one, unless the task is cancelled.
        throw CancellationError()
    }
}
