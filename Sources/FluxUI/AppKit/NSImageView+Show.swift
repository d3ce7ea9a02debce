#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import FluxImages
    import Foundation

    extension NSImageView {
        /// Loads an image and shows it.
        ///
        /// ```swift
        /// func show(_ user: User) {
        ///     avatarView.show(user.avatarURL, from: avatars)
        /// }
        /// ```
        ///
        /// See ``show(_:from:placeholder:failure:)-(ImageRequest?,_,_,_)``.
        ///
        /// - Parameters:
        ///   - url: The URL of the image; `nil` for none, which shows the placeholder.
        ///   - loader: Loads the image.
        ///   - placeholder: The image to show until it is loaded, in place of that of the loader.
        ///   - failure: The image to show after a failure, in place of the loader's fallback.
        public func show(
            _ url: URL?, from loader: ImageLoader<NSImage>, placeholder: NSImage? = nil,
            failure: NSImage? = nil
        ) {
            show(
                url.map { ImageRequest(url: $0) }, from: loader, placeholder: placeholder, failure: failure)
        }

        /// Loads the image of a request and shows it.
        ///
        /// An image in memory is shown before this method returns. Otherwise the placeholder is shown until
        /// it is loaded. The image that the view showed before is replaced at once, and its load is
        /// cancelled, so a cell that is reused never shows that of another row: call this method in
        /// `tableView(_:viewFor:row:)`. A call with the image that is shown or being loaded has no effect,
        /// with two exceptions: an image that the app has set meanwhile is replaced, and so is an older one
        /// if there is another in memory. After a failure, a call loads the image again. If a call has
        /// another URL for the image while that is being loaded, this URL is loaded after a failure. The load
        /// is cancelled, too, when the view is released.
        ///
        /// An image without a variant is decoded at the size of the view, if it has one, and has the scale of
        /// its screen. When its size has changed, the image stays until it is decoded anew. Set the frame
        /// before, or name the size by ``FluxImages/ImageVariant/size(width:height:)``.
        ///
        /// - Parameters:
        ///   - request: The request of the image; `nil` for none, which shows the placeholder.
        ///   - loader: Loads the image.
        ///   - placeholder: The image to show until it is loaded, in place of that of the loader.
        ///   - failure: The image to show after a failure, in place of the loader's fallback.
        // So that `nil` is not ambiguous.
        @_disfavoredOverload
        public func show(
            _ request: ImageRequest?, from loader: ImageLoader<NSImage>, placeholder: NSImage? = nil,
            failure: NSImage? = nil
        ) {
            let scale = window?.backingScaleFactor ?? NSScreen.main?.backingScaleFactor ?? 1
            show(request, from: loader, scale: scale, placeholder: placeholder, failure: failure)
        }
    }
#endif
