import FluxImages
import Foundation
import Streams

extension ExtraPublishers {
    /// A feed whose rows have their images. See `images(from:at:)`.
    public struct Images<Signals: Publisher, Source: PageSource, Item: Sendable, Image: Sendable>: Publisher
    where Signals.Output == ListSignal, Signals.Failure == Never {
        public typealias Output = ViewState<ImageRow<Item, Image>>
        public typealias Failure = Never

        /// The feed to whose rows images are added.
        public let feed: Paginate<Signals, Source, Item>

        /// Loads the images.
        public let loader: ImageLoader<Image>

        /// The rows whose images are loaded and kept.
        public let range: ImageRange

        /// Returns the image request of an item, or `nil` if it has no image.
        public let request: @Sendable (Item) -> ImageRequest?

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let loads = RowImageLoads<Source.Key, Source.Item, Item, Image>(loader)
            let images = RowImages<Item, Image>(
                id: loads.list.id, range: range, placeholder: loader.configuration.placeholder,
                height: feed.rules.viewport ?? ImageViewport.usualHeight, request: request,
                cachedImage: { [loader] in loader.hit(for: $0)?.image })
            let engine = ImageFeedEngine(paging: feed.makeEngine(), images: images)
            feed.run(engine, for: AnySubscriber(subscriber)) { source, session, _, request, link in
                switch request {
                case .page(let id, let request):
                    source.load(request, id: id, for: session, link: link)
                case .image(let id, let request):
                    loads.perform(request, of: id, for: session, link: link)
                }
            }
        }
    }
}

extension ExtraPublishers.Paginate {
    /// Adds the state of its image to each row.
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).dedupe(by: \.id).images(from: avatars, at: \.avatarURL)
    /// ```
    ///
    /// Images are loaded for the rows in view first, then for near rows ahead in the direction of travel,
    /// then for near rows behind. Before any row was reported, the first row counts as in view. Loads of rows
    /// that are no longer near are cancelled. While the list scrolls so fast that rows leave the viewport
    /// before their images arrive, no further loads start. Images of rows that are not near yet can be
    /// prefetched to disk, see ``ImageRange/prefetched``. A row whose image is in the memory cache has it in
    /// its first state. A change of an image is an updated row; states are conflated by demand. An image that
    /// has failed is requested again when its row comes near again, and after a refresh; `.retry` repeats
    /// pages only.
    ///
    /// `map`, `filter` and `separators` of items go before it: after it they are operators of states.
    /// `dedupe`, `identified` and `edits` may follow it.
    ///
    /// - Parameters:
    ///   - loader: Loads the images; feeds and screens may share it.
    ///   - url: Returns the URL of an item's image.
    ///   - range: The rows whose images are loaded and kept.
    public func images<Image: Sendable>(
        from loader: ImageLoader<Image>, at url: @escaping @Sendable (Item) -> URL,
        range: ImageRange = ImageRange()
    ) -> ExtraPublishers.Images<Signals, Source, Item, Image> {
        images(from: loader, range: range) { ImageRequest(url: url($0)) }
    }

    /// Adds the state of its image to each row, where some items have none.
    ///
    /// - Parameters:
    ///   - loader: Loads the images.
    ///   - url: Returns the URL of an item's image, or `nil` if it has none; its image stays idle.
    ///   - range: The rows whose images are loaded and kept.
    public func images<Image: Sendable>(
        from loader: ImageLoader<Image>, at url: @escaping @Sendable (Item) -> URL?,
        range: ImageRange = ImageRange()
    ) -> ExtraPublishers.Images<Signals, Source, Item, Image> {
        images(from: loader, range: range) { url($0).map { ImageRequest(url: $0) } }
    }

    /// Adds the state of its image to each row, for requests with header fields.
    ///
    /// - Parameters:
    ///   - loader: Loads the images.
    ///   - range: The rows whose images are loaded and kept.
    ///   - request: Returns the image request of an item, or `nil` if it has no image.
    public func images<Image: Sendable>(
        from loader: ImageLoader<Image>, range: ImageRange = ImageRange(),
        request: @escaping @Sendable (Item) -> ImageRequest?
    ) -> ExtraPublishers.Images<Signals, Source, Item, Image> {
        ExtraPublishers.Images(feed: self, loader: loader, range: range, request: request)
    }
}
