import Foundation
import Streams

extension Publishers {
    /// A feed whose rows have their images. See `images(from:at:)`.
    public struct Images<Signals: Publisher, Source: PageSource, Item: Sendable, Image: Sendable>: Publisher
    where Signals.Output == ListSignal, Signals.Failure == Never {
        public typealias Output = ViewState<ImageRow<Item, Image>>
        public typealias Failure = Never

        /// The feed whose rows get images.
        public let feed: Paginate<Signals, Source, Item>

        /// Who loads the images.
        public let loader: ImageLoader<Image>

        /// For which rows images are loaded and kept.
        public let range: ImageRange

        /// What to load for an item.
        public let request: @Sendable (Item) -> ImageRequest?

        /// Makes a feed with images.
        ///
        /// - Parameters:
        ///   - feed: The feed whose rows get images.
        ///   - loader: Who loads the images.
        ///   - range: For which rows images are loaded and kept.
        ///   - request: What to load for an item, or `nil` if it has no image.
        public init(
            feed: Paginate<Signals, Source, Item>, loader: ImageLoader<Image>, range: ImageRange,
            request: @escaping @Sendable (Item) -> ImageRequest?
        ) {
            self.feed = feed
            self.loader = loader
            self.range = range
            self.request = request
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let images = RowImages<Item, Image>(
                range: range, placeholder: loader.configuration.placeholder, request: request,
                cachedImage: { [loader] in loader.cachedImage(for: $0) })
            ImageSession(images: images, loader: loader, downstream: subscriber).start(with: feed)
        }
    }
}

extension Publishers.Paginate {
    /// Gives each row the state of its image.
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).dedupe(by: \.id).images(from: avatars, at: \.avatarURL)
    /// ```
    ///
    /// Images are loaded for the rows around the one that was shown last (before any was, around the first), and
    /// cancelled for rows that are left behind. A row whose image is in the memory cache has it from the first
    /// state on. A change of an image is an updated row; states that a subscriber has no demand for are conflated.
    ///
    /// - Parameters:
    ///   - loader: Who loads the images; feeds and screens may share it.
    ///   - url: Where an item's image is.
    ///   - range: For how many rows images are loaded and kept.
    public func images<Image: Sendable>(
        from loader: ImageLoader<Image>, at url: @escaping @Sendable (Item) -> URL,
        range: ImageRange = ImageRange()
    ) -> Publishers.Images<Signals, Source, Item, Image> {
        images(from: loader, range: range) { ImageRequest(url: url($0)) }
    }

    /// Gives each row the state of its image, where some items have none.
    ///
    /// - Parameters:
    ///   - loader: Who loads the images.
    ///   - url: Where an item's image is, or `nil` if it has none; such a row stays idle.
    ///   - range: For how many rows images are loaded and kept.
    public func images<Image: Sendable>(
        from loader: ImageLoader<Image>, at url: @escaping @Sendable (Item) -> URL?,
        range: ImageRange = ImageRange()
    ) -> Publishers.Images<Signals, Source, Item, Image> {
        images(from: loader, range: range) { url($0).map { ImageRequest(url: $0) } }
    }

    /// Gives each row the state of its image, for requests with header fields.
    ///
    /// - Parameters:
    ///   - loader: Who loads the images.
    ///   - range: For how many rows images are loaded and kept.
    ///   - request: What to load for an item, or `nil` if it has no image.
    public func images<Image: Sendable>(
        from loader: ImageLoader<Image>, range: ImageRange = ImageRange(),
        request: @escaping @Sendable (Item) -> ImageRequest?
    ) -> Publishers.Images<Signals, Source, Item, Image> {
        Publishers.Images(feed: self, loader: loader, range: range, request: request)
    }
}
