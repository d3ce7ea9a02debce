import Foundation

/// An image as a terminal shows it: its pixels, and those of a small version.
struct TerminalImage: Sendable {
    /// The number of columns of the image of a row, and of its lines.
    static let rowSize = ScreenSize(lines: 3, columns: 6)
    /// The number of pixels on a side that are kept.
    private static let keptSize = 240

    /// The same for images with the same pixels, in this process.
    let id: UInt64
    let pixels: Pixels
    /// The pixels of half blocks in a row.
    let thumbnail: Pixels

    init(_ pixels: Pixels) {
        self.pixels = pixels
        thumbnail = pixels.fitted(columns: Self.rowSize.columns, lines: Self.rowSize.lines)
        var hasher = Hasher()
        hasher.combine(pixels.width)
        pixels.colors.withUnsafeBytes { hasher.combine(bytes: $0) }
        id = UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Decodes an image, and scales it down to what a terminal shows.
    ///
    /// - Throws: An ``ImageNotShown`` for an unknown format, and for an image that is damaged or too large.
    init(decoding data: Data) throws(ImageNotShown) {
        self.init(try Pixels(decoding: data, keptSize: Self.keptSize))
    }
}

extension TerminalImage: Equatable {
    static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}
