import Foundation
import Streams

extension ExtraPublishers {
    /// The states of one image, as ``ImageLoader/image(for:priority:)-(_,ImagePriority)`` describes them.
    public struct ImageStates<Image: Sendable>: Publisher {
        public typealias Output = ImageState<Image>
        public typealias Failure = Never

        /// Loads the image.
        public let loader: ImageLoader<Image>

        /// What is loaded. A request is made of a URL when it is needed, which costs more than a hit in
        /// memory.
        @usableFromInline
        enum Subject: Sendable {
            case url(URL)
            case request(ImageRequest)
        }

        @usableFromInline let subject: Subject

        /// The request of the image.
        @inlinable
        public var request: ImageRequest {
            switch subject {
            case .url(let url): ImageRequest(url: url)
            case .request(let request): request
            }
        }

        @usableFromInline let priority: ImagePriority
        /// Replaces the priority where it is present.
        @usableFromInline let livePriority: LiveImagePriority?
        /// Replaces the loader's where it is present.
        @usableFromInline var ownPlaceholder: Image?

        @inlinable
        init(
            loader: ImageLoader<Image>, subject: Subject, priority: ImagePriority,
            livePriority: LiveImagePriority? = nil
        ) {
            self.loader = loader
            self.subject = subject
            self.priority = priority
            self.livePriority = livePriority
        }

        /// Replaces the placeholder of the loader's configuration.
        ///
        /// - Parameter image: The image to show until this one is loaded.
        @inlinable
        public func placeholder(_ image: Image) -> ImageStates {
            var copy = self
            copy.ownPlaceholder = image
            return copy
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            subscriber.flowControl?.addSource()
            if let hit {
                subscriber.receive(subscription: LoadedValue(hit, for: subscriber))
            } else {
                subscriber.receive(subscription: makeSubscription(for: subscriber))
            }
        }

        @inlinable
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Never>? {
            hit.map { .success($0) }
        }

        @inlinable
        func makeSubscription<S: Subscriber>(for subscriber: S) -> ImageSubscription
        where S.Input == Output, S.Failure == Never {
            // Not the publisher itself: to release a generic value costs more than to release its parts.
            let (loader, priority) = (loader, priority)
            let placeholder = ownPlaceholder ?? loader.configuration.placeholder
            return ImageSubscription(request, livePriority) { subscription, action in
                switch action {
                case .start:
                    // It may have been loaded since the subscription.
                    if let hit = loader.hit(for: subscription.request) {
                        subscription.finish(with: TypedImageState(hit))
                    } else {
                        loader.fetch(subscription.request, priority: priority, for: subscription)
                    }
                case .progress(let progress, let preview):
                    let shown = preview?.typed(Image.self).image ?? placeholder
                    return subscriber.receive(.loading(progress, placeholder: shown))
                case .state(let state):
                    return subscriber.receive(state.typed())
                case .finish:
                    subscriber.receive(completion: .finished)
                }
                return .none
            }
        }

        @inlinable
        var hit: ImageState<Image>? {
            switch subject {
            case .url(let url):
                // Not `??`, which would retain both for its second operand.
                if let hit = loader.hit(at: url) { hit } else { loader.hit(for: ImageRequest(url: url)) }
            case .request(let request):
                loader.hit(for: request)
            }
        }
    }
}
