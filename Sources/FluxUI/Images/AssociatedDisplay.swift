#if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit)
    import FluxImages
    import Foundation

    #if canImport(UIKit)
        import UIKit

        typealias SystemImageView = UIImageView
    #else
        import AppKit

        typealias SystemImageView = NSImageView
    #endif

    extension SystemImageView {
        /// What the view shows. Its load is cancelled when the view is released.
        var imageDisplay: ImageDisplay {
            if let display = objc_getAssociatedObject(self, &displayKey) as? ImageDisplay { return display }
            let display = ImageDisplay()
            objc_setAssociatedObject(self, &displayKey, display, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
            return display
        }

        /// Shows an image.
        ///
        /// - Parameter scale: The number of pixels in a point.
        func show(
            _ request: ImageRequest?, from loader: ImageLoader<SystemImage>, scale: CGFloat,
            placeholder: SystemImage?, failure: SystemImage?
        ) {
            guard let request else {
                imageDisplay.clear()
                image = placeholder ?? loader.configuration.placeholder
                return
            }
            let fitting = request.fitting(bounds.size, scale: scale)
            imageDisplay.show(fitting, from: loader, placeholder: placeholder) { [weak self] state in
                self?.present(state.imageToShow(failure: failure))
            }
            // A call within that one may have replaced it, or cleared the view.
            guard let content = imageDisplay.content, content.request == fitting else { return }
            // The app may have replaced it, as cells do before they are used again.
            let shown = content.state.imageToShow(failure: failure)
            if shown !== image { present(shown) }
        }

        private func present(_ new: SystemImage?) {
            image = new
            #if !canImport(UIKit)
                // Views of UIKit animate such an image by themselves.
                if new?.isAnimated == true { animates = true }
            #endif
        }
    }

    extension ImageState<SystemImage> {
        /// The image of a view that shows the state.
        ///
        /// - Parameter failure: The image to show after a failure, in place of the fallback.
        fileprivate func imageToShow(failure: SystemImage?) -> SystemImage? {
            error == nil ? image : failure ?? image
        }
    }

    @MainActor private var displayKey: UInt8 = 0
#endif
