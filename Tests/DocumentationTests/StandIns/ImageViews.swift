import Flux
import Foundation

nonisolated extension Bitmap {
    init(png data: Data, variant: ImageVariant?) throws {
        try self.init(png: variant == nil ? data : data.prefix(1))
    }
}

nonisolated extension Bitmap {
    func rounded(radius: UInt8) -> Bitmap { Bitmap(bytes: bytes + [radius]) }
}

extension Publisher where Failure == Never {
    /// Returns the last value.
    func finalState() async -> Output? {
        var last: Output?
        for await value in values { last = value }
        return last
    }
}

@MainActor
final class ImageView {
    var image: Bitmap? { didSet { if image != nil { onImage?() } } }
    var onImage: (() -> Void)?
}

@MainActor
final class ProgressBar {
    var value: Double?
}

@MainActor
final class ImageLabel {
    var text: String?
}
