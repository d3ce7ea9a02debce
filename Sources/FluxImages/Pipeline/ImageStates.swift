import Streams

extension ExtraPublishers {
    /// The states of one image, as ``ImageLoader/image(for:priority:)-(_,ImagePriority)`` describes them.
    public struct ImageStates<Image: Sendable>: Publisher {
        public typealias Output = ImageState<Image>
        public typealias Failure = Never

        /// Loads the image.
        public let loader: ImageLoader<Image>

        /// The request of the image.
        public let request: ImageRequest

        @usableFromInline let priority: ImagePriority
        /// Replaces the priority where it is present.
        @usableFromInline let livePriority: LiveImagePriority?

        @inlinable
        init(
            loader: ImageLoader<Image>, request: ImageRequest, priority: ImagePriority,
            livePriority: LiveImagePriority? = nil
        ) {
            self.loader = loader
            self.request = request
            self.priority = priority
            self.livePriority = livePriority
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            if let hit = loader.hit(for: request) {
                subscriber.receive(subscription: LoadedValue(hit, for: subscriber))
            } else {
                ImageSubscription(to: self, for: subscriber).begin()
            }
        }

        @inlinable
        public func _immediateResult() -> Result<Output?, Never>? {
            loader.hit(for: request).map { .success($0) }
        }
    }
}
