import Foundation

extension Pixels {
    /// The number of pixels of the largest image that is decoded.
    private static let maximumCount = 16_000_000

    /// Decodes a PNG, JPEG or GIF image, and scales it down.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - keptSize: The number of pixels on a side that are kept.
    /// - Throws: An ``ImageNotShown`` for other formats, and for an image that is damaged or too large.
    /// - Complexity: O(*n* + *p*), the number of bytes and of pixels.
    init(decoding data: Data, keptSize: Int = 96) throws(ImageNotShown) {
        guard let format = try? Picture(decoding: data).format else {
            throw ImageNotShown(reason: "not an image")
        }
        let pixels: Pixels
        switch format {
        case .png: pixels = try PNGImage.pixels(of: data)
        case .jpeg: pixels = try JPEGImage.pixels(of: [UInt8](data), keptSize: keptSize)
        case .gif: pixels = try GIFImage.pixels(of: [UInt8](data))
        case .webP: throw ImageNotShown(reason: "\(format) images are not shown")
        }
        let scale = min(1, Double(keptSize) / Double(max(pixels.width, pixels.height)))
        self = pixels.scaled(
            width: max(1, Int(Double(pixels.width) * scale)),
            height: max(1, Int(Double(pixels.height) * scale)))
    }

    /// Checks a size before memory is allocated for it.
    ///
    /// - Throws: An ``ImageNotShown`` for an empty image, and for one that is too large.
    static func checkSize(_ width: Int, _ height: Int) throws(ImageNotShown) {
        guard width > 0, height > 0 else { throw ImageNotShown(reason: "the image is empty") }
        guard width <= maximumCount / height else {
            throw ImageNotShown(reason: "the image has \(width) × \(height) pixels")
        }
    }
}

/// The error of an image that is not shown in a terminal.
struct ImageNotShown: Error, Equatable, CustomStringConvertible {
    let reason: String

    var description: String { reason }
}
