import Streams

extension Publishers {
    /// The states of one image, as ``ImageLoader/image(for:)`` describes them.
    public struct ImageStates<Image: Sendable>: Publisher {
        public typealias Output = ImageState<Image>
        public typealias Failure = Never

        /// Loads the image.
        public let loader: ImageLoader<Image>

        /// The request of the image.
        public let request: ImageRequest

        @inlinable
        init(loader: ImageLoader<Image>, request: ImageRequest) {
            self.loader = loader
            self.request = request
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            ImageSubscription(to: request, of: loader, for: subscriber).begin()
        }
    }
}
