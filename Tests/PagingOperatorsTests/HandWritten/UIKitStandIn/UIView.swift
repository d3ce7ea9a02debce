import Foundation

// The part of UIKit that the hand-written pagers use, on all platforms: the same names, and the
// same behaviour where paging depends on it. Drawing, touches and animations are left out.

/// A rectangle on the screen.
@MainActor
class UIView {
    var frame: CGRect

    init(frame: CGRect = .zero) {
        self.frame = frame
    }

    var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

    /// Lays out what has changed; UIKit does so once in each turn of the run loop.
    func layoutIfNeeded() {}
}

/// A line of text.
final class UILabel: UIView {
    var text: String?
}

/// A spinner.
final class UIActivityIndicatorView: UIView {
    enum Style {
        case medium
    }

    private(set) var isAnimating = false

    init(style: Style) {
        super.init(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    }

    func startAnimating() { isAnimating = true }
    func stopAnimating() { isAnimating = false }
}
