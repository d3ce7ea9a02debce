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
                self?.image = state.error == nil ? state.image : failure ?? state.image
                #if !canImport(UIKit)
                    // Views of UIKit animate such an image by themselves.
                    if self?.image?.isAnimated == true { self?.animates = true }
                #endif
            }
        }
    }

    @MainActor private var displayKey: UInt8 = 0
#endif
