/// A bitmap. It has a name in place of pixels.
public final class CGImage: Sendable {
    public let width: Int
    public let height: Int

    // Not CoreGraphics': what the tests compare.

    public let name: String
    /// Whether its pixels were decoded when it was made, not when it is drawn first.
    public let isDecoded: Bool

    public init(name: String, width: Int, height: Int, isDecoded: Bool = true) {
        self.name = name
        self.width = width
        self.height = height
        self.isDecoded = isDecoded
    }
}
