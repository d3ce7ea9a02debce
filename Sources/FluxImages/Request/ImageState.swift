/// The state of an image, and the image to show in it.
///
/// ```swift
/// imageView.image = state.image
/// switch state {
/// case .loading(let progress, _): progressView.value = progress.fraction
/// case .loaded(_, from: .memory): break  // no need to fade it in
/// case .loaded: fadeIn()
/// case .failed(let error, _): label.text = "\(error)"
/// case .idle: break
/// }
/// ```
public enum ImageState<Image: Sendable>: Sendable {
    /// The image has not been requested.
    case idle(placeholder: Image?)

    /// The image is being loaded. The placeholder is the last preview, if the decoder makes any
    /// (``ImageDecoding``).
    case loading(ImageProgress, placeholder: Image?)

    /// The image is loaded.
    case loaded(Image, from: ImageOrigin)

    /// The image failed to load.
    case failed(ImageError, fallback: Image?)
}

extension ImageState {
    /// The image to show: the image itself, its placeholder until it is loaded, or its fallback after a
    /// failure.
    @inlinable
    public var image: Image? {
        switch self {
        case .idle(let placeholder), .loading(_, let placeholder): placeholder
        case .loaded(let image, _): image
        case .failed(_, let fallback): fallback
        }
    }

    /// The progress of the load, while the image is being loaded.
    @inlinable
    public var progress: ImageProgress? {
        guard case .loading(let progress, _) = self else { return nil }
        return progress
    }

    /// The error, if the image failed to load.
    @inlinable
    public var error: ImageError? {
        guard case .failed(let error, _) = self else { return nil }
        return error
    }

    /// Where the image was loaded from.
    @inlinable
    var origin: ImageOrigin? {
        guard case .loaded(_, let origin) = self else { return nil }
        return origin
    }

    /// Whether the image has not been requested.
    @inlinable
    package var isIdle: Bool {
        if case .idle = self { true } else { false }
    }

    /// Whether the image is being loaded.
    @inlinable
    public var isLoading: Bool { progress != nil }

    /// Whether the image is loaded, or failed to load. No other state follows, unless the image is stale and
    /// is being validated: a newer one may replace it.
    @inlinable
    public var isFinal: Bool {
        switch self {
        case .idle, .loading: false
        case .loaded, .failed: true
        }
    }
}

extension ImageState: Equatable where Image: Equatable {}
extension ImageState: Hashable where Image: Hashable {}

/// The source that an image was loaded from.
public enum ImageOrigin: Hashable, Sendable {
    /// The memory cache, or the URL itself (`data:`). Its appearance needs no animation.
    case memory

    /// A file.
    case disk

    /// A server.
    case network
}
