#if canImport(SwiftUI)
    import FluxImages
    import Foundation
    import Observation
    import Streams
    import SwiftUI

    /// A view of an image that is loaded when the view appears.
    ///
    /// ```swift
    /// FluxImage(user.avatarURL, from: avatars, size: CGSize(width: 44, height: 44)) { image in
    ///     image.resizable()
    /// } placeholder: {
    ///     ProgressView()
    /// } failure: { _ in
    ///     Text("No image")
    /// }
    /// ```
    ///
    /// An image in memory is shown when the view is drawn for the first time, without its placeholder. If the
    /// request changes, the previous image is removed, unless it is the same one at another size. When the
    /// view disappears, its load is cancelled, and its image belongs to the loader's memory only, which may
    /// release it. Requests with the same `identity` are the same image: to load one with a renewed URL after
    /// a failure, let the URL be the view's `id`.
    public struct FluxImage<Content: View, Placeholder: View, Failure: View>: View {
        private let request: ImageRequest?
        private let loader: ImageLoader<SystemImage>
        private let size: CGSize
        private let content: (SwiftUI.Image) -> Content
        private let placeholder: () -> Placeholder
        private let failure: (ImageError) -> Failure

        @Environment(\.displayScale) private var displayScale
        @State private var model = FluxImageModel()

        /// Creates a view of the image of a request.
        ///
        /// - Parameters:
        ///   - request: The request of the image; `nil` for none, which shows the placeholder.
        ///   - loader: Loads the image.
        ///   - size: The size in points for which the image is decoded, at the scale of the screen, unless
        ///     the request has a variant; by default its own.
        ///   - content: Makes the view of the image, of a preview while the rest is loaded, or of the
        ///     placeholder of the loader, if it has one.
        ///   - placeholder: Makes the view that is shown until there is one.
        ///   - failure: Makes the view that is shown where the image failed to load.
        // So that `nil` is not ambiguous.
        @_disfavoredOverload
        public init(
            _ request: ImageRequest?, from loader: ImageLoader<SystemImage> = .system, size: CGSize = .zero,
            @ViewBuilder content: @escaping (SwiftUI.Image) -> Content,
            @ViewBuilder placeholder: @escaping () -> Placeholder,
            @ViewBuilder failure: @escaping (ImageError) -> Failure
        ) {
            self.request = request
            self.loader = loader
            self.size = size
            self.content = content
            self.placeholder = placeholder
            self.failure = failure
        }

        /// Creates a view of the image at a URL.
        ///
        /// - Parameters:
        ///   - url: The URL of the image; `nil` for none, which shows the placeholder.
        ///   - loader: Loads the image.
        ///   - size: The size in points for which the image is decoded, at the scale of the screen; by
        ///     default its own.
        ///   - content: Makes the view of the image, of a preview while the rest is loaded, or of the
        ///     placeholder of the loader, if it has one.
        ///   - placeholder: Makes the view that is shown until there is one.
        ///   - failure: Makes the view that is shown where the image failed to load.
        public init(
            _ url: URL?, from loader: ImageLoader<SystemImage> = .system, size: CGSize = .zero,
            @ViewBuilder content: @escaping (SwiftUI.Image) -> Content,
            @ViewBuilder placeholder: @escaping () -> Placeholder,
            @ViewBuilder failure: @escaping (ImageError) -> Failure
        ) {
            self.init(
                url.map { ImageRequest(url: $0) }, from: loader, size: size, content: content,
                placeholder: placeholder, failure: failure)
        }

        public var body: some View {
            let request = request?.fitting(size, scale: displayScale)
            // A container, which stays while what it shows changes.
            ZStack {
                shown(model.state(of: request, from: loader))
            }
            .onAppear { model.appear(request, from: loader) }
            .onDisappear { model.disappear() }
            .onChange(of: request) { _, request in model.show(request, from: loader) }
            .onChange(of: ObjectIdentifier(loader)) { _, _ in model.show(request, from: loader) }
        }

        @ViewBuilder
        private func shown(_ state: ImageState<SystemImage>) -> some View {
            if let error = state.error {
                failure(error)
            } else if let image = state.image {
                content(SwiftUI.Image(system: image))
            } else {
                placeholder()
            }
        }
    }

    extension FluxImage where Failure == Placeholder {
        /// Creates a view of the image of a request, which shows the placeholder after a failure, too.
        ///
        /// - Parameters:
        ///   - request: The request of the image; `nil` for none, which shows the placeholder.
        ///   - loader: Loads the image.
        ///   - size: The size in points for which the image is decoded, at the scale of the screen, unless
        ///     the request has a variant; by default its own.
        ///   - content: Makes the view of the image, of a preview while the rest is loaded, or of the
        ///     placeholder of the loader, if it has one.
        ///   - placeholder: Makes the view that is shown where there is none.
        // So that `nil` is not ambiguous.
        @_disfavoredOverload
        public init(
            _ request: ImageRequest?, from loader: ImageLoader<SystemImage> = .system, size: CGSize = .zero,
            @ViewBuilder content: @escaping (SwiftUI.Image) -> Content,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            self.init(
                request, from: loader, size: size, content: content, placeholder: placeholder,
                failure: { _ in placeholder() })
        }

        /// Creates a view of the image at a URL, which shows the placeholder after a failure, too.
        ///
        /// - Parameters:
        ///   - url: The URL of the image; `nil` for none, which shows the placeholder.
        ///   - loader: Loads the image.
        ///   - size: The size in points for which the image is decoded, at the scale of the screen; by
        ///     default its own.
        ///   - content: Makes the view of the image, of a preview while the rest is loaded, or of the
        ///     placeholder of the loader, if it has one.
        ///   - placeholder: Makes the view that is shown where there is none.
        public init(
            _ url: URL?, from loader: ImageLoader<SystemImage> = .system, size: CGSize = .zero,
            @ViewBuilder content: @escaping (SwiftUI.Image) -> Content,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) {
            self.init(
                url.map { ImageRequest(url: $0) }, from: loader, size: size, content: content,
                placeholder: placeholder)
        }
    }

    /// The image of a view, which is drawn again when its state changes.
    @MainActor
    @Observable
    final class FluxImageModel {
        @ObservationIgnored private let display = ImageDisplay()
        /// Whether the view is on the screen. Otherwise nothing is loaded, also if the request changes.
        @ObservationIgnored private var isVisible = false
        /// Written with each state.
        private var changes = 0

        /// What is shown of a request: what has been reported of it, or what is in memory.
        func state(
            of request: FittedRequest?, from loader: ImageLoader<SystemImage>
        ) -> ImageState<SystemImage> {
            _ = changes
            guard let request else { return .idle(placeholder: nil) }
            if let content = display.content, content.request == request, content.loader === loader {
                return content.state
            }
            if request.request.source != .server, let image = loader.cachedImage(for: request.request) {
                return .loaded(image, from: .memory).scaled(for: request, placeholder: nil)
            }
            return .idle(
                placeholder: display.presentImage(of: request, from: loader)
                    ?? loader.configuration.placeholder)
        }

        func appear(_ request: FittedRequest?, from loader: ImageLoader<SystemImage>) {
            isVisible = true
            show(request, from: loader)
        }

        func disappear() {
            isVisible = false
            display.clear()
        }

        func show(_ request: FittedRequest?, from loader: ImageLoader<SystemImage>) {
            guard isVisible, let request else { return display.clear() }
            display.show(request, from: loader) { [weak self] _ in self?.changes += 1 }
        }
    }

    extension SwiftUI.Image {
        fileprivate init(system image: SystemImage) {
            #if canImport(UIKit)
                self.init(uiImage: image)
            #else
                self.init(nsImage: image)
            #endif
        }
    }
#endif
