/// A form of an image, such as a thumbnail.
///
/// Variants of one image share the download and the original's entry on disk. Each is decoded separately, and
/// has its own entry in memory.
public enum ImageVariant: Hashable, Sendable {
    /// The image for a size in pixels, which the decoder may scale it down to.
    case size(width: Int, height: Int)

    /// A form that the decoder identifies by its name.
    case named(String)

    /// The variant as a text, different for each.
    var name: String {
        switch self {
        case .size(let width, let height): "size \(width)x\(height)"
        case .named(let name): "named \(name)"
        }
    }
}
