/// What is known of an image at a moment, and what to draw meanwhile.
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
    /// The image has not been asked for.
    case idle(placeholder: Image?)

    /// The image is on its way.
    case loading(ImageProgress, placeholder: Image?)

    /// The image is there.
    case loaded(Image, from: ImageOrigin)

    /// The image cannot be had.
    case failed(ImageError, fallback: Image?)
}

extension ImageState {
    /// What to draw: the image, before it is there its placeholder, and when it failed the fallback.
    public var image: Image? {
        switch self {
        case .idle(let placeholder), .loading(_, let placeholder): placeholder
        case .loaded(let image, _): image
        case .failed(_, let fallback): fallback
        }
    }

    /// How much has come, while loading.
    public var progress: ImageProgress? {
        guard case .loading(let progress, _) = self else { return nil }
        return progress
    }

    /// What went wrong, if it failed.
    public var error: ImageError? {
        guard case .failed(let error, _) = self else { return nil }
        return error
    }

    /// Whether the image has not been asked for.
    var isIdle: Bool {
        if case .idle = self { true } else { false }
    }

    /// Whether the image is on its way.
    public var isLoading: Bool { progress != nil }

    /// Whether no other state follows: the image is there, or cannot be had.
    public var isFinal: Bool {
        switch self {
        case .idle, .loading: false
        case .loaded, .failed: true
        }
    }
}

extension ImageState: Equatable where Image: Equatable {}
extension ImageState: Hashable where Image: Hashable {}

/// Where an image came from.
public enum ImageOrigin: Hashable, Sendable {
    /// The memory cache, or the address itself (`data:`). No need to animate its appearance.
    case memory

    /// A file.
    case disk

    /// A server.
    case network
}
