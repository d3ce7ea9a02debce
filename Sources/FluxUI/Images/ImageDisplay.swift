#if canImport(UIKit) || canImport(AppKit)
    import FluxImages
    import Foundation
    import Streams

    /// The image that a view shows, which is replaced when the view is reused.
    @MainActor
    final class ImageDisplay {
        /// What the view shows.
        struct Content {
            let request: ImageRequest
            let loader: ImageLoader<SystemImage>
            var state: ImageState<SystemImage>
        }

        private(set) var content: Content?
        private var subscription: AnyCancellable?
        /// The number of images that were replaced.
        private var replacements = 0

        /// Shows another image. The one before is not shown any more when this method returns.
        ///
        /// Does nothing if it is the same one, unless it has failed. A call within `onState` replaces the
        /// image of this one.
        ///
        /// - Parameters:
        ///   - request: The request of the image.
        ///   - loader: Loads the image.
        ///   - placeholder: The image to show until it is loaded, in place of that of the loader.
        ///   - onState: Called with each state: within this method with the image, if it is in memory, or the
        ///     placeholder.
        func show(
            _ request: ImageRequest, from loader: ImageLoader<SystemImage>, placeholder: SystemImage? = nil,
            _ onState: @escaping (ImageState<SystemImage>) -> Void
        ) {
            if isShown(request, from: loader) { return }
            clear()
            let present = replacements
            let receive = { [weak self] (state: ImageState<SystemImage>) in
                guard let self, replacements == present else { return }
                content = Content(request: request, loader: loader, state: state)
                onState(state)
            }
            var states = loader.image(for: request)
            if let placeholder { states = states.placeholder(placeholder) }
            let new = states.receive(on: .main).sink(receiveValue: receive)
            if replacements != present { return }
            subscription = new
            if content == nil { receive(.idle(placeholder: placeholder ?? loader.configuration.placeholder)) }
        }

        /// Shows no image, and cancels its load.
        func clear() {
            replacements += 1
            subscription = nil
            content = nil
        }

        private func isShown(_ request: ImageRequest, from loader: ImageLoader<SystemImage>) -> Bool {
            guard let content, content.request == request, content.loader === loader,
                content.state.error == nil
            else { return false }
            if !content.state.isFinal {
                return request.source != .server || content.request.source == .server
            }
            if request.source == .server { return false }
            // Another image may have been put in memory since, as by a reload.
            let cached = loader.cachedImage(for: request)
            return cached == nil || cached === content.state.image
        }
    }

    extension ImageRequest {
        /// The same image at the size of its view, unless the request names a variant.
        ///
        /// - Parameters:
        ///   - size: The size of the view in points.
        ///   - scale: The number of pixels in a point.
        func fitting(_ size: CGSize, scale: CGFloat) -> ImageRequest {
            guard variant == nil, size.width > 0, size.height > 0 else { return self }
            let scale = max(1, scale)
            return with(
                variant: .size(
                    width: Int((size.width * scale).rounded(.up)),
                    height: Int((size.height * scale).rounded(.up))))
        }
    }
#endif
