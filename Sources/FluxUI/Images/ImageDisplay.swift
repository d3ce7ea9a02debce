#if canImport(UIKit) || canImport(AppKit)
    import FluxImages
    import Foundation
    import Streams

    /// The image that a view shows, which is replaced when the view is reused.
    @MainActor
    final class ImageDisplay {
        /// What the view shows.
        struct Content {
            let request: FittedRequest
            let loader: ImageLoader<SystemImage>
            let state: ImageState<SystemImage>
            /// The image of the state, as the loader has it.
            let original: SystemImage?
        }

        private(set) var content: Content?
        /// The same image at another size, until it is loaded at that of the content.
        private var present: SystemImage?
        private var subscription: AnyCancellable?
        /// The number of images that were replaced.
        private var replacements = 0

        /// Shows another image. The one before is not shown any more when this method returns, unless it is
        /// the same one at another size, which is shown until this one is loaded.
        ///
        /// Does nothing if it is the same one, unless it has failed, or is being loaded from another URL,
        /// such as one with an older signature, or from fewer places. A call within `onState` replaces the
        /// image of this one.
        ///
        /// - Parameters:
        ///   - request: The request of the image.
        ///   - loader: Loads the image.
        ///   - placeholder: The image to show until it is loaded, in place of that of the loader.
        ///   - onState: Called with each state: within this method with the image, if it is in memory, or the
        ///     placeholder.
        func show(
            _ request: FittedRequest, from loader: ImageLoader<SystemImage>, placeholder: SystemImage? = nil,
            _ onState: @escaping (ImageState<SystemImage>) -> Void
        ) {
            if isShown(request, from: loader) { return }
            // The load of the same image goes on, and tries the other URL only if it fails; also its fetch,
            // for another size.
            let old = isOfSameImage(request, from: loader) ? subscription : nil
            defer { old?.cancel() }
            let present = presentImage(of: request, from: loader)
            clear()
            self.present = present
            let replacement = replacements
            let firstImage = placeholder ?? loader.configuration.placeholder
            let receive = { [weak self] (state: ImageState<SystemImage>) in
                guard let self, replacements == replacement else { return }
                let scaled = state.scaled(for: request, placeholder: firstImage)
                let shown = keepingPresentImage(in: scaled)
                content = Content(request: request, loader: loader, state: shown, original: state.image)
                onState(shown)
            }
            var states = loader.image(for: request.request)
            if let placeholder { states = states.placeholder(placeholder) }
            let new = states.receive(on: .main).sink(receiveValue: receive)
            if replacements != replacement { return }
            subscription = new
            if content == nil { receive(.idle(placeholder: firstImage)) }
        }

        private func isOfSameImage(_ request: FittedRequest, from loader: ImageLoader<SystemImage>) -> Bool {
            guard let content else { return false }
            return content.request == request
                || content.loader === loader && content.request.request.isOfAnotherSize(than: request.request)
        }

        /// The image of a request at the size that is shown now; `nil` if none is.
        func presentImage(
            of request: FittedRequest, from loader: ImageLoader<SystemImage>
        ) -> SystemImage? {
            guard let content, content.loader === loader,
                content.request.request.isOfAnotherSize(than: request.request)
            else { return nil }
            if case .loaded(let image, _) = content.state { return image }
            return present
        }

        /// A state with the present image in place of its placeholder or preview.
        private func keepingPresentImage(in state: ImageState<SystemImage>) -> ImageState<SystemImage> {
            switch state {
            case .idle(let placeholder): return .idle(placeholder: present ?? placeholder)
            case .loading(let progress, let placeholder):
                return .loading(progress, placeholder: present ?? placeholder)
            case .loaded, .failed:
                present = nil
                return state
            }
        }

        /// Shows no image, and cancels its load.
        func clear() {
            replacements += 1
            (subscription, present) = (nil, nil)
            content = nil
        }

        private func isShown(_ fitted: FittedRequest, from loader: ImageLoader<SystemImage>) -> Bool {
            guard let content, content.request == fitted, content.loader === loader,
                content.state.error == nil
            else { return false }
            let request = fitted.request
            if !content.state.isFinal {
                let shown = content.request.request
                return request.source.extent == shown.source.extent
                    ? request.url == shown.url : request.source.extent < shown.source.extent
            }
            if request.source == .server { return false }
            // Another image may have been put in memory since, as by a reload.
            let cached = loader.cachedImage(for: request)
            return cached == nil || cached === content.original
        }
    }

    /// A request at the size of its view.
    struct FittedRequest: Equatable {
        let request: ImageRequest
        /// The number of pixels in a point of the view; `nil` if the request has a size of its own.
        let scale: CGFloat?
    }

    extension ImageState<SystemImage> {
        /// The state with the image, or a preview, at the scale of the view for which it was decoded.
        ///
        /// - Parameter placeholder: The placeholder, which has a size of its own.
        func scaled(for request: FittedRequest, placeholder: SystemImage?) -> ImageState<SystemImage> {
            guard let scale = request.scale else { return self }
            switch self {
            case .loaded(let image, let origin): return .loaded(image.scaled(to: scale), from: origin)
            case .loading(let progress, let preview?) where preview !== placeholder:
                return .loading(progress, placeholder: preview.scaled(to: scale))
            case .idle, .loading, .failed: return self
            }
        }
    }

    extension ImageSource {
        /// How far the image may come from: a cache, or any place; or the server in any case.
        fileprivate var extent: Int {
            switch self {
            case .cache: 0
            case .any: 1
            case .server: 2
            }
        }
    }

    extension ImageRequest {
        /// Whether the requests differ only in the size of the image.
        fileprivate func isOfAnotherSize(than other: ImageRequest) -> Bool {
            self != other && isOfAnySize && other.isOfAnySize
                && with(variant: nil) == other.with(variant: nil)
        }

        private var isOfAnySize: Bool {
            switch variant {
            case nil, .size: true
            case .named: false
            }
        }

        /// The same image at the size of its view, unless the request names a variant.
        ///
        /// - Parameters:
        ///   - size: The size of the view in points.
        ///   - scale: The number of pixels in a point.
        func fitting(_ size: CGSize, scale: CGFloat) -> FittedRequest {
            guard variant == nil, size.width > 0, size.height > 0 else {
                return FittedRequest(request: self, scale: nil)
            }
            let scale = max(1, scale)
            let fitted = with(
                variant: .size(
                    width: Int((size.width * scale).rounded(.up)),
                    height: Int((size.height * scale).rounded(.up))))
            return FittedRequest(request: fitted, scale: scale)
        }
    }
#endif
