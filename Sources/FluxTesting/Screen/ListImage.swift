import FluxImages
import PagingOperators

/// The image of a visible row of a simulated list.
public enum ListImage<Image: Sendable>: Sendable {
    /// The row shows the placeholder: its image is not loaded yet, or its item is not.
    case placeholder

    /// The row shows the fallback: its image failed to load.
    case failed

    /// The row shows its image.
    case loaded(Image)

    /// Makes the image of a state.
    init(_ state: ImageState<Image>?) {
        switch state {
        case nil, .idle, .loading: self = .placeholder
        case .failed: self = .failed
        case .loaded(let image, _): self = .loaded(image)
        }
    }

    /// The image itself, if it is loaded.
    public var image: Image? {
        if case .loaded(let image) = self { image } else { nil }
    }
}

extension ListImage: Equatable where Image: Equatable {}
extension ListImage: Hashable where Image: Hashable {}

extension ListImage: CustomStringConvertible {
    /// The image in a few words: `placeholder`, `failed`, or the image itself.
    public var description: String {
        switch self {
        case .placeholder: "placeholder"
        case .failed: "failed"
        case .loaded(let image): "\(image)"
        }
    }
}

extension ListFrame {
    /// The images of the visible rows, one for each of ``rows``, in a list with images.
    ///
    /// ```swift
    /// #expect(list.frame.images() == [.loaded("anna"), .failed, .placeholder])
    /// ```
    ///
    /// The errors of those that failed are in ``items``.
    public func images<Content, Image>() -> [ListImage<Image>] where Item == ImageRow<Content, Image> {
        rows.map { ListImage($0.item?.image) }
    }
}

extension ListSimulator {
    /// The images of the visible rows, one for each, in a list with images.
    ///
    /// ```swift
    /// #expect(list.images() == [.loaded("anna"), .failed, .placeholder])
    /// ```
    public func images<Content, Image>() -> [ListImage<Image>] where Item == ImageRow<Content, Image> {
        frame.images()
    }
}
