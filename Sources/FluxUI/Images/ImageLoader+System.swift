#if canImport(UIKit) || canImport(AppKit)
    import FluxImages
    import FluxLoading
    import Foundation

    extension ImageLoader where Image == SystemImage {
        /// The loader of the app, for images that need no configuration.
        ///
        /// ```swift
        /// imageView.show(user.avatarURL, from: .system)
        /// ```
        ///
        /// It decodes by a ``SystemImageDecoder``, keeps images on disk in a folder of the app's caches, and
        /// releases memory by itself, see ``trimAutomatically()``. Make a loader of your own for other
        /// limits, or another folder:
        ///
        /// ```swift
        /// let avatars = ImageLoader(configuration: configuration, decoder: SystemImageDecoder())
        /// avatars.trimAutomatically()
        /// ```
        public static var system: ImageLoader<SystemImage> { systemLoader }
    }

    /// Made when it is needed.
    private let systemLoader: ImageLoader<SystemImage> = {
        var configuration = ImageLoader<SystemImage>.Configuration()
        if let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first {
            configuration.diskCache = DiskCache(at: caches.appending(path: "FluxImages"))
        }
        let loader = ImageLoader(configuration: configuration, decoder: SystemImageDecoder())
        loader.trimAutomatically()
        return loader
    }()
#endif
